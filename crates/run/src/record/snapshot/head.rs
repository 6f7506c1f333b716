//! The header of a snapshot.

use std::fmt;
use std::io::Read;
use std::path::Path;

use terrarium_sim::world::StateHash;

use super::{SnapshotError, SnapshotProblem, open};

/// The format of snapshots that this version writes. It changes whenever the content of a world does.
pub const FORMAT: u32 = 18;

/// The version of this program.
pub(super) const PROGRAM: &str = terrarium_output::VERSION;

pub(super) const MAGIC: [u8; 16] = *b"terrarium world\n";

/// The header of a snapshot.
///
/// The layout of its 144 bytes is the same in every format, so that any version can report which
/// version wrote a snapshot. Numbers are little-endian:
///
/// | bytes | content |
/// |---|---|
/// | 16 | `terrarium world` and a line feed |
/// | 4 | the format |
/// | 20 | the version of the program, padded with zeros |
/// | 8, 8, 8 | length of the body in bytes, number of organisms, tick |
/// | 16 | the state hash of the world |
/// | 32 | BLAKE3 of the body |
/// | 32 | BLAKE3 of the bytes above |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The format of the body.
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The length of the body, compressed, in bytes.
    pub body_length: u64,
    /// The number of organisms, including carcasses.
    pub organisms: u64,
    /// The tick of the world.
    pub tick: u64,
    /// The state hash of the world.
    pub state_hash: StateHash,
    pub(super) body_hash: [u8; 32],
}

/// The unique identifier of a snapshot: the checksum of its header, which covers that of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnapshotId(pub [u8; 32]);

impl fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        blake3::Hash::from_bytes(self.0).fmt(f)
    }
}

impl Head {
    /// The length of a header, in bytes.
    pub const LENGTH: usize = 144;

    const CHECKED: usize = Self::LENGTH - 32;

    /// Reads only the header of the file at `path`. The body is not checked.
    ///
    /// # Errors
    /// When the file cannot be read, is not a snapshot, or has another format.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SnapshotError> {
        let path = path.as_ref();
        open(path).and_then(Self::read).map_err(|problem| problem.of(path))
    }

    /// The unique identifier of the snapshot.
    #[must_use]
    pub fn id(&self) -> SnapshotId {
        let bytes = self.encode();
        SnapshotId(bytes[Self::CHECKED..].try_into().expect("a checksum has 32 bytes"))
    }

    pub(super) fn encode(&self) -> [u8; Self::LENGTH] {
        let mut program = [0; 20];
        let name = self.program.as_bytes();
        let length = name.len().min(program.len());
        program[..length].copy_from_slice(&name[..length]);

        let mut bytes = Vec::with_capacity(Self::LENGTH);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&self.format.to_le_bytes());
        bytes.extend_from_slice(&program);
        for number in [self.body_length, self.organisms, self.tick] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.state_hash.0.to_le_bytes());
        bytes.extend_from_slice(&self.body_hash);
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        bytes.try_into().expect("the fields fill a header")
    }

    /// Reads and checks the next [`Head::LENGTH`] bytes.
    pub(super) fn read(source: impl Read) -> Result<Self, SnapshotProblem> {
        let mut bytes = Vec::with_capacity(Self::LENGTH);
        let mut source = source.take(Self::LENGTH as u64);
        source.read_to_end(&mut bytes).map_err(SnapshotProblem::Unreadable)?;
        if bytes.is_empty() {
            return Err(SnapshotProblem::Empty);
        }
        if !bytes.iter().zip(&MAGIC).all(|(found, expected)| found == expected) {
            return Err(SnapshotProblem::NotASnapshot);
        }
        let Ok(bytes) = <[u8; Self::LENGTH]>::try_from(bytes.as_slice()) else {
            return Err(SnapshotProblem::Truncated {
                missing: (Self::LENGTH - bytes.len()) as u64,
            });
        };
        Self::decode(&bytes)
    }

    fn decode(bytes: &[u8; Self::LENGTH]) -> Result<Self, SnapshotProblem> {
        let (content, checksum) = bytes.split_at(Self::CHECKED);
        if blake3::hash(content).as_bytes() != checksum {
            return Err(SnapshotProblem::Damaged { part: "header" });
        }
        let mut rest = &content[MAGIC.len()..];
        let format = u32::from_le_bytes(next(&mut rest));
        let program: [u8; 20] = next(&mut rest);
        let program = String::from_utf8_lossy(&program).trim_end_matches('\0').to_owned();
        if format != FORMAT {
            return Err(SnapshotProblem::OtherFormat { format, program });
        }
        Ok(Self {
            format,
            program,
            body_length: u64::from_le_bytes(next(&mut rest)),
            organisms: u64::from_le_bytes(next(&mut rest)),
            tick: u64::from_le_bytes(next(&mut rest)),
            state_hash: StateHash(u128::from_le_bytes(next(&mut rest))),
            body_hash: next(&mut rest),
        })
    }
}

/// Takes the next `N` bytes of a header.
fn next<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (bytes, after) = rest.split_first_chunk().expect("a header has all its fields");
    *rest = after;
    *bytes
}
