//! Simulations built in code.

use terrarium_creatures::behaviour::{Behaviour, Turn};
use terrarium_run::SimulationBuilder;

struct Idle;

impl Behaviour for Idle {
    fn decide(&self, _: &mut [Turn<'_>]) {}
}

fn small() -> SimulationBuilder {
    let counts = [("clover", 9), ("oak", 0), ("hare", 1), ("deer", 0), ("lynx", 0), ("wolf", 0)];
    let empty = SimulationBuilder::new("meadow").world_size(400.0, 300.0);
    counts.into_iter().fold(empty, |builder, (species, count)| builder.population(species, count))
}

fn refusal(builder: SimulationBuilder) -> String {
    builder.build().err().expect("it is refused").diagnostic().to_string()
}

#[test]
fn overrides_are_applied_and_recorded() {
    let built = small().seed(3).ready().unwrap();
    assert_eq!(built.provenance.scenario.overrides[7], "seed=3");
    assert_eq!(built.simulation.world().config().seed, 3);
    assert_eq!(built.simulation.world().organism_count(), 10);
}

#[test]
fn invalid_input_is_refused_with_a_remedy() {
    let refused = refusal(small().behaviour("hair", Idle));
    assert!(refused.contains("no species `hair`"), "{refused}");
    let refused = refusal(small().behaviour("clover", Idle));
    assert!(refused.contains("`clover` is a plant"), "{refused}");
    let refused = refusal(small().set("rules.lihgt", 4));
    assert!(refused.contains("did you mean `light`?"), "{refused}");
}
