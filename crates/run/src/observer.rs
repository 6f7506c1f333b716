//! Observers: the interface of everything that takes part in a run besides the simulation.

use std::ops::ControlFlow;

use terrarium_sim::tick::{Command, CommandRefusal, Simulation};
use terrarium_sim::world::World;

use crate::record::Tally;

/// Takes part in a run: gives commands, is called after each tick, and can stop the run.
///
/// An observer that can fail stores its error and stops the run; the caller takes the error from it
/// afterwards. A closure from a world to a [`ControlFlow`] is an observer.
///
/// ```
/// use std::ops::ControlFlow;
/// use terrarium_run::{Observer, SimulationBuilder, run_ticks};
/// use terrarium_sim::tick::Simulation;
///
/// /// Stops when a species has died out.
/// struct UntilExtinction;
///
/// impl Observer for UntilExtinction {
///     fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
///         match simulation.world().populations().contains(&0) {
///             true => ControlFlow::Break(()),
///             false => ControlFlow::Continue(()),
///         }
///     }
/// }
///
/// let mut simulation = SimulationBuilder::new("meadow").population("wolf", 0).build()?;
/// assert!(run_ticks(&mut simulation, 10, &mut [&mut UntilExtinction]).is_break());
/// assert_eq!(simulation.world().tick(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Returns the commands to apply before the next tick, in order. An observer changes a run only
    /// by commands.
    fn commands(&mut self, world: &World) -> Vec<Command> {
        let _ = world;
        Vec::new()
    }

    /// Called with the result of a command of any observer. A refused command has changed nothing.
    /// `Break` stops the run before the tick.
    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let _ = (simulation, command, result);
        ControlFlow::Continue(())
    }

    /// Called when the commands have been applied and a tick begins, for measurements.
    fn before_tick(&mut self) {}

    /// Called at the end of each phase of a tick with its name, one of
    /// [`PHASES`](terrarium_sim::tick::PHASES), for measurements.
    fn after_phase(&mut self, phase: &'static str) {
        let _ = phase;
    }

    /// Called after a tick. `Break` stops the run.
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()>;
}

impl<F: FnMut(&World) -> ControlFlow<()>> Observer for F {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self(simulation.world())
    }
}

/// Several observers as one. All of them take part in every call, even when one of them stops the
/// run, and all are asked for commands before any command is applied.
impl Observer for [&mut dyn Observer] {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.iter_mut().flat_map(|observer| observer.commands(world)).collect()
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        stop_if_any(self, |observer| observer.after_command(simulation, command, result))
    }

    fn before_tick(&mut self) {
        self.iter_mut().for_each(|observer| observer.before_tick());
    }

    fn after_phase(&mut self, phase: &'static str) {
        self.iter_mut().for_each(|observer| observer.after_phase(phase));
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        stop_if_any(self, |observer| observer.after_tick(simulation))
    }
}

fn stop_if_any(
    observers: &mut [&mut dyn Observer],
    mut call: impl FnMut(&mut dyn Observer) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut is_stopped = false;
    for observer in observers {
        is_stopped |= call(*observer).is_break();
    }
    stop_if(is_stopped)
}

/// `Break` if the condition holds.
pub fn stop_if(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// An optional observer.
impl<T: Observer> Observer for Option<T> {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.as_mut().map_or_else(Vec::new, |observer| observer.commands(world))
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.after_command(simulation, command, result),
            None => ControlFlow::Continue(()),
        }
    }

    fn before_tick(&mut self) {
        if let Some(observer) = self {
            observer.before_tick();
        }
    }

    fn after_phase(&mut self, phase: &'static str) {
        if let Some(observer) = self {
            observer.after_phase(phase);
        }
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        match self {
            Some(observer) => observer.after_tick(simulation),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Counts the events of each tick; see [`Tally::record`].
impl Observer for Tally {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.record(simulation.world());
        ControlFlow::Continue(())
    }
}
