//! The same scenario, seed and creatures give the same state at every tick: again, on any number
//! of threads, and after a snapshot was restored midway.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::shipped::{SMALL_MEADOW, simulation};
use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use terrarium::behaviour::{self, Behaviour, Turn};
use terrarium::record::snapshot;
use terrarium::tick::Simulation;
use terrarium::world::{StateHash, World};

/// The scenarios under test, each with settings that make it quick.
const WORLDS: [(&str, &[&str]); 3] = [
    ("meadow", SMALL_MEADOW),
    ("archipelago", &[]),
    // So few steps a tick that many are in thought at any time.
    ("archipelago", &["rules.planning_steps=2"]),
];

fn hashes(simulation: &mut Simulation, ticks: usize) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

/// The first tick after which two runs are in different states.
fn first_difference(a: &[StateHash], b: &[StateHash]) -> Option<usize> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).position(|(a, b)| a != b).map(|place| place + 1)
}

#[test]
fn the_same_seed_gives_the_same_state_at_every_tick() {
    for (name, overrides) in WORLDS {
        let live = || hashes(&mut simulation(name, overrides, 3), 150);
        let (first, second) = (live(), live());
        assert_eq!(first_difference(&first, &second), None, "{name}");
        let mut seen = first.clone();
        seen.sort_unstable_by_key(|hash| hash.0);
        seen.dedup();
        assert_eq!(seen.len(), first.len(), "{name}: no two ticks leave the same state");
    }
}

#[test]
fn another_seed_gives_another_state_from_the_beginning() {
    for (name, overrides) in WORLDS {
        let [mut one, mut other] = [3, 4].map(|seed| simulation(name, overrides, seed));
        assert_ne!(one.world().state_hash(), other.world().state_hash(), "{name}");
        let pairs = hashes(&mut one, 20).into_iter().zip(hashes(&mut other, 20));
        assert_eq!(pairs.filter(|(a, b)| a == b).count(), 0, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // The whole meadow: more hares and deer than are handed to a behaviour at once.
    for (name, overrides) in [("meadow", &[][..]), WORLDS[1]] {
        let on_threads = |count| {
            let pool = ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            pool.install(|| hashes(&mut simulation(name, overrides, 5), 60))
        };
        let alone = on_threads(1);
        for count in [2, 8] {
            let together = on_threads(count);
            assert_eq!(first_difference(&alone, &together), None, "{name} on {count} threads");
        }
    }
}

/// Decides as another does, but for one creature it shows how often it was asked in all: what the
/// contract of behaviours forbids.
struct Counting {
    habit: Box<dyn Behaviour>,
    calls: Arc<AtomicU64>,
}

impl Behaviour for Counting {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        self.habit.decide(turns);
        turns[0].intent.signal(self.calls.fetch_add(1, Ordering::Relaxed));
    }
}

#[test]
fn a_behaviour_that_keeps_a_counter_between_calls_is_found_out() {
    let calls = Arc::new(AtomicU64::new(0));
    let live = || {
        let world = simulation("meadow", SMALL_MEADOW, 3).into_world();
        let mut behaviours =
            behaviour::make_all(&world.config().species, &world.config().rules).unwrap();
        let habit = behaviours[2].take().expect("hares decide");
        behaviours[2] = Some(Box::new(Counting { habit, calls: Arc::clone(&calls) }));
        hashes(&mut Simulation::new(world, behaviours), 30)
    };
    let first = live();
    assert_eq!(first_difference(&first, &live()), Some(1));
    // Nothing but the counter made the difference.
    calls.store(0, Ordering::Relaxed);
    assert_eq!(first_difference(&first, &live()), None);
}

/// The world in a snapshot of this one.
fn restored(world: &World) -> Simulation {
    let mut file = Cursor::new(Vec::new());
    snapshot::write(world, &mut file).unwrap();
    let world = match snapshot::read("memory", file) {
        Ok(snapshot) => snapshot.world,
        Err(error) => panic!("{error}"),
    };
    let behaviours = behaviour::make_all(&world.config().species, &world.config().rules).unwrap();
    Simulation::new(world, behaviours)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_snapshot_of_any_tick_goes_on_as_if_nothing_had_happened(
        place in 0..WORLDS.len(),
        seed in 0..1000_u64,
        before in 0..120_usize,
        after in 1..60_usize,
    ) {
        let (name, overrides) = WORLDS[place];
        let mut uninterrupted = simulation(name, overrides, seed);
        hashes(&mut uninterrupted, before);
        let mut resumed = restored(uninterrupted.world());
        prop_assert_eq!(resumed.world().state_hash(), uninterrupted.world().state_hash());
        let (expected, found) = (hashes(&mut uninterrupted, after), hashes(&mut resumed, after));
        prop_assert_eq!(first_difference(&expected, &found), None);
    }
}
