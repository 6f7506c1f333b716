use std::fs;
use std::io::{Cursor, Write};

use proptest::prelude::*;

use super::*;
use crate::behaviour::{Event, EventKind, OrganismId};
use crate::compression::{Level, compress, decompress};
use crate::geometry::{Aabb, DVec2};
use crate::record::fixture::{going, lived, small_world};
use crate::species::SpeciesId;
use crate::tick::Simulation;
use crate::world::{Body, Identity, Life, SavedNature, WorldConfig};

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

/// The snapshot of a world, taken apart.
fn parts_of(world: &World) -> (Head, Vec<u8>) {
    let mut bytes = bytes_of(world);
    let body = bytes.split_off(Head::LENGTH);
    (Head::read(bytes.as_slice()).unwrap(), body)
}

/// A snapshot of this head and body whose checksums are in order.
fn sealed(mut head: Head, body: &[u8]) -> Vec<u8> {
    head.body_length = body.len() as u64;
    head.body_hash = *blake3::hash(body).as_bytes();
    [head.encoded().as_slice(), body].concat()
}

/// A snapshot whose checksums are in order, but of a body that `change` had a hand in.
fn forged(world: &World, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let (head, body) = parts_of(world);
    let mut body = decompress(&body, 1 << 30).unwrap();
    change(&mut body);
    sealed(head, &compress(&body, Level::Fast))
}

#[test]
fn a_world_reads_back_as_it_was_written() {
    let sim = lived(12);
    let world = sim.world();
    let kinds = world.roster().into_iter().map(|(_, entity)| match world.saved(entity).nature {
        SavedNature::Plant(..) => 'p',
        SavedNature::Animal(_, _, ref mind, _) if !mind.memory.bytes().is_empty() => 'm',
        SavedNature::Animal(..) => 'a',
        SavedNature::Carcass(_) => 'c',
    });
    let kinds: std::collections::BTreeSet<char> = kinds.collect();
    assert!(kinds.is_superset(&['p', 'm', 'c'].into()), "not everything is there: {kinds:?}");

    let bytes = bytes_of(world);
    let snapshot = read("a.snapshot", Cursor::new(&bytes)).unwrap();
    let again = &snapshot.world;
    assert_eq!(again.frame(), world.frame());
    let organisms = |world: &World| {
        world.roster().into_iter().map(|(_, entity)| world.saved(entity)).collect::<Vec<_>>()
    };
    assert_eq!(organisms(again), organisms(world));
    assert_eq!(again.state_hash(), world.state_hash());
    assert_eq!(snapshot.head.state_hash, world.state_hash());
    assert_eq!((snapshot.head.tick, snapshot.head.organisms), (12, world.roster().len() as u64));
    assert_eq!(bytes_of(again), bytes, "one world, one file");
}

#[test]
fn a_world_goes_on_from_any_snapshot_as_if_it_had_never_stopped() {
    let mut whole = going(small_world());
    let mut restored: Vec<Simulation> = Vec::new();
    for tick in 0..150 {
        if tick % 30 == 0 {
            let bytes = bytes_of(whole.world());
            restored.push(going(read("a.snapshot", Cursor::new(&bytes)).unwrap().world));
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
fn each_way_of_not_being_a_snapshot_is_told_apart() {
    let good = bytes_of(&small_world());
    let longer = [&good[..], b"more"].concat();
    let (mut other, _) = parts_of(&small_world());
    (other.format, other.program) = (9, "7.1.0".to_owned());
    insta::assert_snapshot!(
        [
            refusal(b""),
            refusal(b"[world]\nsize = [100, 100]\n"),
            refusal(&good[..Head::LENGTH - 1]),
            refusal(&good[..good.len() - 2]),
            refusal(&longer),
            refusal(&other.encoded()),
        ]
        .join("\n"),
        @"
        a.snapshot: the file is empty; use another snapshot
        a.snapshot: this is not a snapshot; give a file that a run has written, such as its `final.snapshot`
        a.snapshot: the file is cut short (bytes missing at its end: 1); use another copy
        a.snapshot: the file is cut short (bytes missing at its end: 2); use another copy
        a.snapshot: something follows after its end (bytes too many: 4); use another copy
        a.snapshot: it is in format 9, of terrarium 7.1.0, but this is terrarium 0.1.0, which reads format N; use it with terrarium 7.1.0
        "
    );
}

#[test]
fn what_is_no_file_is_told_by_its_path() {
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

/// Takes so many bytes and then is full.
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
fn a_full_disk_is_noticed_wherever_it_happens() {
    let world = small_world();
    let needed = bytes_of(&world).len() + Head::LENGTH;
    assert!(write(&world, Full(Cursor::default(), needed)).is_ok());
    for room in 0..needed {
        let error = write(&world, Full(Cursor::default(), room)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "room for {room}");
    }
}

#[test]
fn a_sound_file_of_a_senseless_world_is_refused() {
    let world = small_world();
    let cut = forged(&world, |body| body.truncate(body.len() - 3));
    let gone = forged(&world, Vec::clear);
    let more = forged(&world, |body| body.push(0));
    let long = forged(&world, |body| body[..4].fill(0xFF));
    let odd = forged(&world, |body| body[0] -= 1);
    let (head, body) = parts_of(&world);
    let crowded = sealed(Head { organisms: u64::MAX, ..head.clone() }, &body);
    let plain = sealed(Head { organisms: 1, ..head }, b"not compressed");
    insta::assert_snapshot!(
        [cut, gone, more, long, odd, crowded, plain].map(|bytes| refusal(&bytes)).join("\n"),
        @"
        a.snapshot: its content is no world: one of its parts is not what stands in its place; let terrarium write it anew
        a.snapshot: its content is no world: it cannot hold as many organisms as it says; let terrarium write it anew
        a.snapshot: its content is no world: something follows after its last organism; let terrarium write it anew
        a.snapshot: its content is no world: one of its parts is too long; let terrarium write it anew
        a.snapshot: its content is no world: one of its parts is not what stands in its place; let terrarium write it anew
        a.snapshot: its content is no world: it cannot hold as many organisms as it says; let terrarium write it anew
        a.snapshot: its content is no world: it is not compressed as it must be; let terrarium write it anew
        "
    );
}

#[test]
fn a_body_of_two_frames_is_refused() {
    let (head, body) = parts_of(&small_world());
    let empty = compress(b"", Level::Fast);
    let message = refusal(&sealed(head, &[body, empty].concat()));
    assert!(message.contains("something follows after its last organism"), "{message}");
}

#[test]
fn a_world_that_contradicts_itself_is_refused() {
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
    let stranger = Event { to: OrganismId(9), species: SpeciesId(77), what: EventKind::Grew };
    insta::assert_snapshot!(
        [
            changed(&|world| world.next_id = OrganismId(20)),
            changed(&|world| world.events.push(stranger.clone())),
            changed(&|world| {
                let who = world.organisms.query_one_mut::<&mut Identity>(first(world));
                who.unwrap().species = SpeciesId(3);
            }),
            changed(&|world| {
                let body = world.organisms.query_one_mut::<&mut Body>(first(world));
                body.unwrap().centre = DVec2::splat(1e9);
            }),
            changed(&|world| {
                let who = world.organisms.query_one_mut::<&mut Identity>(first(world));
                who.unwrap().species = SpeciesId(1);
            }),
            changed(&|world| {
                let life = world.organisms.query_one_mut::<&mut Life>(first(world));
                life.unwrap().damage = f64::NAN;
            }),
            config(&|config| config.rules.light = f64::INFINITY),
            config(&|config| config.bounds = Aabb { min: DVec2::ZERO, max: DVec2::NAN }),
        ]
        .join("\n"),
        @"
        a.snapshot: its content contradicts itself: the identity #20 is out of order; let terrarium write it anew
        a.snapshot: its content contradicts itself: an event of organism #9 is out of order or of an unknown species; let terrarium write it anew
        a.snapshot: its content contradicts itself: organism #1 belongs to a species that the world does not list; let terrarium write it anew
        a.snapshot: its content contradicts itself: the body of organism #1 lies outside the world or off the lattice; let terrarium write it anew
        a.snapshot: its content contradicts itself: organism #1 is of another kind than its species; let terrarium write it anew
        a.snapshot: its content contradicts itself: organism #1 has a value that is out of range; let terrarium write it anew
        a.snapshot: its content contradicts itself: rule `light` must lie between 0 and 1000000 energy per tick, not inf; let terrarium write it anew
        a.snapshot: its content contradicts itself: the bounds Aabb { min: DVec2(0.0, 0.0), max: DVec2(NaN, NaN) } are invalid; let terrarium write it anew
        "
    );
}

#[test]
fn a_head_that_names_another_state_is_refused() {
    let (mut head, body) = parts_of(&small_world());
    head.state_hash.0 ^= 1;
    let message = refusal(&sealed(head, &body));
    assert!(message.contains("but its head says"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_single_flipped_bit_is_refused(place: prop::sample::Index, bit in 0_u8..8) {
        let mut bytes = bytes_of(&small_world());
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        prop_assert!(read("a.snapshot", Cursor::new(&bytes)).is_err());
    }

    #[test]
    fn a_cut_file_is_refused(length: prop::sample::Index) {
        let bytes = bytes_of(&small_world());
        let length = length.index(bytes.len());
        prop_assert!(read("a.snapshot", Cursor::new(&bytes[..length])).is_err());
    }

    #[test]
    fn no_forged_body_makes_the_reader_panic(
        place: prop::sample::Index,
        bytes in prop::collection::vec(any::<u8>(), 1..12),
    ) {
        let file = forged(&small_world(), |body| {
            let place = place.index(body.len());
            let end = body.len().min(place + bytes.len());
            body[place..end].copy_from_slice(&bytes[..end - place]);
        });
        let _ = read("a.snapshot", Cursor::new(&file));
    }
}
