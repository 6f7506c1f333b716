//! Worlds in files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;

use proptest::prelude::*;
use terrarium_creatures::behaviour::{Event, EventKind, Memory, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_output::compression::{Level, compress, decompress};
use terrarium_run::SimulationBuilder;
use terrarium_run::record::recording;
use terrarium_run::record::snapshot::{FORMAT, Head, Snapshot, read, save, write};
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Body, Identity, Life, Mind, SavedNature, World, WorldConfig};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_testing::{simulated, simulation_of, small_world, with_threads};

fn bytes_of(world: &World) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    write(world, &mut bytes).unwrap();
    bytes.into_inner()
}

fn refusal(bytes: &[u8]) -> String {
    match read("a.snapshot", Cursor::new(bytes)) {
        Ok(_) => panic!("it was read"),
        Err(error) => {
            error.to_string().replace(&format!("reads format {FORMAT}"), "reads format N")
        }
    }
}

/// The header of a snapshot, as its manual describes it.
#[derive(Clone)]
struct Header([u8; Head::LENGTH]);

impl Header {
    const FORMAT: usize = 16;
    const PROGRAM: usize = 20;
    const BODY_LENGTH: usize = 40;
    const ORGANISMS: usize = 48;
    const STATE_HASH: usize = 64;
    const BODY_HASH: usize = 80;
    const CHECKSUM: usize = 112;

    /// The header with other bytes from `index` on, and a valid checksum.
    fn with(mut self, index: usize, bytes: &[u8]) -> Self {
        self.0[index..index + bytes.len()].copy_from_slice(bytes);
        let checksum = blake3::hash(&self.0[..Self::CHECKSUM]);
        self.0[Self::CHECKSUM..].copy_from_slice(checksum.as_bytes());
        self
    }
}

/// The header and the body of the snapshot of a world.
fn parts_of(world: &World) -> (Header, Vec<u8>) {
    let bytes = bytes_of(world);
    let (head, body) = bytes.split_first_chunk().unwrap();
    (Header(*head), body.to_vec())
}

/// A snapshot of this header and body with valid checksums.
fn sealed(head: Header, body: &[u8]) -> Vec<u8> {
    let head = head.with(Header::BODY_LENGTH, &(body.len() as u64).to_le_bytes());
    let head = head.with(Header::BODY_HASH, blake3::hash(body).as_bytes());
    [head.0.as_slice(), body].concat()
}

/// The contents of the blocks of a body: of the frame, and of organisms.
fn contents_of(mut body: &[u8]) -> Vec<Vec<u8>> {
    let mut contents = Vec::new();
    while let Some((length, rest)) = body.split_first_chunk() {
        let (block, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        contents.push(decompress(block, 1 << 30).unwrap());
        body = rest;
    }
    contents
}

/// A body of blocks with these contents.
fn body_of(contents: &[Vec<u8>]) -> Vec<u8> {
    let block = |content: &Vec<u8>| {
        let block = compress(content, Level::Fast);
        [&u32::try_from(block.len()).unwrap().to_le_bytes(), &block[..]].concat()
    };
    contents.iter().flat_map(block).collect()
}

/// A snapshot with valid checksums, the contents of whose blocks were modified by `change`.
fn forged(world: &World, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Vec<u8> {
    let (head, body) = parts_of(world);
    let mut contents = contents_of(&body);
    change(&mut contents);
    sealed(head, &body_of(&contents))
}

#[test]
fn a_world_reads_back_as_it_was_written() {
    let sim = simulated(12);
    let world = sim.world();
    let kinds = world.roster().into_iter().map(|(_, entity)| match world.saved(entity).nature {
        SavedNature::Plant(..) => 'p',
        SavedNature::Animal(_, _, ref mind, _) if !mind.memory.bytes().is_empty() => 'm',
        SavedNature::Animal(..) => 'a',
        SavedNature::Carcass(_) => 'c',
    });
    let kinds: BTreeSet<char> = kinds.collect();
    assert!(kinds.is_superset(&['p', 'm', 'c'].into()), "some kinds are missing: {kinds:?}");

    let bytes = bytes_of(world);
    let snapshot = read("a.snapshot", Cursor::new(&bytes)).unwrap();
    let restored = &snapshot.world;
    assert_eq!(restored.frame(), world.frame());
    let organisms = |world: &World| {
        world.roster().into_iter().map(|(_, entity)| world.saved(entity)).collect::<Vec<_>>()
    };
    assert_eq!(organisms(restored), organisms(world));
    assert_eq!(restored.state_hash(), world.state_hash());
    assert_eq!(snapshot.head.state_hash, world.state_hash());
    assert_eq!((snapshot.head.tick, snapshot.head.organisms), (12, world.roster().len() as u64));
    assert_eq!(bytes_of(restored), bytes, "equal worlds have equal files");
}

#[test]
fn a_world_of_several_parts_is_the_same_file_on_any_number_of_threads() {
    let overrides = ["world.size=[30000, 30000]", "population.clover=70000"];
    let world =
        SimulationBuilder::new("meadow").overrides(&overrides).build().unwrap().into_world();
    let files = [1, 2, 16].map(|threads| with_threads(threads, || bytes_of(&world)));
    assert!(files.iter().all(|file| *file == files[0]));
    let Snapshot { head, world: restored } = read("a.snapshot", Cursor::new(&files[0])).unwrap();
    assert!(head.organisms > 70_000, "{}", head.organisms);
    let slots: Vec<u32> = restored.along_curve().iter().map(|entity| entity.id()).collect();
    assert!(slots.is_sorted(), "it is laid out in memory");
    assert_eq!(restored.state_hash(), world.state_hash());
}

#[test]
fn a_world_continues_from_any_snapshot_like_one_that_was_never_saved() {
    let mut whole = simulation_of(small_world());
    let mut restored: Vec<Simulation> = Vec::new();
    for tick in 0..150 {
        if tick % 30 == 0 {
            let bytes = bytes_of(whole.world());
            restored.push(simulation_of(read("a.snapshot", Cursor::new(&bytes)).unwrap().world));
        }
        whole.tick();
        let expected = whole.world().state_hash();
        for sim in &mut restored {
            sim.tick();
            assert_eq!(sim.world().state_hash(), expected, "tick {tick}");
        }
    }
}

#[test]
fn every_kind_of_invalid_file_has_its_own_message() {
    let good = bytes_of(&small_world());
    let longer = [&good[..], b"more"].concat();
    let (other, _) = parts_of(&small_world());
    let other = other.with(Header::FORMAT, &99_u32.to_le_bytes());
    let other = other.with(Header::PROGRAM, b"7.1.0");
    insta::assert_snapshot!(
        [
            refusal(b""),
            refusal(b"[world]\nsize = [100, 100]\n"),
            refusal(&good[..Head::LENGTH - 1]),
            refusal(&good[..good.len() - 2]),
            refusal(&longer),
            refusal(&other.0),
        ]
        .join("\n"),
        @"
        a.snapshot: the file is empty; use another snapshot
        a.snapshot: this is not a snapshot; give a file written by a run, such as its `final.snapshot`
        a.snapshot: the file is cut short (bytes missing at its end: 1); use another copy
        a.snapshot: the file is cut short (bytes missing at its end: 2); use another copy
        a.snapshot: there is data after its end (extra bytes: 4); use another copy
        a.snapshot: it is in format 99, of terrarium 7.1.0, but this is terrarium 0.1.0, which reads format N; use it with terrarium 7.1.0
        "
    );
}

#[test]
fn missing_files_and_directories_are_reported_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |path: &Path| match Snapshot::load(path) {
        Ok(_) => panic!("it was read"),
        Err(error) => error.to_string(),
    };
    let missing = folder.path().join("no.snapshot");
    let message = refusal(&missing);
    assert_eq!(message, format!("{}: there is no such file; check the path", missing.display()));
    assert!(refusal(folder.path()).contains("this is a directory; give one of its files"));
}

#[test]
fn a_saved_file_replaces_another_and_leaves_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.snapshot");
    fs::write(&path, "something else").unwrap();
    let head = save(&small_world(), &path).unwrap();
    assert_eq!(Head::load(&path).unwrap(), head);
    assert_eq!(Snapshot::load(&path).unwrap().head.id(), head.id());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    let nowhere = folder.path().join("no").join("world.snapshot");
    let message = save(&small_world(), &nowhere).unwrap_err().to_string();
    assert!(message.contains("world.snapshot: cannot be written: "), "{message}");
}

/// A writer that is full after so many bytes.
struct Full(Cursor<Vec<u8>>, usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.1.min(bytes.len());
        self.1 -= room;
        if room == 0 {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            self.0.write(&bytes[..room])
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl io::Seek for Full {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_is_reported_at_any_byte() {
    let world = small_world();
    let needed = bytes_of(&world).len() + Head::LENGTH;
    assert!(write(&world, Full(Cursor::default(), needed)).is_ok());
    for room in 0..needed {
        let error = write(&world, Full(Cursor::default(), room)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "room for {room}");
    }
}

#[test]
fn a_file_with_valid_checksums_and_an_invalid_world_is_refused() {
    let world = small_world();
    let cut = forged(&world, |blocks| {
        blocks[1].pop();
    });
    let gone = forged(&world, |blocks| blocks.truncate(1));
    let nothing = forged(&world, Vec::clear);
    let more = forged(&world, |blocks| blocks.push(blocks[1].clone()));
    let long = forged(&world, |blocks| blocks[1].resize(3 << 20, 0));
    let longer = forged(&world, |blocks| {
        blocks[1].resize(3 << 20, 0);
        blake3::Hasher::new().finalize_xof().fill(&mut blocks[1]);
    });
    let odd = forged(&world, |blocks| blocks[0].push(0));
    let dense = forged(&world, |blocks| blocks[1] = blocks[1].repeat(200));
    let (head, body) = parts_of(&world);
    let of = |count: u64| head.clone().with(Header::ORGANISMS, &count.to_le_bytes());
    let crowded = sealed(of(u64::MAX), &body);
    let plain = sealed(of(1), b"\x0e\0\0\0not compressed");
    let short = sealed(of(1), b"\x0f\0\0\0not compressed");
    insta::assert_snapshot!(
        [cut, gone, nothing, more, long, longer, odd, dense, crowded, plain, short].map(|bytes| refusal(&bytes)).join("\n"),
        @"
        a.snapshot: its content is not a valid world: a record is invalid; create the snapshot again
        a.snapshot: its content is not a valid world: it ends before its last organism; create the snapshot again
        a.snapshot: its content is not a valid world: it is too short for its number of organisms; create the snapshot again
        a.snapshot: its content is not a valid world: there is data after its last organism; create the snapshot again
        a.snapshot: its content is not a valid world: it is not valid compressed data; create the snapshot again
        a.snapshot: its content is not a valid world: a block is too long; create the snapshot again
        a.snapshot: its content is not a valid world: a record is invalid; create the snapshot again
        a.snapshot: its content is not a valid world: a block has too many organisms; create the snapshot again
        a.snapshot: its content is not a valid world: it is too short for its number of organisms; create the snapshot again
        a.snapshot: its content is not a valid world: it is not valid compressed data; create the snapshot again
        a.snapshot: its content is not a valid world: it ends within a block; create the snapshot again
        "
    );
}

#[test]
fn a_block_of_two_frames_is_refused() {
    let (head, body) = parts_of(&small_world());
    let (length, block) = body.split_first_chunk().unwrap();
    let second = compress(b"", Level::Fast);
    let longer = u32::from_le_bytes(*length) + u32::try_from(second.len()).unwrap();
    let (first, rest) = block.split_at(u32::from_le_bytes(*length) as usize);
    let forged = [&longer.to_le_bytes(), first, &second, rest].concat();
    let message = refusal(&sealed(head, &forged));
    assert!(message.contains("it is not valid compressed data"), "{message}");
}

#[test]
fn an_organism_that_is_there_twice_is_refused() {
    let (head, _) = parts_of(&small_world());
    let count = u64::try_from(small_world().organism_count()).unwrap() * 2;
    let twice = forged(&small_world(), |blocks| blocks.push(blocks[1].clone()));
    let (_, body) = twice.split_first_chunk::<{ Head::LENGTH }>().unwrap();
    let message = refusal(&sealed(head.with(Header::ORGANISMS, &count.to_le_bytes()), body));
    assert!(message.contains("the identity #1 is out of order"), "{message}");
}

#[test]
fn large_organisms_take_blocks_of_their_own() {
    let memory = vec![7; 300 << 10];
    let mut world = small_world();
    for mind in world.insides().organisms.query_mut::<&mut Mind>() {
        mind.memory = Memory::from_bytes(memory.clone());
    }
    let bytes = bytes_of(&world);
    let blocks = contents_of(&bytes[Head::LENGTH..]);
    assert!(blocks.len() > 2, "{}", blocks.len());
    let restored = read("a.snapshot", Cursor::new(&bytes)).unwrap().world;
    assert_eq!(restored.state_hash(), world.state_hash());
}

#[test]
fn a_room_that_is_claimed_for_more_organisms_than_there_are_is_bounded() {
    let world = small_world();
    let forged = forged(&world, |blocks| {
        let mut first = postcard::to_stdvec(&(u64::MAX, u64::MAX)).unwrap();
        let (_, frame) = postcard::take_from_bytes::<(u64, u64)>(&blocks[0]).unwrap();
        first.extend(frame);
        blocks[0] = first;
    });
    let restored = read("a.snapshot", Cursor::new(&forged)).unwrap().world;
    assert_eq!(restored.state_hash(), world.state_hash());
}

#[test]
fn an_inconsistent_world_is_refused() {
    let changed = |change: &dyn Fn(&mut World)| {
        let mut world = small_world();
        change(&mut world);
        refusal(&bytes_of(&world))
    };
    let config = |change: &dyn Fn(&mut WorldConfig)| {
        let mut config = small_world().config().clone();
        change(&mut config);
        refusal(&bytes_of(&World::new(config).unwrap()))
    };
    let first = |world: &World| world.roster()[0].1;
    let unknown = Event { to: OrganismId(9), species: SpeciesId(77), what: EventKind::Grew };
    insta::assert_snapshot!(
        [
            changed(&|world| *world.insides().next_id = OrganismId(20)),
            changed(&|world| world.insides().events.push(unknown.clone())),
            changed(&|world| {
                let first = first(world);
                let who = world.insides().organisms.query_one_mut::<&mut Identity>(first);
                who.unwrap().species = SpeciesId(3);
            }),
            changed(&|world| {
                let first = first(world);
                let body = world.insides().organisms.query_one_mut::<&mut Body>(first);
                body.unwrap().centre = DVec2::splat(1e9);
            }),
            changed(&|world| {
                let first = first(world);
                let who = world.insides().organisms.query_one_mut::<&mut Identity>(first);
                who.unwrap().species = SpeciesId(1);
            }),
            changed(&|world| {
                let first = first(world);
                let life = world.insides().organisms.query_one_mut::<&mut Life>(first);
                life.unwrap().damage = f64::NAN;
            }),
            config(&|config| config.rules.light = f64::INFINITY),
            config(&|config| config.bounds = Aabb { min: DVec2::ZERO, max: DVec2::NAN }),
        ]
        .join("\n"),
        @"
        a.snapshot: its content is inconsistent: the identity #37 is out of order; create the snapshot again
        a.snapshot: its content is inconsistent: an event of organism #9 is out of order or of an unknown species; create the snapshot again
        a.snapshot: its content is inconsistent: organism #1 belongs to a species that the world does not list; create the snapshot again
        a.snapshot: its content is inconsistent: the body of organism #1 lies outside the world or off the lattice; create the snapshot again
        a.snapshot: its content is inconsistent: organism #1 is of another kind than its species; create the snapshot again
        a.snapshot: its content is inconsistent: organism #1 has a value that is out of range; create the snapshot again
        a.snapshot: its content is inconsistent: rule `light` must lie between 0 and 1000000 energy per tick, not inf; create the snapshot again
        a.snapshot: its content is inconsistent: the bounds Aabb { min: DVec2(0.0, 0.0), max: DVec2(NaN, NaN) } are invalid; create the snapshot again
        "
    );
}

#[test]
fn a_header_with_another_state_hash_is_refused() {
    let (head, body) = parts_of(&small_world());
    let other = [head.0[Header::STATE_HASH] ^ 1];
    let message = refusal(&sealed(head.with(Header::STATE_HASH, &other), &body));
    assert!(message.contains("but its header says"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_single_flipped_bit_is_refused(index: prop::sample::Index, bit in 0_u8..8) {
        let mut bytes = bytes_of(&small_world());
        let index = index.index(bytes.len());
        bytes[index] ^= 1 << bit;
        prop_assert!(read("a.snapshot", Cursor::new(&bytes)).is_err());
    }

    #[test]
    fn a_truncated_file_is_refused(length: prop::sample::Index) {
        let bytes = bytes_of(&small_world());
        let length = length.index(bytes.len());
        prop_assert!(read("a.snapshot", Cursor::new(&bytes[..length])).is_err());
    }

    #[test]
    fn no_forged_body_makes_the_reader_panic(
        index: prop::sample::Index,
        bytes in prop::collection::vec(any::<u8>(), 1..12),
        in_frame: bool,
    ) {
        let file = forged(&small_world(), |blocks| {
            let block = &mut blocks[usize::from(!in_frame)];
            let index = index.index(block.len());
            let end = block.len().min(index + bytes.len());
            block[index..end].copy_from_slice(&bytes[..end - index]);
        });
        let _ = read("a.snapshot", Cursor::new(&file));
    }
}

#[test]
fn the_manual_names_the_formats_that_are_read() {
    let manual = include_str!("../../../../docs/results.md").replace('\n', " ");
    for told in [
        format!("This version writes and reads format {FORMAT}."),
        format!("This version writes format {} and reads all before it.", recording::FORMAT),
    ] {
        assert!(manual.contains(&told), "{told}");
    }
}
