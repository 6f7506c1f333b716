//! The effort of a tick, counted and not timed: what makes ticks slow shows here on every machine.

use allocation_counter::measure;
use terrarium::behaviour::EventKind;
use terrarium::species::Kind;
use terrarium::tick::{Simulation, TickEffort};
use terrarium::world::PlanningEffort;
use terrarium_testing::with_threads;

use crate::shipped::{SMALL_MEADOW, simulation};

/// The effort of some ticks, per organism-tick.
#[derive(Debug)]
struct Effort {
    allocations: f64,
    index_queries: f64,
    plans: f64,
    steps: f64,
}

/// The effort of 60 ticks after 30 others, on one thread.
fn effort(mut sim: Simulation) -> Effort {
    with_threads(1, || {
        (0..30).for_each(|_| sim.tick());
        let [mut organisms, mut allocations, mut queries, mut plans, mut steps] = [0; 5];
        for _ in 0..60 {
            allocations += measure(|| sim.tick()).count_total;
            organisms += sim.world().organism_count() as u64;
            queries += sim.effort().index_queries;
            plans += sim.world().planning_effort().iter().map(|effort| effort.plans).sum::<u64>();
            steps += sim.world().planning_effort().iter().map(|effort| effort.steps).sum::<u64>();
        }
        let [allocations, index_queries, plans, steps] =
            [allocations, queries, plans, steps].map(|count: u64| count as f64 / organisms as f64);
        Effort { allocations, index_queries, plans, steps }
    })
}

/// Asserts that the effort is within the limits, and that these are at most twice what is needed.
#[track_caller]
fn assert_within(effort: &Effort, limits: &Effort) {
    let pairs = [
        ("allocations", effort.allocations, limits.allocations),
        ("index queries", effort.index_queries, limits.index_queries),
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
    let limits = Effort { allocations: 2.4, index_queries: 1.3, plans: 0.06, steps: 0.4 };
    assert_within(&effort(simulation("meadow", &[], 1)), &limits);
}

#[test]
fn plants_alone_take_next_to_nothing() {
    let none = ["hare", "deer", "lynx", "wolf"].map(|name| format!("population.{name}=0"));
    let effort = effort(simulation("meadow", &none.each_ref().map(String::as_str), 1));
    assert!(effort.allocations < 0.2, "{effort:?}");
    assert_eq!((effort.plans, effort.steps), (0.0, 0.0));
}

#[test]
fn no_tick_is_counted_before_the_first() {
    let sim = simulation("meadow", SMALL_MEADOW, 1);
    assert_eq!(sim.effort(), TickEffort::default());
}

/// The number of animals.
fn animals(sim: &Simulation) -> u64 {
    let species = sim.world().config().species.iter().zip(sim.world().populations());
    species.filter(|(species, _)| species.kind != Kind::Plant).map(|(_, count)| count).sum()
}

#[test]
fn every_animal_looks_around_and_collisions_are_those_that_movers_perceive() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 2);
    let mut collisions = 0;
    for _ in 0..200 {
        let acting = animals(&sim);
        sim.tick();
        let effort = sim.effort();
        assert!(effort.index_queries >= acting, "{effort:?} of {acting} animals");
        let count = |is_it: fn(&EventKind) -> bool| {
            sim.world().events().iter().filter(|event| is_it(&event.what)).count() as u64
        };
        let blocked = count(|what| matches!(what, EventKind::Blocked { .. }));
        let arrived = count(|what| matches!(what, EventKind::Arrived));
        // Contact with what a traveller goes to is its arrival.
        let range = blocked..=blocked + arrived;
        assert!(range.contains(&effort.collisions), "{effort:?}, perceived {range:?}");
        collisions += effort.collisions;
    }
    assert!(collisions > 100, "{collisions}");
}

#[test]
fn the_effort_is_the_same_on_any_number_of_threads() {
    let crowd = ["population.hare=250", "population.deer=50"];
    let crowd = [SMALL_MEADOW, &crowd[..]].concat();
    for (name, overrides) in [("meadow", &crowd[..]), ("conquest", &[]), ("archipelago", &[])] {
        let on = |threads| -> Vec<(TickEffort, Vec<PlanningEffort>)> {
            let mut sim = simulation(name, overrides, 1);
            let mut tick = || {
                sim.tick();
                (sim.effort(), sim.world().planning_effort().to_vec())
            };
            with_threads(threads, || (0..40).map(|_| tick()).collect())
        };
        let alone = on(1);
        for threads in [2, 3, 16] {
            assert!(alone == on(threads), "{name} on {threads} threads");
        }
    }
}
