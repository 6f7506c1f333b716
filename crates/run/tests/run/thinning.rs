//! Recordings in memory, which have fewer keyframes the longer ago they are.

use std::ops::Range;

use terrarium_creatures::species::SpeciesId;
use terrarium_run::record::Provenance;
use terrarium_run::record::recording::{Place, Recording, RecordingWriter};
use terrarium_sim::tick::{Change, Command, Simulation};
use terrarium_sim::world::StateHash;
use terrarium_space::geometry::DVec2;
use terrarium_testing::{simulation_of, small_world};

/// The bytes at which a recording in memory is thinned out for the first time, to about half of them.
const MOST_BYTES: u64 = 30 << 20;

/// The ticks that have a keyframe each, before others without.
const TICKS: u64 = 600;

/// So many bytes of which none follows from others, as text.
fn noise(seed: u64, length: usize) -> String {
    let mut bytes = vec![0; length];
    blake3::Hasher::new().update(&seed.to_le_bytes()).finalize_xof().fill(&mut bytes);
    bytes.into_iter().map(|byte| char::from(byte % 64 + b'0')).collect()
}

/// A recording in memory of a small world, with all its state hashes.
struct Recorded {
    simulation: Simulation,
    writer: RecordingWriter,
    hashes: Vec<StateHash>,
}

impl Recorded {
    fn new() -> Self {
        let simulation = simulation_of(small_world());
        let writer = RecordingWriter::begin(&Place::Memory, &simulation, Provenance::default());
        let hashes = vec![simulation.world().state_hash()];
        Self { simulation, writer: writer.unwrap(), hashes }
    }

    fn tick(&mut self, row: Vec<u8>) {
        self.simulation.tick();
        self.hashes.push(self.simulation.world().state_hash());
        self.writer.tick(&self.simulation, Some(row)).unwrap();
    }

    fn tick_with_keyframe(&mut self) {
        self.tick(vec![7; 4]);
        self.writer.flush().unwrap();
        self.writer.keyframe(&self.simulation).unwrap();
    }

    /// Simulates until the writer makes a keyframe by itself. Then it thins out a recording that is too large.
    fn tick_until_keyframe(&mut self) {
        let last = self.writer.recording().keyframes().next_back();
        while self.writer.recording().keyframes().next_back() == last {
            self.tick(vec![7; 4]);
        }
    }

    /// Records [`TICKS`] with a keyframe each, which together take about `bytes` bytes. Whole ones and differences take
    /// about the same, since a long description changes each time.
    fn fill(&mut self, bytes: usize) {
        // The difference of two texts of 64 characters takes seven bits a character.
        let length = bytes / TICKS as usize * 8 / 7;
        for tick in 1..=TICKS {
            self.tick_with_keyframe();
            let clover = SpeciesId(0);
            let mut into = self.simulation.world().config().species(clover).clone();
            into.description = noise(tick, length);
            let change = Change { species: clover, into: Box::new(into) };
            self.simulation.apply(Command::Change(change)).unwrap();
        }
    }
}

#[test]
fn a_recording_in_memory_stays_small_and_complete() {
    let mut recorded = Recorded::new();
    recorded.tick_with_keyframe();
    let at = DVec2::new(300.0, 300.0);
    let command = Command::Add { species: SpeciesId(0), at };
    recorded.simulation.apply(command.clone()).unwrap();
    recorded.writer.command(1, &command).unwrap();
    recorded.fill(32 << 20);
    let full = recorded.writer.recording().size();
    assert!(full > MOST_BYTES, "{full}");
    recorded.tick_until_keyframe();
    let Recorded { mut writer, hashes: expected, simulation } = recorded;
    let last = simulation.world().tick();
    let size = writer.recording().size();
    assert!(size <= MOST_BYTES / 2 + 4096, "{size}");

    let reread = Recording::of_bytes("reread", &writer.bytes().unwrap()).unwrap();
    for recording in [writer.recording(), &reread] {
        assert_eq!((recording.first_tick(), recording.last_tick()), (0, last));
        assert_eq!(recording.commands(), [(1, command.clone())]);
        for (tick, hash) in (0..).zip(&expected) {
            assert_eq!(recording.hash(tick).unwrap(), Some(*hash), "tick {tick}");
        }
        let mut rows = 0;
        recording.rows(|_, _| rows += 1).unwrap();
        assert_eq!(rows, last);
        let keyframes: Vec<u64> = recording.keyframes().collect();
        // To read one, all of its chain are read that are before it.
        for &tick in keyframes.iter().filter(|&&tick| tick % 5 == 0 || tick == last) {
            let world = recording.world_at(tick).unwrap();
            let expected = expected[usize::try_from(tick).unwrap()];
            assert_eq!((world.tick(), world.state_hash()), (tick, expected));
        }
        assert_eq!((keyframes.first(), keyframes.last()), (Some(&0), Some(&last)));
        // All of the newest are there, and fewer of those before.
        let within =
            |ticks: Range<u64>| keyframes.iter().filter(|tick| ticks.contains(tick)).count();
        assert_eq!(within(TICKS - 30..TICKS + 1), 31);
        assert!((1..=10).contains(&within(0..300)), "{keyframes:?}");
    }
}

#[test]
fn a_copy_keeps_its_keyframes() {
    let mut recorded = Recorded::new();
    recorded.fill(32 << 20);
    let copy = recorded.writer.recording().clone();
    let keyframes: Vec<u64> = copy.keyframes().collect();
    recorded.tick_until_keyframe();
    assert!(recorded.writer.recording().keyframes().count() < keyframes.len());
    for tick in keyframes.into_iter().step_by(11) {
        assert_eq!(copy.world_at(tick).unwrap().tick(), tick);
    }
}

/// One that cannot become smaller is not copied again and again.
#[test]
fn the_bound_grows_where_nothing_can_be_left_out() {
    let mut recorded = Recorded::new();
    // Rows of the history are kept.
    recorded.tick(noise(0, 44 << 20).into_bytes());
    (1..40).for_each(|_| recorded.tick_with_keyframe());
    recorded.tick_until_keyframe();
    let first = recorded.simulation.world().tick();
    let expected = (0..=40).filter(|&tick| tick != 1).chain([first]);
    assert!(recorded.writer.recording().keyframes().eq(expected.clone()));
    // Now there are more chains of keyframes, and the oldest would be thinned out.
    (0..100).for_each(|_| recorded.tick_with_keyframe());
    recorded.tick_until_keyframe();
    let second = recorded.simulation.world().tick();
    let expected = expected.chain(first + 1..=first + 100).chain([second]);
    assert!(recorded.writer.recording().keyframes().eq(expected));
}
