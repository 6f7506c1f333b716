//! The final numbers of a run.

use terrarium_creatures::behaviour::{Death, EventKind};
use terrarium_run::record::{Outcome, Tally};
use terrarium_testing::{simulation_of, small_world};

#[test]
fn an_outcome_counts_the_births_and_deaths_of_a_run() {
    let mut sim = simulation_of(small_world());
    let (mut organism_ticks, mut born, mut died) = (0, 0, 0);
    sim.tick();
    let mut tally = Tally::new(sim.world());
    for _ in 0..11 {
        sim.tick();
        tally.record(sim.world());
        let world = sim.world();
        organism_ticks += world.populations().iter().sum::<u64>();
        let count = |what: fn(&EventKind) -> bool| {
            world.events().iter().filter(|event| what(&event.what)).count() as u64
        };
        born += count(|what| matches!(what, EventKind::Born { .. }));
        died += count(|what| matches!(what, EventKind::Died { of: Death::Killed, .. }));
    }
    let outcome = tally.outcome(sim.world());
    assert!(born > 0 && died > 0);
    assert_eq!((outcome.ticks, outcome.tick), (11, 12));
    assert_eq!((outcome.births, outcome.deaths["killed"]), (born, died));
    assert_eq!(outcome.organism_ticks, organism_ticks);
    assert_eq!(outcome.state_hash, sim.world().state_hash());
    assert_eq!(outcome.kinds["plant"], outcome.populations["clover"]);
    assert_eq!(outcome.kinds["carcass"], sim.world().carcasses());
    assert_eq!(outcome.species.iter().map(|species| species.births).sum::<u64>(), born);
    let hare = &outcome.species[1];
    assert_eq!((hare.alive, hare.deaths["killed"]), (outcome.populations["hare"], died));
}

#[test]
fn an_outcome_reads_back_from_json() {
    let world = small_world();
    let outcome = Tally::new(&world).outcome(&world);
    let json = serde_json::to_string(&outcome).unwrap();
    assert!(json.contains(&format!("\"state_hash\":\"{}\"", outcome.state_hash)), "{json}");
    assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
}
