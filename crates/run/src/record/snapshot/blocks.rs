//! The blocks of a body. Each is compressed on its own, so that all threads write and read them.

use std::io::{self, Read, Take};

use terrarium_output::compression::{Level, compress, decompress};

use super::SnapshotProblem;

/// The number of organisms in a block, unless they fill it before.
pub(super) const ORGANISMS: usize = 1 << 11;

/// The length, uncompressed, from which a block is full, in bytes.
pub(super) const FULL: usize = 1 << 20;

/// The longest block of organisms, uncompressed, in bytes. No organism takes the second half: that is far above the
/// limits of memory, DNA and path.
pub(super) const LIMIT: u64 = 2 * FULL as u64;

/// Appends a block with this content.
pub(super) fn append(blocks: &mut Vec<u8>, content: &[u8], level: Level) -> io::Result<()> {
    let compressed = compress(content, level);
    let length = u32::try_from(compressed.len()).map_err(io::Error::other)?;
    blocks.extend(length.to_le_bytes());
    blocks.extend(compressed);
    Ok(())
}

/// Decompresses a block of at most `limit` bytes.
pub(super) fn content(block: &[u8], limit: u64) -> Result<Vec<u8>, SnapshotProblem> {
    let invalid = |_| SnapshotProblem::Invalid("it is not valid compressed data");
    decompress(block, limit).map_err(invalid)
}

/// Takes a body apart.
pub(super) struct Blocks<R>(Take<R>);

impl<R: Read> Blocks<R> {
    /// The blocks of a body of this length, whose bytes exist.
    pub fn new(body: Take<R>) -> Self {
        Self(body)
    }

    /// The next block, still compressed, which is of at most `limit` bytes otherwise; `None` after the last one.
    pub fn next(&mut self, limit: u64) -> Result<Option<Vec<u8>>, SnapshotProblem> {
        if self.0.limit() == 0 {
            return Ok(None);
        }
        let mut length = [0; 4];
        self.0.read_exact(&mut length).map_err(unreadable)?;
        let length = u32::from_le_bytes(length);
        if u64::from(length) > self.0.limit() {
            return Err(SnapshotProblem::Invalid("it ends within a block"));
        }
        // What cannot be compressed gets a little longer.
        if u64::from(length) > limit.saturating_add(limit >> 7).saturating_add(64) {
            return Err(SnapshotProblem::Invalid("a block is too long"));
        }
        let mut block = vec![0; length as usize];
        self.0.read_exact(&mut block).map_err(unreadable)?;
        Ok(Some(block))
    }

    /// The next blocks of organisms, at most so many.
    pub fn next_of_organisms(&mut self, most: usize) -> Result<Vec<Vec<u8>>, SnapshotProblem> {
        let next = (0..most).map_while(|_| self.next(LIMIT).transpose());
        next.collect()
    }
}

fn unreadable(error: io::Error) -> SnapshotProblem {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => SnapshotProblem::Invalid("it ends within a block"),
        _ => SnapshotProblem::Unreadable(error),
    }
}
