//! The loop that simulates ticks. Every run, replay, sweep and seek goes through it.

use std::ops::ControlFlow;

use terrarium_sim::tick::Simulation;

use super::Observer;
use super::observer::stop_if;

/// Simulates up to `ticks` ticks. Before each tick, asks all observers for commands and applies
/// these in the observers' order; after it, calls every observer. Returns `Break` when an observer
/// returned `Break`, which stops the run after that tick, or before it when a command was the cause.
///
/// ```
/// use std::ops::ControlFlow;
/// use terrarium_run::{SimulationBuilder, run_ticks};
/// use terrarium_sim::world::World;
///
/// let mut simulation = SimulationBuilder::new("meadow").seed(7).build()?;
/// let mut most = 0;
/// let mut busiest = |world: &World| {
///     most = most.max(world.events().len());
///     ControlFlow::Continue(())
/// };
/// assert!(run_ticks(&mut simulation, 20, &mut [&mut busiest]).is_continue());
/// assert_eq!(simulation.world().tick(), 20);
/// assert!(most > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_ticks(
    simulation: &mut Simulation,
    ticks: u64,
    observers: &mut [&mut dyn Observer],
) -> ControlFlow<()> {
    for _ in 0..ticks {
        apply_commands(simulation, observers)?;
        observers.before_tick();
        simulation.tick_with_observer(&mut |phase| observers.after_phase(phase));
        observers.after_tick(simulation)?;
    }
    ControlFlow::Continue(())
}

/// Applies the commands of the observers for the current tick, without simulating it.
pub fn apply_commands(
    simulation: &mut Simulation,
    observers: &mut [&mut dyn Observer],
) -> ControlFlow<()> {
    let mut is_stopped = false;
    for command in observers.commands(simulation.world()) {
        let result = simulation.apply(command.clone());
        let result = result.as_ref().copied();
        is_stopped |= observers.after_command(simulation, &command, result).is_break();
    }
    stop_if(is_stopped)
}
