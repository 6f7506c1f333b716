//! The layout of organisms in memory changes no state.

use terrarium::prelude::*;
use terrarium::tick::PHASES;

fn compare(scenario: &str, overrides: &[&str], ticks: u32) {
    let mut laid_out =
        SimulationBuilder::new(scenario).overrides(overrides).ready().unwrap().simulation;
    let mut left =
        SimulationBuilder::new(scenario).overrides(overrides).ready().unwrap().simulation;
    for _ in 0..ticks {
        for phase in PHASES {
            if phase.name == "store" {
                laid_out.lay_out();
            }
            phase.run(&mut laid_out);
        }
        left.tick();
        let tick = left.world().tick();
        assert_eq!(laid_out.world().state_hash(), left.world().state_hash(), "tick {tick}");
        laid_out.check().unwrap();
    }
}

#[test]
fn a_meadow_that_is_laid_out_every_tick_has_the_same_states() {
    compare("meadow", &[], 60);
}

#[test]
fn a_conquest_that_is_laid_out_every_tick_has_the_same_states() {
    compare("conquest", &[], 60);
}
