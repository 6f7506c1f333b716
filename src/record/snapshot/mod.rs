//! A world as a file: versioned, compressed, and checked to the last bit when it is read.
//!
//! | bytes | what |
//! |---|---|
//! | 144 | the [`Head`], laid out the same in every format |
//! | the rest | the body, compressed with zstd: records, each its length (4 bytes) and its content |
//!
//! The first record is the [`Frame`](crate::world::Frame), all others are organisms by identity,
//! as `postcard` writes them. Organisms pass one at a time in both directions, so that a million
//! of them never exist twice in memory.
//!
//! A file is read only if it is what was written: not a bit may differ, nothing be missing and
//! nothing added. The checksums guard against accidents. They cannot guard against somebody who
//! makes a file by hand, so the content is checked too, and the world that comes out must have
//! the state hash that the head names.

mod error;
mod head;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::RecordError;
use crate::atomic_file;
use crate::input::regular_file;
use crate::world::World;

pub use error::{SnapshotError, SnapshotProblem};
pub use head::{FORMAT, Head, SnapshotId};
pub use read::read;
pub use write::write;

/// A world that was read from a file, and what its head says about it.
pub struct Snapshot {
    /// The world, ready to go on.
    pub world: World,
    /// The head of its file.
    pub head: Head,
}

impl Snapshot {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read, or is anything but a whole and sound snapshot in the format
    /// of this version. Every message begins with the path.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SnapshotError> {
        let path = path.as_ref();
        let file = open(path).map_err(|problem| problem.of(path))?;
        read(path, file)
    }
}

/// Whether the file at `path` begins like a snapshot.
#[must_use]
pub fn is_snapshot(path: &Path) -> bool {
    regular_file::begins_with(path, &head::MAGIC)
}

/// Writes a world into the file at `path`, which appears whole or not at all; a file that was
/// there is replaced.
///
/// # Errors
/// When it cannot be written. Nothing is left behind then, and a file that was there stays.
pub fn save(world: &World, path: impl AsRef<Path>) -> Result<Head, RecordError> {
    let path = path.as_ref();
    let written = atomic_file::write(path, |file| write_through(world, file));
    written.map_err(RecordError::writing(path))
}

/// Writes a world into an open file and has the system bring it to the disk.
pub(super) fn write_through(world: &World, file: &mut File) -> io::Result<Head> {
    let mut out = BufWriter::new(file);
    let head = write(world, &mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    Ok(head)
}

fn open(path: &Path) -> Result<File, SnapshotProblem> {
    if path.is_dir() {
        return Err(SnapshotProblem::Directory);
    }
    regular_file::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SnapshotProblem::NoFile,
        _ => SnapshotProblem::Unreadable(error),
    })
}
