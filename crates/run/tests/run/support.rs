//! The record of a simulation.

use std::path::Path;

use terrarium_run::record::{Ending, Options, Provenance, Recorded, Recorder};
use terrarium_sim::tick::Simulation;

/// Records so many ticks of a simulation. `between` is called before each tick.
pub fn record(
    dir: &Path,
    sim: &mut Simulation,
    ticks: u64,
    options: Options,
    mut between: impl FnMut(&mut Simulation),
) -> Recorded {
    let mut recorder = Recorder::new(dir, sim.world(), Provenance::default(), options).unwrap();
    for _ in 0..ticks {
        between(sim);
        sim.tick();
        recorder.record(sim.world()).unwrap();
    }
    recorder.finish(sim.world(), Ending::Complete).unwrap()
}
