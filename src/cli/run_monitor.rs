//! The observer of a run in the terminal: progress, notes, trace output, Ctrl-C, creature reloads.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::debug::TraceOutput;
use super::interruption::Interruption;
use super::progress::Progress;
use super::suspension::Suspensions;
use super::{Failure, diagnostic};
use crate::clock;
use crate::document::Override;
use crate::run::{Observer, ReloadEffect, Reloader, Saved, stop_if};
use crate::species::SpeciesId;
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Observes a run and reports on it.
pub(super) struct RunMonitor {
    ticks: u64,
    /// Created before the first tick, from the world.
    status: Option<(Progress, Suspensions)>,
    interruption: Interruption,
    trace_output: TraceOutput,
    /// The first error of writing the trace.
    trace_error: Option<io::Error>,
    reloader: Option<Reloader>,
    /// What the species change that were read and are not reloaded yet.
    effects: BTreeMap<SpeciesId, ReloadEffect>,
    /// When the folders of creatures were last checked.
    last_check: Option<Instant>,
}

/// The reloader of the folders of creatures, for `--watch-creatures`.
pub(super) fn reloader(
    world: &World,
    folders: &[PathBuf],
    overrides: &[Override],
) -> Result<Reloader, Failure> {
    let reloader = Reloader::new(world, folders, overrides)
        .map_err(|error| Failure::Input(error.diagnostic()))?;
    if reloader.folders().next().is_none() {
        return Err(Failure::input(
            "--watch-creatures: no creature in the folders of --creatures is in this world; add \
             some with --set population.NAME=20",
        ));
    }
    Ok(reloader)
}

/// The note on a species that was reloaded: what is in force from a tick on, and what is not.
fn reload_note(name: &str, tick: u64, effect: &ReloadEffect) -> String {
    let reloaded = if effect.at_once.is_empty() {
        format!("`{name}` was reloaded")
    } else {
        let parts = effect.at_once.join(", ");
        format!("`{name}` was reloaded, effective from tick {tick}: {parts}")
    };
    match effect.kept() {
        Some(kept) => format!("note: {reloaded}; {kept}"),
        None => format!("note: {reloaded}"),
    }
}

/// The interval between checks of the folders of creatures.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

impl RunMonitor {
    /// A monitor of a run of this many ticks.
    pub fn new(ticks: u64, interruption: Interruption, trace_output: TraceOutput) -> Self {
        Self {
            ticks,
            status: None,
            interruption,
            trace_output,
            trace_error: None,
            reloader: None,
            effects: BTreeMap::new(),
            last_check: None,
        }
    }

    /// The same monitor, reloading creatures when they are saved.
    pub fn reloading(self, reloader: Option<Reloader>) -> Self {
        Self { reloader, ..self }
    }

    /// Clears the progress display and completes the trace.
    ///
    /// # Errors
    /// When the trace could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some((progress, _)) = self.status {
            progress.clear();
        }
        if let Some(error) = self.trace_error {
            return Err(Failure::failed(format!("--debug-out: cannot be written: {error}")));
        }
        self.trace_output.finish()
    }

    fn write_trace(&mut self, simulation: &Simulation) {
        if let (None, Some((progress, _))) = (&self.trace_error, &self.status) {
            let written = self.trace_output.write_trace(simulation, &|line| progress.note(line));
            self.trace_error = written.err();
        }
    }

    fn status(&mut self, world: &World) -> (&Progress, &mut Suspensions) {
        let ticks = self.ticks;
        let begin = || (Progress::new(ticks, world), Suspensions::new(world));
        let (progress, suspensions) = self.status.get_or_insert_with(begin);
        (progress, suspensions)
    }
}

impl Observer for RunMonitor {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.status(world);
        let Some(reloader) = &mut self.reloader else { return Vec::new() };
        if self.last_check.is_some_and(|last| last.elapsed() < CHECK_INTERVAL) {
            return Vec::new();
        }
        self.last_check = Some(clock::now());
        let saved = reloader.saved(world);
        let mut commands = Vec::new();
        for saved in saved {
            match saved {
                Saved::Sound(change, effect) => {
                    self.effects.insert(change.species, effect);
                    commands.push(Command::Change(change));
                }
                Saved::Broken(species, error) => {
                    let name = &world.config().species(species).name;
                    let note = format!("note: `{name}` was not reloaded: a saved file has errors");
                    let error = diagnostic::render(&error);
                    self.status(world).0.note(&format!("{note}\n{error}"));
                }
            }
        }
        commands
    }

    fn after_command(
        &mut self,
        simulation: &Simulation,
        command: &Command,
        result: Result<(), &CommandRefusal>,
    ) -> ControlFlow<()> {
        let world = simulation.world();
        let note = match (command, result) {
            (Command::Change(change), Ok(())) => {
                let effect = self.effects.remove(&change.species).unwrap_or_default();
                reload_note(&change.into.name, world.tick() + 1, &effect)
            }
            (command, Ok(())) => {
                format!("note: tick {}: {}", world.tick(), command.describe(world))
            }
            (command, Err(refusal)) => {
                format!("note: tick {}: not {}: {refusal}", world.tick(), command.describe(world))
            }
        };
        self.status(world).0.note(&note);
        ControlFlow::Continue(())
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let world = simulation.world();
        let (progress, suspensions) = self.status(world);
        progress.tick(world);
        for outcome in simulation.timed_outcomes() {
            progress.note(&format!("note: tick {}: {}", outcome.tick, outcome.describe()));
        }
        suspensions.new_suspensions(world).iter().for_each(|line| progress.note(line));
        self.write_trace(simulation);
        stop_if(self.interruption.is_requested())
    }
}
