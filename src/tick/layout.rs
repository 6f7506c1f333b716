//! The layout of organisms in memory: neighbours in space are near in memory, too.

use super::Simulation;

/// The number of ticks between two layouts. Meanwhile organisms move, are born and die.
const INTERVAL: u64 = 128;

/// The number of organisms up to which all of them are near in memory anyway.
const FEW: usize = 4096;

/// Lays the organisms of a large world out by district, every [`INTERVAL`] ticks. Only the speed of later ticks
/// depends on it.
pub(super) fn lay_out_now_and_then(sim: &mut Simulation) {
    if sim.world.tick % INTERVAL == INTERVAL - 1 && sim.world.organism_count() > FEW {
        lay_out(sim);
    }
}

/// Lays the organisms out by district. All of them become other entities, in other slots, and have visible traits
/// with the identity only.
fn lay_out(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    world.lay_out_by_district();
    scratch.find_organisms(world);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::fixture::shipped;
    use crate::tick::PHASES;

    fn compare(scenario: &str, overrides: &[&str], ticks: u32) {
        let mut laid_out = shipped(scenario, overrides).simulation;
        let mut left = shipped(scenario, overrides).simulation;
        for _ in 0..ticks {
            for (name, phase) in PHASES {
                if *name == "freeze" {
                    lay_out(&mut laid_out);
                }
                phase(&mut laid_out);
            }
            left.tick();
            let tick = left.world.tick;
            assert_eq!(laid_out.world.state_hash(), left.world.state_hash(), "tick {tick}");
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
}
