//! Who looks on while a world lives: progress, news, debug output, Ctrl-C, saved creatures.

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
use crate::run::{Observer, Reloader, Saved};
use crate::tick::{Command, CommandRefusal, Simulation};
use crate::world::World;

/// Looks on at a run, and tells the user of it.
pub(super) struct RunMonitor {
    ticks: u64,
    /// Made as soon as there is a world to see.
    news: Option<(Progress, Suspensions)>,
    interruption: Interruption,
    trace_output: TraceOutput,
    deaf: Option<io::Error>,
    reloader: Option<Reloader>,
    /// When the folders of creatures were last looked at.
    looked: Option<Instant>,
}

/// Who looks after the folders of creatures for `--watch-creatures`.
pub(super) fn reloader(
    world: &World,
    folders: &[PathBuf],
    overrides: &[Override],
) -> Result<Reloader, Failure> {
    let reloader = Reloader::new(world, folders, overrides)
        .map_err(|error| Failure::Input(error.diagnostic()))?;
    if reloader.folders().next().is_none() {
        return Err(Failure::input(
            "--watch-creatures: no creature in the folders of --creatures lives in this world; \
             have some with --set population.NAME=20",
        ));
    }
    Ok(reloader)
}

/// The time between two looks at the folders of creatures.
const PAUSE: Duration = Duration::from_millis(100);

impl RunMonitor {
    /// Looks on at a run of so many ticks.
    pub fn new(ticks: u64, interruption: Interruption, trace_output: TraceOutput) -> Self {
        Self {
            ticks,
            news: None,
            interruption,
            trace_output,
            deaf: None,
            reloader: None,
            looked: None,
        }
    }

    /// The same, with creatures taken over when they are saved.
    pub fn reloading(self, reloader: Option<Reloader>) -> Self {
        Self { reloader, ..self }
    }

    /// When the run is over: clears the progress away, and says what could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        if let Some((progress, _)) = self.news {
            progress.clear();
        }
        if let Some(error) = self.deaf {
            return Err(Failure::failed(format!("--debug-out: cannot be written: {error}")));
        }
        self.trace_output.finish()
    }

    fn write_trace(&mut self, simulation: &Simulation) {
        if let (None, Some((progress, _))) = (&self.deaf, &self.news) {
            self.deaf =
                self.trace_output.write_trace(simulation, &|line| progress.note(line)).err();
        }
    }

    fn news(&mut self, world: &World) -> (&Progress, &mut Suspensions) {
        let ticks = self.ticks;
        let begin = || (Progress::new(ticks, world), Suspensions::new(world));
        let (progress, suspensions) = self.news.get_or_insert_with(begin);
        (progress, suspensions)
    }
}

impl Observer for RunMonitor {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        self.news(world);
        let Some(reloader) = &mut self.reloader else { return Vec::new() };
        if self.looked.is_some_and(|looked| looked.elapsed() < PAUSE) {
            return Vec::new();
        }
        self.looked = Some(clock::now());
        let saved = reloader.saved(world);
        let mut commands = Vec::new();
        for saved in saved {
            match saved {
                Saved::Sound(change) => {
                    commands.push(Command::Change(change));
                }
                Saved::Broken(species, error) => {
                    let name = &world.config.species(species).name;
                    let note = format!("note: `{name}` stays as it is: what was saved is wrong");
                    let error = diagnostic::render(&error);
                    self.news(world).0.note(&format!("{note}\n{error}"));
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
                let (name, tick) = (&change.into.name, world.tick + 1);
                format!("note: `{name}` is another from tick {tick} on")
            }
            (command, Ok(())) => format!("note: tick {}: {}", world.tick, command.describe(world)),
            (command, Err(refusal)) => {
                format!("note: tick {}: not {}: {refusal}", world.tick, command.describe(world))
            }
        };
        self.news(world).0.note(&note);
        ControlFlow::Continue(())
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        let world = simulation.world();
        let (progress, suspensions) = self.news(world);
        progress.tick(world);
        suspensions.new_suspensions(world).iter().for_each(|line| progress.note(line));
        self.write_trace(simulation);
        if self.interruption.is_requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
