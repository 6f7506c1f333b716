//! The chunks of a recording.

use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{FORMAT, RecordingProblem};

/// The first bytes of a recording.
pub(super) const MAGIC: [u8; 16] = *b"terrarium record";

/// The last bytes of a recording with an index.
const END: [u8; 8] = *b"terraidx";

/// The length of the file header, and of a chunk header, in bytes.
pub(super) const FILE_HEADER: u64 = 40;
pub(super) const CHUNK_HEADER: u64 = 40;

/// The length of the trailer after the index, in bytes.
pub(super) const TRAILER: u64 = 16;

/// The kind of a chunk: four letters. Later versions may define more kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Kind(pub [u8; 4]);

impl Kind {
    pub const HEAD: Self = Self(*b"HEAD");
    pub const WORLD: Self = Self(*b"WRLD");
    pub const DIFFERENCE: Self = Self(*b"DIFF");
    pub const SCENE: Self = Self(*b"SCEN");
    pub const ALBUM: Self = Self(*b"ALBM");
    pub const COMMAND: Self = Self(*b"CMND");
    pub const TICKS: Self = Self(*b"TICK");
    pub const INDEX: Self = Self(*b"INDX");

    /// Whether it is the world of a keyframe.
    pub fn is_world(self) -> bool {
        self == Self::WORLD || self == Self::DIFFERENCE
    }
}

/// The header of a chunk and its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chunk {
    pub kind: Kind,
    pub tick: u64,
    /// The offset in the file.
    pub at: u64,
    /// The length of the content, in bytes.
    pub length: u32,
}

impl Chunk {
    /// The offset of the next chunk.
    pub fn end(&self) -> u64 {
        self.at.saturating_add(CHUNK_HEADER).saturating_add(self.length.into())
    }
}

/// Why a chunk cannot be read.
#[derive(Debug)]
pub(super) enum ChunkError {
    /// The file ends within the chunk.
    Truncated,
    /// A checksum does not match.
    Damaged,
    /// The operating system reports an error.
    Unreadable(io::Error),
}

impl ChunkError {
    /// The problem of the recording, for a chunk at this offset.
    pub fn problem(self, at: u64) -> RecordingProblem {
        match self {
            Self::Truncated | Self::Damaged => RecordingProblem::Damaged { at },
            Self::Unreadable(error) => RecordingProblem::Unreadable(error),
        }
    }
}

impl From<io::Error> for ChunkError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Unreadable(error),
        }
    }
}

/// The file header of a recording.
pub(super) fn file_header() -> [u8; FILE_HEADER as usize] {
    let mut bytes = [0; FILE_HEADER as usize];
    bytes[..16].copy_from_slice(&MAGIC);
    bytes[16..20].copy_from_slice(&FORMAT.to_le_bytes());
    let program = terrarium_output::VERSION.as_bytes();
    let length = program.len().min(20);
    bytes[20..20 + length].copy_from_slice(&program[..length]);
    bytes
}

/// Reads the file header, and returns the format of the recording.
pub(super) fn read_file_header(mut file: impl Read) -> Result<u32, RecordingProblem> {
    let mut bytes = Vec::new();
    file.by_ref()
        .take(FILE_HEADER)
        .read_to_end(&mut bytes)
        .map_err(RecordingProblem::Unreadable)?;
    if bytes.is_empty() {
        return Err(RecordingProblem::Empty);
    }
    if !bytes.iter().zip(&MAGIC).all(|(found, expected)| found == expected) {
        return Err(RecordingProblem::NotARecording);
    }
    match bytes.get(16..20) {
        Some(format) if bytes.len() as u64 == FILE_HEADER => {
            Ok(u32::from_le_bytes(format.try_into().expect("four bytes")))
        }
        _ => Err(RecordingProblem::TooShort { why: "its first bytes are cut short".to_owned() }),
    }
}

fn checksum(content: &[u8]) -> [u8; 16] {
    let hash = blake3::hash(content);
    hash.as_bytes()[..16].try_into().expect("a hash is longer")
}

/// Writes a chunk at the offset `at`.
pub(super) fn write(
    mut file: impl Write,
    at: u64,
    kind: Kind,
    tick: u64,
    content: &[u8],
) -> io::Result<Chunk> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    let mut header = Vec::with_capacity(CHUNK_HEADER as usize);
    header.extend(kind.0);
    header.extend(length.to_le_bytes());
    header.extend(tick.to_le_bytes());
    header.extend(checksum(content));
    let header_checksum = xxh3_64(&header);
    header.extend(header_checksum.to_le_bytes());
    file.write_all(&header)?;
    file.write_all(content)?;
    Ok(Chunk { kind, tick, at, length })
}

/// Reads the chunk at the offset `at` of a file of `length` bytes.
pub(super) fn read(
    mut file: impl Read + Seek,
    at: u64,
    length: u64,
) -> Result<(Chunk, Vec<u8>), ChunkError> {
    if at.checked_add(CHUNK_HEADER).is_none_or(|end| end > length) {
        return Err(ChunkError::Truncated);
    }
    file.seek(SeekFrom::Start(at))?;
    let mut header = [0; CHUNK_HEADER as usize];
    file.read_exact(&mut header)?;
    let (fields, header_checksum) = header.split_at(32);
    if xxh3_64(fields).to_le_bytes() != header_checksum {
        return Err(ChunkError::Damaged);
    }
    let part = |from: usize, to: usize| &fields[from..to];
    let chunk = Chunk {
        kind: Kind(part(0, 4).try_into().expect("four bytes")),
        length: u32::from_le_bytes(part(4, 8).try_into().expect("four bytes")),
        tick: u64::from_le_bytes(part(8, 16).try_into().expect("eight bytes")),
        at,
    };
    // Limits the allocation below to the length of the file.
    if chunk.end() > length {
        return Err(ChunkError::Truncated);
    }
    let mut content = vec![0; chunk.length as usize];
    file.read_exact(&mut content)?;
    if checksum(&content) != part(16, 32) {
        return Err(ChunkError::Damaged);
    }
    Ok((chunk, content))
}

/// The trailer of a recording whose index is at the offset `at`.
pub(super) fn trailer(at: u64) -> [u8; TRAILER as usize] {
    let mut bytes = [0; TRAILER as usize];
    bytes[..8].copy_from_slice(&at.to_le_bytes());
    bytes[8..].copy_from_slice(&END);
    bytes
}

/// Reads the trailer of a file of `length` bytes, and returns the offset of its index, if any.
pub(super) fn read_trailer(mut file: impl Read + Seek, length: u64) -> io::Result<Option<u64>> {
    let at = length.checked_sub(TRAILER).filter(|&at| at >= FILE_HEADER);
    let Some(at) = at else { return Ok(None) };
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = [0; TRAILER as usize];
    file.read_exact(&mut bytes)?;
    let (place, end) = bytes.split_at(8);
    let place = u64::from_le_bytes(place.try_into().expect("eight bytes"));
    Ok((end == END).then_some(place))
}
