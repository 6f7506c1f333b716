//! A world in a file: versioned, compressed, and fully checked when it is read.
//!
//! | bytes | content |
//! |---|---|
//! | 144 | the [`Head`], with the same layout in every format |
//! | the rest | the body: blocks, each its length (4 bytes, little-endian) and its content, a zstd frame |
//!
//! The content of the first block is the number of plants, the number of animals, and the
//! [`Frame`](terrarium_sim::world::Frame). All others hold organisms, one after the other, along a Hilbert curve through
//! them and then by identity: so a restored world is laid out in memory like one that runs. A reader takes them in any
//! order. A block ends after 2048 organisms, or with the one with which it has a megabyte. Everything is encoded with
//! `postcard`.
//!
//! Blocks are encoded and decoded by all threads, some at a time, so that organisms never exist twice in memory.
//!
//! A file with any changed, missing or additional bit is refused. The checksums protect against
//! accidental damage, but not against forged files. Therefore the content is validated too, and the
//! restored world must have the state hash in the header.

mod blocks;
mod error;
mod head;
mod read;
mod write;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use terrarium_creatures::species::BehaviourRefusal;
use terrarium_input::regular_file;
use terrarium_output::RecordError;
use terrarium_output::atomic_file;
use terrarium_sim::behaviours;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;

pub use error::{SnapshotError, SnapshotProblem};
pub use head::{FORMAT, Head, SnapshotId};
pub use read::read;
pub(super) use read::restore;
pub use write::write;

/// A world that was read from a file, with the header of the file.
pub struct Snapshot {
    /// The world, ready to be simulated.
    pub world: World,
    /// The header of the file.
    pub head: Head,
}

impl Snapshot {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read, or is not a complete and valid snapshot in the format of this
    /// version. Every message begins with the path.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SnapshotError> {
        let path = path.as_ref();
        let file = open(path).map_err(|problem| problem.of(path))?;
        read(path, file)
    }

    /// A simulation that continues the world, with the behaviours that its species choose.
    ///
    /// # Errors
    /// When one of them cannot be made, because it was made for another engine.
    pub fn resume(self) -> Result<Simulation, BehaviourRefusal> {
        let config = self.world.config();
        let behaviours = behaviours::make_all(&config.species, &config.rules)?;
        Ok(Simulation::new(self.world, behaviours))
    }
}

/// Whether the file at `path` begins with the signature of snapshots.
#[must_use]
pub fn is_snapshot(path: &Path) -> bool {
    regular_file::begins_with(path, &head::MAGIC)
}

/// Writes a world to the file at `path`, atomically; an existing file is replaced.
///
/// # Errors
/// When it cannot be written. An existing file is unchanged then.
pub fn save(world: &World, path: impl AsRef<Path>) -> Result<Head, RecordError> {
    let path = path.as_ref();
    let written = atomic_file::write(path, |file| write_through(world, file));
    written.map_err(RecordError::writing(path))
}

/// Writes a world to an open file, and syncs it to the disk.
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
