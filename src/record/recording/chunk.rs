//! The pieces that a recording is made of.

use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{FORMAT, RecordingProblem};

/// What every recording begins with.
pub(super) const MAGIC: [u8; 16] = *b"terrarium record";

/// What every recording with an index ends with.
const END: [u8; 8] = *b"terraidx";

/// The bytes before the first chunk, and those before the content of each.
pub(super) const OPENING: u64 = 40;
pub(super) const CHUNK_HEAD: u64 = 40;

/// The bytes after the index.
pub(super) const CLOSING: u64 = 16;

/// The kind of a chunk: four letters. Later versions may know more of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Kind(pub [u8; 4]);

impl Kind {
    pub const HEAD: Self = Self(*b"HEAD");
    pub const WORLD: Self = Self(*b"WRLD");
    pub const SCENE: Self = Self(*b"SCEN");
    pub const COMMAND: Self = Self(*b"CMND");
    pub const TICKS: Self = Self(*b"TICK");
    pub const INDEX: Self = Self(*b"INDX");
}

/// Where a chunk is, and what it says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chunk {
    pub kind: Kind,
    pub tick: u64,
    /// Where it begins in the file.
    pub at: u64,
    /// The bytes of its content.
    pub length: u32,
}

impl Chunk {
    /// Where the next one begins.
    pub fn end(&self) -> u64 {
        self.at.saturating_add(CHUNK_HEAD).saturating_add(self.length.into())
    }
}

/// Why the next chunk cannot be had.
#[derive(Debug)]
pub(super) enum Broken {
    /// The file ends before it does.
    Short,
    /// A checksum does not agree.
    Damaged,
    /// The system says no.
    Unreadable(io::Error),
}

impl Broken {
    /// The problem with the chunk that begins at a place.
    pub fn problem(self, at: u64) -> RecordingProblem {
        match self {
            Self::Short | Self::Damaged => RecordingProblem::Damaged { at },
            Self::Unreadable(error) => RecordingProblem::Unreadable(error),
        }
    }
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Short,
            _ => Self::Unreadable(error),
        }
    }
}

/// The bytes that a recording begins with.
pub(super) fn opening() -> [u8; OPENING as usize] {
    let mut bytes = [0; OPENING as usize];
    bytes[..16].copy_from_slice(&MAGIC);
    bytes[16..20].copy_from_slice(&FORMAT.to_le_bytes());
    let program = env!("CARGO_PKG_VERSION").as_bytes();
    let length = program.len().min(20);
    bytes[20..20 + length].copy_from_slice(&program[..length]);
    bytes
}

/// The format that a recording says it is in.
pub(super) fn read_opening(mut file: impl Read) -> Result<u32, RecordingProblem> {
    let mut bytes = Vec::new();
    file.by_ref().take(OPENING).read_to_end(&mut bytes).map_err(RecordingProblem::Unreadable)?;
    if bytes.is_empty() {
        return Err(RecordingProblem::Empty);
    }
    if !bytes.iter().zip(&MAGIC).all(|(found, expected)| found == expected) {
        return Err(RecordingProblem::NotARecording);
    }
    match bytes.get(16..20) {
        Some(format) if bytes.len() as u64 == OPENING => {
            Ok(u32::from_le_bytes(format.try_into().expect("four bytes")))
        }
        _ => Err(RecordingProblem::TooShort { why: "its first bytes are cut short".to_owned() }),
    }
}

fn sum(content: &[u8]) -> [u8; 16] {
    let hash = blake3::hash(content);
    hash.as_bytes()[..16].try_into().expect("a hash is longer")
}

/// Writes a chunk, and answers where it is.
pub(super) fn write(
    mut file: impl Write,
    at: u64,
    kind: Kind,
    tick: u64,
    content: &[u8],
) -> io::Result<Chunk> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    let mut head = Vec::with_capacity(CHUNK_HEAD as usize);
    head.extend(kind.0);
    head.extend(length.to_le_bytes());
    head.extend(tick.to_le_bytes());
    head.extend(sum(content));
    let check = xxh3_64(&head);
    head.extend(check.to_le_bytes());
    file.write_all(&head)?;
    file.write_all(content)?;
    Ok(Chunk { kind, tick, at, length })
}

/// Reads the chunk that begins at a place of a file of `length` bytes.
pub(super) fn read(
    mut file: impl Read + Seek,
    at: u64,
    length: u64,
) -> Result<(Chunk, Vec<u8>), Broken> {
    if at.checked_add(CHUNK_HEAD).is_none_or(|end| end > length) {
        return Err(Broken::Short);
    }
    file.seek(SeekFrom::Start(at))?;
    let mut head = [0; CHUNK_HEAD as usize];
    file.read_exact(&mut head)?;
    let (fields, check) = head.split_at(32);
    if xxh3_64(fields).to_le_bytes() != check {
        return Err(Broken::Damaged);
    }
    let part = |from: usize, to: usize| &fields[from..to];
    let chunk = Chunk {
        kind: Kind(part(0, 4).try_into().expect("four bytes")),
        length: u32::from_le_bytes(part(4, 8).try_into().expect("four bytes")),
        tick: u64::from_le_bytes(part(8, 16).try_into().expect("eight bytes")),
        at,
    };
    // No more is made room for than is there, whatever length is claimed.
    if chunk.end() > length {
        return Err(Broken::Short);
    }
    let mut content = vec![0; chunk.length as usize];
    file.read_exact(&mut content)?;
    if sum(&content) != part(16, 32) {
        return Err(Broken::Damaged);
    }
    Ok((chunk, content))
}

/// The bytes after an index that begins at a place.
pub(super) fn closing(at: u64) -> [u8; CLOSING as usize] {
    let mut bytes = [0; CLOSING as usize];
    bytes[..8].copy_from_slice(&at.to_le_bytes());
    bytes[8..].copy_from_slice(&END);
    bytes
}

/// Where the index of a file of `length` bytes begins, if it has one.
pub(super) fn read_closing(mut file: impl Read + Seek, length: u64) -> io::Result<Option<u64>> {
    let Some(at) = length.checked_sub(CLOSING).filter(|&at| at >= OPENING) else { return Ok(None) };
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = [0; CLOSING as usize];
    file.read_exact(&mut bytes)?;
    let (place, end) = bytes.split_at(8);
    let place = u64::from_le_bytes(place.try_into().expect("eight bytes"));
    Ok((end == END).then_some(place))
}
