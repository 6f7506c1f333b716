//! The effort of a tick, counted and not timed: what makes ticks slow shows here on every machine.

use allocation_counter::measure;
use rayon::ThreadPoolBuilder;
use terrarium::tick::Simulation;

use crate::shipped::simulation;

/// The effort of some ticks, per organism-tick.
#[derive(Debug)]
struct Effort {
    allocations: f64,
    plans: f64,
    steps: f64,
}

/// The effort of 60 ticks after 30 others, on one thread.
fn effort(mut sim: Simulation) -> Effort {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        (0..30).for_each(|_| sim.tick());
        let [mut organisms, mut allocations, mut plans, mut steps] = [0; 4];
        for _ in 0..60 {
            allocations += measure(|| sim.tick()).count_total;
            organisms += sim.world().organism_count() as u64;
            plans += sim.world().planning_effort().iter().map(|effort| effort.plans).sum::<u64>();
            steps += sim.world().planning_effort().iter().map(|effort| effort.steps).sum::<u64>();
        }
        let [allocations, plans, steps] =
            [allocations, plans, steps].map(|count: u64| count as f64 / organisms as f64);
        Effort { allocations, plans, steps }
    })
}

/// Asserts that the effort is within the limits, and that these are at most twice what is needed.
#[track_caller]
fn assert_within(effort: &Effort, limits: &Effort) {
    let pairs = [
        ("allocations", effort.allocations, limits.allocations),
        ("plans", effort.plans, limits.plans),
        ("search steps", effort.steps, limits.steps),
    ];
    for (name, needed, limit) in pairs {
        assert!(needed <= limit, "{name}: {needed:.3} per organism-tick, at most {limit}");
        assert!(needed > limit * 0.5, "{name}: {needed:.3}; lower the limit of {limit}");
    }
}

#[test]
fn a_tick_of_the_meadow_takes_little() {
    let limits = Effort { allocations: 6.0, plans: 0.25, steps: 1.6 };
    assert_within(&effort(simulation("meadow", &[], 1)), &limits);
}

#[test]
fn plants_alone_take_next_to_nothing() {
    let none = ["hare", "deer", "lynx", "wolf"].map(|name| format!("population.{name}=0"));
    let effort = effort(simulation("meadow", &none.each_ref().map(String::as_str), 1));
    assert!(effort.allocations < 0.2, "{effort:?}");
    assert_eq!((effort.plans, effort.steps), (0.0, 0.0));
}
