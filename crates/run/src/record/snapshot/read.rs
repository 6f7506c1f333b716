//! Reading a snapshot from untrusted bytes.

use std::io::{self, Read, Seek, SeekFrom, Take};
use std::path::Path;

use serde::de::DeserializeOwned;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_output::compression::Decompressor;
use terrarium_sim::world::{Frame, RestoreError, SavedOrganism, World};

use super::head::Head;
use super::{Snapshot, SnapshotError, SnapshotProblem};

/// The longest record of an organism, in bytes: far above the limits of memory, DNA and path.
const ORGANISM_LIMIT: u64 = 1 << 20;

/// The longest frame, in bytes: the largest terrain, the code of many species, and for each
/// organism the events of a tick, which may include a fault with its reason.
fn frame_limit(organisms: u64) -> u64 {
    (256_u64 << 20).saturating_add(organisms.saturating_mul(1024))
}

/// Reads a snapshot from the beginning of `source` to its end. Error messages name it `path`.
///
/// # Errors
/// When `source` cannot be read, or is not a complete and valid snapshot in the format of this
/// version.
pub fn read<R: Read + Seek>(path: impl AsRef<Path>, source: R) -> Result<Snapshot, SnapshotError> {
    read_checked(source).map_err(|problem| problem.of(path.as_ref()))
}

fn read_checked<R: Read + Seek>(mut source: R) -> Result<Snapshot, SnapshotProblem> {
    let length = source.seek(SeekFrom::End(0)).map_err(SnapshotProblem::Unreadable)?;
    source.rewind().map_err(SnapshotProblem::Unreadable)?;
    let head = Head::read(&mut source)?;
    let body = Head::LENGTH as u64;
    check_body(&head, length - body, (&mut source).take(head.body_length))?;
    source.seek(SeekFrom::Start(body)).map_err(SnapshotProblem::Unreadable)?;
    let world = Decoder::new(source.take(head.body_length)).world(&head)?;
    Ok(Snapshot { world, head })
}

/// Restores a world from its frame and its organisms, in order of identity, and checks both.
pub(in crate::record) fn restore(
    frame: Frame,
    organisms: impl Iterator<Item = Result<SavedOrganism, SnapshotProblem>>,
) -> Result<World, SnapshotProblem> {
    frame.check()?;
    let mut world = World::from_frame(frame).map_err(RestoreError::from)?;
    let mut last = OrganismId::NONE;
    for organism in organisms {
        let organism = organism?;
        let id = organism.who.id;
        world.admit(organism, last)?;
        last = id;
    }
    Ok(world)
}

/// Compares the length and the hash of the body with the header.
fn check_body(head: &Head, length: u64, body: impl Read) -> Result<(), SnapshotProblem> {
    if length < head.body_length {
        return Err(SnapshotProblem::Truncated { missing: head.body_length - length });
    }
    if length > head.body_length {
        return Err(SnapshotProblem::Trailing { extra: length - head.body_length });
    }
    // Organisms have unique identities, so each takes at least a byte, however well they compress.
    if head.organisms > head.body_length {
        return Err(SnapshotProblem::Invalid("it is too short for its number of organisms"));
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(body).map_err(SnapshotProblem::Unreadable)?;
    if hasher.finalize().as_bytes() == &head.body_hash {
        Ok(())
    } else {
        Err(SnapshotProblem::Damaged { part: "body" })
    }
}

/// Decodes the records of a body.
struct Decoder<R: Read> {
    zstd: Decompressor<Take<R>>,
    record: Vec<u8>,
}

impl<R: Read> Decoder<R> {
    fn new(body: Take<R>) -> Self {
        Self { zstd: Decompressor::new(body), record: Vec::new() }
    }

    /// Decodes the world.
    fn world(mut self, head: &Head) -> Result<World, SnapshotProblem> {
        let frame: Frame = self.record(frame_limit(head.organisms))?;
        let world = restore(frame, (0..head.organisms).map(|_| self.record(ORGANISM_LIMIT)))?;
        self.end()?;
        let found = world.state_hash();
        if world.tick() != head.tick || found != head.state_hash {
            return Err(SnapshotProblem::AnotherState { expected: head.state_hash, found });
        }
        Ok(world)
    }

    /// Decodes the next record, of at most `limit` bytes.
    fn record<T: DeserializeOwned>(&mut self, limit: u64) -> Result<T, SnapshotProblem> {
        let mut length = [0; 4];
        self.zstd.read_exact(&mut length).map_err(of_content)?;
        let length = u64::from(u32::from_le_bytes(length));
        if length > limit {
            return Err(SnapshotProblem::Invalid("a record is too long"));
        }
        // The buffer grows with the data that exists, whatever length is claimed.
        self.record.clear();
        let part = (&mut self.zstd).take(length);
        let found = { part }.read_to_end(&mut self.record).map_err(of_content)?;
        match postcard::take_from_bytes(&self.record) {
            Ok((content, [])) if found as u64 == length => Ok(content),
            _ => Err(SnapshotProblem::Invalid("a record is invalid")),
        }
    }

    /// Checks that nothing follows.
    fn end(mut self) -> Result<(), SnapshotProblem> {
        match self.zstd.read(&mut [0]) {
            Ok(0) => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::InvalidData => Err(of_content(error)),
            _ => Err(SnapshotProblem::Invalid("there is data after its last organism")),
        }
    }
}

fn of_content(error: io::Error) -> SnapshotProblem {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            SnapshotProblem::Invalid("it ends before its last organism")
        }
        io::ErrorKind::Other | io::ErrorKind::InvalidData => {
            SnapshotProblem::Invalid("it is not valid compressed data")
        }
        _ => SnapshotProblem::Unreadable(error),
    }
}
