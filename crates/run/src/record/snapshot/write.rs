//! Writing a snapshot. All threads encode and compress some thousands of organisms while those before them are
//! written, so that there is never a second copy of all of them.

use std::io::{self, Seek, SeekFrom, Write};

use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_output::compression::Level;
use terrarium_sim::world::{OrganismViews, World};

use super::blocks;
use super::head::{FORMAT, Head, PROGRAM};

/// The number of blocks that are compressed at a time.
const AT_ONCE: usize = 1 << 5;

/// The level of organisms: the next one takes three times as long, and saves some percents.
const LEVEL: Level = Level::Fast;

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
    let (frame, organisms) = rayon::join(|| frame_block(world), || world.along_curve());
    let views = world.organism_views();
    let mut body = HashingWriter::new(&mut out);
    let mut ready = vec![frame?];
    for part in organisms.chunks(AT_ONCE * blocks::ORGANISMS) {
        let mut next = Ok(Vec::new());
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| next = encoded(&views, part));
            write_all(&mut body, &ready)
        })?;
        ready = next?;
    }
    write_all(&mut body, &ready)?;
    let head = Head {
        format: FORMAT,
        program: PROGRAM.to_owned(),
        body_length: body.length,
        organisms: organisms.len() as u64,
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

/// The first block: the number of plants and animals, and the frame of the world.
fn frame_block(world: &World) -> io::Result<Vec<u8>> {
    let plants = world.query::<&PlantTraits>().iter().len() as u64;
    let animals = world.query::<&Traits>().iter().len() as u64;
    let content = postcard::to_stdvec(&(plants, animals, world.frame()));
    let mut block = Vec::new();
    blocks::append(&mut block, &content.map_err(io::Error::other)?, Level::Default)?;
    Ok(block)
}

/// The blocks of some organisms, in their order.
fn encoded(views: &OrganismViews<'_>, organisms: &[Entity]) -> io::Result<Vec<Vec<u8>>> {
    organisms.par_chunks(blocks::ORGANISMS).map(|part| blocks_of(views, part)).collect()
}

/// Some organisms as a block, or several if they are large.
fn blocks_of(views: &OrganismViews<'_>, organisms: &[Entity]) -> io::Result<Vec<u8>> {
    let (mut blocks, mut content) = (Vec::new(), Vec::new());
    for &entity in organisms {
        content = postcard::to_extend(&views.of(entity), content).map_err(io::Error::other)?;
        if content.len() >= blocks::FULL {
            blocks::append(&mut blocks, &content, LEVEL)?;
            content.clear();
        }
    }
    if !content.is_empty() {
        blocks::append(&mut blocks, &content, LEVEL)?;
    }
    Ok(blocks)
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
