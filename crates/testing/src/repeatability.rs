//! What tests of repeatability compare: the states of a world, on several numbers of threads.

use rayon::ThreadPoolBuilder;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::StateHash;

/// The simulation after so many ticks.
pub fn ticked(mut simulation: Simulation, ticks: u64) -> Simulation {
    (0..ticks).for_each(|_| simulation.tick());
    simulation
}

/// The state hash after each of so many ticks.
pub fn state_hashes(simulation: &mut Simulation, ticks: u64) -> Vec<StateHash> {
    let mut hash_after_tick = || {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..ticks).map(|_| hash_after_tick()).collect()
}

/// Works on so many threads of its own.
pub fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}
