//! `terrarium share`: a run as a link.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::link::{failure, link_of};
use super::overrides::overrides;
use super::progress::{bar, ready_with_progress};
use super::recorded::open_recorded;
use super::target::Target;
use super::{Failure, creature_notes, output};
use crate::atomic_file;
use crate::run::{Ready, Start};
use crate::run_link::{EXTENSION, PAGE, RunLink};

/// Print a run as a link that holds all that it follows from
///
/// The link holds the scenario with its overrides, the creatures that do not ship with the program, the commands up
/// to a tick, and the state hash there. Opening it gives the same world, and the hash shows it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium share runs/first
  terrarium share runs/meadow.recording --tick 2500
  terrarium share meadow --seed 7 --set population.wolf=0 --tick 500
  terrarium share --creatures creatures/fox --set population.fox=12 --file fox.link
  terrarium share runs/first --to https://example.org/terrarium/
  terrarium run fox.link --out runs/fox

A link has at most 32768 bytes. What is too large for one is shared as a recording: see `terrarium run
--record`. A run that began with a snapshot cannot be a link.")]
pub(super) struct Share {
    /// A recorded run, its directory or recording; a scenario, shipped or a file; or another link
    #[arg(value_name = "RUN|RECORDING|SCENARIO", default_value = "meadow")]
    target: String,
    /// Go to this tick [default: the last of a recorded run, 0 of a scenario]; for example 1200
    #[arg(long, value_name = "T")]
    tick: Option<u64>,
    /// Use this seed instead of the scenario's; for example 7
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Override a value of the scenario or of a species; for example rules.light=40
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use this map; the link holds its tiles; for example river.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Also load the creatures of this folder, or one creature's folder; for example my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// Lead to the page at this address instead of that of `terrarium serve`; for example
    /// https://example.org/terrarium/
    #[arg(long, value_name = "URL", default_value = PAGE)]
    to: String,
    /// Write the link to this new file instead of printing it; for example fox.link
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Share {
    pub fn execute(self) -> Result<(), Failure> {
        if let Some(path) = self.file.as_ref().filter(|path| path.exists()) {
            return Err(Failure::input(format!(
                "--file {}: this file exists already; choose another name",
                path.display()
            )));
        }
        let is_link_file = |path: &PathBuf| path.extension().is_some_and(|it| it == EXTENSION);
        if let Some(path) = self.file.as_ref().filter(|path| !is_link_file(path)) {
            return Err(Failure::input(format!(
                "--file {}: give a file whose name ends in .{EXTENSION}, so that it can be opened",
                path.display()
            )));
        }
        let link = self.link()?.to_url(&self.to).map_err(failure)?;
        let Some(path) = &self.file else { return output::print(&format!("{link}\n")) };
        let written = atomic_file::write(path, |file| writeln!(file, "{link}"));
        written.map_err(|error| {
            Failure::failed(format!("{}: cannot be written: {error}", path.display()))
        })?;
        output::note(format_args!("wrote {} ({} bytes)", path.display(), link.len()));
        Ok(())
    }

    fn link(&self) -> Result<RunLink, Failure> {
        if let Some(link) = link_of(&self.target)? {
            self.reject_overrides("a link")?;
            return match self.tick {
                None => Ok(link),
                Some(tick) => Err(Failure::input(format!(
                    "--tick {tick}: a link has its tick; leave it out, or record the run with `terrarium run LINK \
                     --record FILE`, and share that"
                ))),
            };
        }
        match Target::find(&self.target)? {
            Target::RunDir(path) | Target::Recording(path) => {
                self.reject_overrides("a recorded run")?;
                self.recorded(&path)
            }
            Target::Snapshot(path) => Err(Failure::input(format!(
                "{}: this is a snapshot, and a link holds a run from its first tick; give the recording or the \
                 directory of the run, or send the snapshot as a file",
                path.display()
            ))),
            Target::Scenario(name) => self.simulated(name),
        }
    }

    /// The link of a recorded run.
    fn recorded(&self, path: &Path) -> Result<RunLink, Failure> {
        let mut playback = open_recorded(path)?;
        let (first, last) = (playback.first_tick(), playback.frontier());
        let tick = self.tick.unwrap_or(last);
        if !(first..=last).contains(&tick) {
            return Err(Failure::input(format!(
                "--tick {tick}: {} has ticks {first} to {last}",
                path.display()
            )));
        }
        playback.seek(tick)?;
        if let Some(difference) = playback.difference() {
            return Err(Failure::failed(format!(
                "{}: from tick {} on, the replay differs from the record, so a link would give another run; share the \
                 recording as a file",
                path.display(),
                difference.tick
            )));
        }
        RunLink::of_playback(&playback).map_err(failure)
    }

    /// The link of a scenario, which is simulated up to the tick.
    fn simulated(&self, name: String) -> Result<RunLink, Failure> {
        let overrides = overrides(&self.set, self.seed, self.map.as_deref())?;
        let creature_folders = self.creatures.clone();
        creature_notes::on_modules_within(&self.creatures);
        let ready = ready_with_progress(&Start::Scenario { name, overrides, creature_folders })?;
        creature_notes::on_population(&self.creatures, ready.simulation.world());
        let link = RunLink::of_start(&ready).map_err(failure)?;
        let tick = self.tick.unwrap_or(0);
        let link = RunLink { tick, ..link };
        // Before the ticks are simulated, which may take long.
        link.to_fragment().map_err(failure)?;
        let Ready { mut simulation, .. } = ready;
        let bar = bar(tick, "ticks");
        for done in 0..tick {
            simulation.tick();
            bar.set_position(done);
        }
        bar.finish_and_clear();
        Ok(RunLink { hash: simulation.world().state_hash(), ..link })
    }

    fn reject_overrides(&self, what: &str) -> Result<(), Failure> {
        let has_none = self.set.is_empty()
            && self.seed.is_none()
            && self.map.is_none()
            && self.creatures.is_empty();
        match has_none {
            true => Ok(()),
            false => Err(Failure::input(format!(
                "{}: this is {what}, whose overrides are fixed; --seed, --set, --map and --creatures apply only to \
                 scenarios",
                shortened(&self.target)
            ))),
        }
    }
}

/// An argument as messages show it: a link can be long.
fn shortened(given: &str) -> String {
    const LONGEST: usize = 60;
    match given.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &given[..end]),
        None => given.to_owned(),
    }
}
