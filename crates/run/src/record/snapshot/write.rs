//! Writing a snapshot. All threads encode some thousands of organisms while those before them are compressed, so
//! that there is never a second copy of all of them.

use std::io::{self, Seek, SeekFrom, Write};

use hecs::Entity;
use rayon::prelude::*;
use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_output::compression::{Compressor, Level};
use terrarium_sim::world::World;

use super::head::{FORMAT, Head, PROGRAM};

/// The number of organisms that are encoded at a time, and by one thread.
const AT_ONCE: usize = 1 << 15;
const BATCH: usize = 1 << 11;

/// Writes a snapshot at the current position of `out`, and leaves `out` at its end.
///
/// Writes are small, so `out` should be buffered.
///
/// # Errors
/// When writing fails. The written bytes are not a valid snapshot then.
pub fn write<W: Write + Seek>(world: &World, mut out: W) -> io::Result<Head> {
    let start = out.stream_position()?;
    // The header is written last, because it has the length and hash of the body.
    out.write_all(&[0; Head::LENGTH])?;
    let roster = world.roster();
    let mut body = Compressor::new(HashingWriter::new(&mut out), Level::Default);
    let mut ready = vec![with_record(Vec::new(), &world.frame())?];
    for part in roster.chunks(AT_ONCE) {
        let mut next = Ok(Vec::new());
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = encoded(world, part));
            write_all(&mut body, &ready)
        })?;
        ready = next?;
    }
    write_all(&mut body, &ready)?;
    let body = body.finish()?;
    let head = Head {
        format: FORMAT,
        program: PROGRAM.to_owned(),
        body_length: body.length,
        organisms: roster.len() as u64,
        tick: world.tick(),
        state_hash: world.state_hash(),
        body_hash: *body.hasher.finalize().as_bytes(),
    };
    let end = out.stream_position()?;
    out.seek(SeekFrom::Start(start))?;
    out.write_all(&head.encode())?;
    out.seek(SeekFrom::Start(end))?;
    Ok(head)
}

fn write_all(out: &mut impl Write, parts: &[Vec<u8>]) -> io::Result<()> {
    parts.iter().try_for_each(|part| out.write_all(part))
}

/// The records of some organisms, in their order.
fn encoded(world: &World, organisms: &[(OrganismId, Entity)]) -> io::Result<Vec<Vec<u8>>> {
    let of_batch = |batch: &[(OrganismId, Entity)]| {
        let mut entities = batch.iter().map(|&(_, entity)| entity);
        entities.try_fold(Vec::new(), |records, entity| with_record(records, &world.saved(entity)))
    };
    organisms.par_chunks(BATCH).map(of_batch).collect()
}

/// Appends a record: its length and its content.
fn with_record<T: Serialize>(mut records: Vec<u8>, content: &T) -> io::Result<Vec<u8>> {
    let start = records.len();
    records.extend([0; 4]);
    let mut records = postcard::to_extend(content, records).map_err(io::Error::other)?;
    let length = u32::try_from(records.len() - start - 4).map_err(io::Error::other)?;
    records[start..start + 4].copy_from_slice(&length.to_le_bytes());
    Ok(records)
}

/// Counts and hashes the bytes written through it.
struct HashingWriter<W> {
    out: W,
    hasher: blake3::Hasher,
    length: u64,
}

impl<W> HashingWriter<W> {
    fn new(out: W) -> Self {
        Self { out, hasher: blake3::Hasher::new(), length: 0 }
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
