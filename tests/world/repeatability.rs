//! The same scenario, seed and creatures give the same state after every tick: in a second run, on any
//! number of threads, and after restoring a snapshot.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use terrarium::behaviour::{self, Behaviour, Turn};
use terrarium::tick::Simulation;
use terrarium::world::StateHash;
use terrarium_testing::{state_hashes, with_threads};

use crate::restored::restored;
use crate::shipped::{SMALL_MEADOW, simulation};

/// The scenarios under test, with overrides that make them small.
const WORLDS: [(&str, &[&str]); 3] = [
    ("meadow", SMALL_MEADOW),
    ("archipelago", &[]),
    // With so few steps per tick, path searches are always under way.
    ("archipelago", &["rules.planning_steps=2"]),
];

/// The first tick after which two runs are in different states.
fn first_difference(a: &[StateHash], b: &[StateHash]) -> Option<usize> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).position(|(a, b)| a != b).map(|index| index + 1)
}

#[test]
fn the_same_seed_gives_the_same_state_at_every_tick() {
    for (name, overrides) in WORLDS {
        let run = || state_hashes(&mut simulation(name, overrides, 3), 150);
        let (first, second) = (run(), run());
        assert_eq!(first_difference(&first, &second), None, "{name}");
        let mut distinct = first.clone();
        distinct.sort_unstable_by_key(|hash| hash.0);
        distinct.dedup();
        assert_eq!(distinct.len(), first.len(), "{name}: every tick changes the state");
    }
}

#[test]
fn another_seed_gives_another_state_from_the_beginning() {
    for (name, overrides) in WORLDS {
        let [mut one, mut other] = [3, 4].map(|seed| simulation(name, overrides, seed));
        assert_ne!(one.world().state_hash(), other.world().state_hash(), "{name}");
        let pairs = state_hashes(&mut one, 20).into_iter().zip(state_hashes(&mut other, 20));
        assert_eq!(pairs.filter(|(a, b)| a == b).count(), 0, "{name}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // The full meadow has more hares and deer than one call of a behaviour decides for.
    for (name, overrides) in [("meadow", &[][..]), WORLDS[1]] {
        let on_threads =
            |count| with_threads(count, || state_hashes(&mut simulation(name, overrides, 5), 60));
        let alone = on_threads(1);
        for count in [2, 8] {
            let together = on_threads(count);
            assert_eq!(first_difference(&alone, &together), None, "{name} on {count} threads");
        }
    }
}

/// Wraps a behaviour, and lets one creature show the number of calls so far as its signal. The contract
/// of behaviours forbids such a counter.
struct Counting {
    inner: Box<dyn Behaviour>,
    calls: Arc<AtomicU64>,
}

impl Behaviour for Counting {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        self.inner.decide(turns);
        turns[0].intent.signal(self.calls.fetch_add(1, Ordering::Relaxed));
    }
}

#[test]
fn a_behaviour_with_a_counter_across_calls_makes_runs_differ() {
    let calls = Arc::new(AtomicU64::new(0));
    let run = || {
        let world = simulation("meadow", SMALL_MEADOW, 3).into_world();
        let mut behaviours =
            behaviour::make_all(&world.config().species, &world.config().rules).unwrap();
        let inner = behaviours[2].take().expect("hares have a behaviour");
        behaviours[2] = Some(Box::new(Counting { inner, calls: Arc::clone(&calls) }));
        state_hashes(&mut Simulation::new(world, behaviours), 30)
    };
    let first = run();
    assert_eq!(first_difference(&first, &run()), Some(1));
    // With the counter reset, the runs are equal again.
    calls.store(0, Ordering::Relaxed);
    assert_eq!(first_difference(&first, &run()), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_run_resumed_from_any_snapshot_equals_the_uninterrupted_run(
        index in 0..WORLDS.len(),
        seed in 0..1000_u64,
        before in 0..120_u64,
        after in 1..60_u64,
    ) {
        let (name, overrides) = WORLDS[index];
        let mut uninterrupted = simulation(name, overrides, seed);
        state_hashes(&mut uninterrupted, before);
        let mut resumed = restored(uninterrupted.world());
        prop_assert_eq!(resumed.world().state_hash(), uninterrupted.world().state_hash());
        let (expected, found) = (state_hashes(&mut uninterrupted, after), state_hashes(&mut resumed, after));
        prop_assert_eq!(first_difference(&expected, &found), None);
    }
}
