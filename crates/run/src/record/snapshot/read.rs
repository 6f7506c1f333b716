//! Reading a snapshot from untrusted bytes. All threads decode and validate some blocks while the organisms of those
//! before them are added to the world.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use rayon::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_sim::world::{
    Frame, Population, Restoration, RestoreError, SavedOrganism, ValidOrganisms, World,
};

use super::blocks::{self, Blocks};
use super::head::Head;
use super::{Snapshot, SnapshotError, SnapshotProblem};

/// The number of blocks that are decoded at a time.
const AT_ONCE: usize = 1 << 4;

/// The least bytes of a body for each organism for which room is made before it is read.
const LEAST_BYTES: u64 = 16;

/// Most organisms are longer in a block, in bytes.
const USUAL_BYTES: usize = 80;

/// The longest first block, uncompressed, in bytes: the largest terrain, the code of many species, and for each
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
    let world = world(&head, Blocks::new(source.take(head.body_length)))?;
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

/// Restores the world of a body, and compares it with the header.
fn world<R: Read>(head: &Head, mut body: Blocks<R>) -> Result<World, SnapshotProblem> {
    let limit = frame_limit(head.organisms);
    let first = body.next(limit)?.ok_or(SnapshotProblem::Invalid("it has no content"))?;
    let (plants, animals, frame) = match postcard::take_from_bytes(&blocks::content(&first, limit)?)
    {
        Ok((content, [])) => content,
        _ => return Err(SnapshotProblem::Invalid("a record is invalid")),
    };
    drop(first);
    let restoration = Restoration::new(frame)?;
    let mut population = Population::default();
    let most = head.body_length / LEAST_BYTES;
    let room = |count: u64| usize::try_from(count.min(most)).unwrap_or(0);
    population.reserve(room(plants), room(animals));
    add_all(head, body, &restoration, &mut population)?;
    let world = restoration.world(population)?;
    let found = world.state_hash();
    if world.tick() != head.tick || found != head.state_hash {
        return Err(SnapshotProblem::AnotherState { expected: head.state_hash, found });
    }
    Ok(world)
}

/// The organisms of each block, or what is wrong with it.
type Decoded = Vec<Result<ValidOrganisms, SnapshotProblem>>;

/// Adds all organisms of a body.
fn add_all<R: Read>(
    head: &Head,
    mut body: Blocks<R>,
    restoration: &Restoration,
    population: &mut Population,
) -> Result<(), SnapshotProblem> {
    let mut left = head.organisms;
    let mut ready = Decoded::new();
    loop {
        let blocks = body.next_of_organisms(AT_ONCE)?;
        if blocks.is_empty() && ready.is_empty() {
            break;
        }
        let mut next = Decoded::new();
        let decode = |block: &Vec<u8>| organisms_of(restoration, block);
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = blocks.par_iter().map(decode).collect());
            ready.into_iter().try_for_each(|organisms| add(population, organisms?, &mut left))
        })?;
        ready = next;
    }
    if left > 0 {
        return Err(SnapshotProblem::Invalid("it ends before its last organism"));
    }
    Ok(())
}

/// Adds organisms, of which so many are `left`.
fn add(
    population: &mut Population,
    organisms: ValidOrganisms,
    left: &mut u64,
) -> Result<(), SnapshotProblem> {
    *left = left
        .checked_sub(organisms.count() as u64)
        .ok_or(SnapshotProblem::Invalid("there is data after its last organism"))?;
    population.add(organisms);
    Ok(())
}

/// Decodes and validates the organisms of a block.
fn organisms_of(
    restoration: &Restoration,
    block: &[u8],
) -> Result<ValidOrganisms, SnapshotProblem> {
    let content = blocks::content(block, blocks::LIMIT)?;
    let mut organisms = Vec::with_capacity(blocks::ORGANISMS.min(content.len() / USUAL_BYTES));
    let mut rest = &content[..];
    while !rest.is_empty() {
        if organisms.len() == blocks::ORGANISMS {
            return Err(SnapshotProblem::Invalid("a block has too many organisms"));
        }
        let (organism, after) = postcard::take_from_bytes(rest)
            .map_err(|_| SnapshotProblem::Invalid("a record is invalid"))?;
        organisms.push(organism);
        rest = after;
    }
    Ok(restoration.validated(organisms)?)
}
