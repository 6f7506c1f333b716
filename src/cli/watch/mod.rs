//! `terrarium watch`: show a running world, a recorded run or a snapshot.

mod default_view;
mod display;
mod opening;
mod recovery;
mod terminal;
mod warming;
mod window;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use terrarium_session::{SETTLED, usual_speed};

pub(super) use default_view::run_default;
use display::WatchDisplay;
use opening::OpenedTarget;
use warming::Monitor;
use window::no_window;

use super::colour_choice::ColourChoice;
use super::interruption::Interruption;
use super::link::link_of;
use super::organism::organism;
use super::overrides::overrides;
use super::picture_size::PictureSize;
use super::run_monitor::reloader;
use super::target::Target;
use super::trace_target::trace_target;
use super::{Failure, output};
use crate::behaviour::OrganismId;
use crate::document::Override;
use crate::run::Reloader;
use crate::shell::terrarium;
use crate::watching::{
    ColourRequest, FirstLook, FrameSource, Options, Pace, SaveLocation, Session, SessionSummary,
};

/// Show a world while it runs, in a window or in the terminal
#[derive(Debug, Clone, Args)]
#[command(after_help = "Examples:
  terrarium watch
  terrarium watch archipelago --seed 7 --speed 4
  terrarium watch conquest --record runs/war.recording
  terrarium watch runs/meadow-1
  terrarium watch runs/meadow-1 --tick 1200 --follow 17 --paused
  terrarium watch runs/meadow-1 --creature 17
  terrarium watch runs/meadow-1 --tick 1200 --creatures creatures/fox
  terrarium watch runs/war.recording --view terminal
  terrarium watch fox.link
  terrarium watch --recover
  terrarium watch archipelago --warm-up 1000 --tour
  terrarium watch --creatures creatures/fox --set population.fox=12 --watch-creatures

Press F1 to list all keys and mouse actions. Every key also has a button or a menu entry.")]
pub(super) struct Watch {
    /// A shipped scenario (archipelago, conquest, meadow), the path of a scenario, a run directory,
    /// a snapshot, a recording, or the link of a run; without it, the meadow after a warm-up
    target: Option<String>,
    /// Use S as the random seed instead of the scenario's; for example 7
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Override a value of the scenario or its creatures; for example population.hare=300
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use the terrain of a MovingAI .map or OpenFire .json file; for example river.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Load creatures from a folder, or from one creature's folder, besides the shipped ones; in a
    /// recorded run, start a branch at --tick with their code; for example my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// Reload a creature of --creatures as soon as one of its files is saved; a file with errors
    /// changes nothing and is reported
    #[arg(long, requires = "creatures")]
    watch_creatures: bool,
    /// Record the run to a new file, from which every tick can be shown again; for example
    /// runs/meadow.recording
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show the last run that was watched without --record by a program that was killed: move its
    /// recording from the temporary folder to the folder of --keep-in, such as runs
    #[arg(long, conflicts_with_all = ["target", "record", "seed", "set", "map", "warm_up"])]
    recover: bool,
    /// Start at this multiple of the usual speed, 30 ticks per second: 1/8 to 64, or max [default: 1,
    /// and 1/2 in a conquest]
    #[arg(long, value_name = "SPEED")]
    speed: Option<Pace>,
    /// Start paused
    #[arg(long)]
    paused: bool,
    /// Show a recorded run from this tick on; for example 1200
    #[arg(long, value_name = "T", conflicts_with = "warm_up")]
    tick: Option<u64>,
    /// Simulate N ticks before showing the world [default: 500 without a target, otherwise 0]
    #[arg(long, value_name = "N")]
    warm_up: Option<u64>,
    /// Follow the organism with this ID from the start; for example 17
    #[arg(long, value_name = "ID", value_parser = organism)]
    follow: Option<OrganismId>,
    /// Select the organism with this ID, living or dead, and show its life; for example 17
    #[arg(long, value_name = "ID", value_parser = organism)]
    creature: Option<OrganismId>,
    /// Show what this organism, or all of this species, marked in the last turn; for example wolf
    #[arg(long, value_name = "SPECIES|ID")]
    marks: Option<String>,
    /// Colour organisms by this instead of by species: lineage, cluster, generation, age, hue, a trait such as points_speed,
    /// or a heritable parameter such as param_nerve
    #[arg(long, value_name = "WHAT")]
    colour_by: Option<String>,
    /// Colour only this species; for example hare
    #[arg(long, value_name = "SPECIES", requires = "colour_by")]
    colour_species: Option<String>,
    /// Begin with a tour: the camera shows what is worth watching, with captions, until a key or a click
    /// ends it
    #[arg(long)]
    tour: bool,
    /// Show the world in this view [default: window if there is a display, otherwise terminal]
    #[arg(long, value_enum)]
    view: Option<View>,
    /// Set the size of the window in pixels; for example 1600x900
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<PictureSize>,
    /// Scale text and buttons by X, from 0.5 to 6; for example 2 [default: the display's scale]
    #[arg(long, value_name = "X", value_parser = scale)]
    scale: Option<f64>,
    /// Save screenshots, GIFs, snapshots and recordings to this folder
    #[arg(long, value_name = "DIR", default_value = "runs")]
    keep_in: PathBuf,
    /// Use T threads; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Whether it was opened in a window that showed something else
    #[arg(skip)]
    is_opened: bool,
}

/// Where a world is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// In a window on a display
    Window,
    /// In the terminal, in coloured half-blocks
    Terminal,
}

fn size(text: &str) -> Result<PictureSize, String> {
    PictureSize::within(text, &(1..=16_384))
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|scale| (0.5..=6.0).contains(scale));
    number.ok_or_else(|| "expected a number from 0.5 to 6".to_owned())
}

/// Everything that is needed to start a viewer.
struct Ready {
    frame_source: FrameSource,
    options: Options,
    save_location: SaveLocation,
    first_look: FirstLook,
    title: String,
    /// The seed with which the same scenario can be shown again, unless this run is kept.
    next_seed: Option<u64>,
}

impl Watch {
    /// Returns the options of `terrarium` without arguments: the meadow in the given view.
    fn meadow(view: Option<View>) -> Self {
        Self {
            target: None,
            seed: None,
            set: Vec::new(),
            map: None,
            creatures: Vec::new(),
            watch_creatures: false,
            record: None,
            recover: false,
            speed: None,
            paused: false,
            tick: None,
            warm_up: None,
            follow: None,
            creature: None,
            marks: None,
            colour_by: None,
            colour_species: None,
            tour: false,
            view,
            size: None,
            scale: None,
            keep_in: PathBuf::from("runs"),
            threads: None,
            is_opened: false,
        }
    }

    /// The arguments of a command that shows this.
    fn arguments(&self) -> Vec<String> {
        if !self.is_opened {
            return std::env::args().skip(1).collect();
        }
        let mut arguments = vec!["watch".to_owned()];
        arguments.extend(self.target.clone());
        arguments.extend(self.seed.iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]));
        let paths = |name: &str, path: &PathBuf| [name.to_owned(), path.display().to_string()];
        arguments.extend(self.map.iter().flat_map(|path| paths("--map", path)));
        arguments.extend(self.creatures.iter().flat_map(|path| paths("--creatures", path)));
        arguments.extend(self.set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
        arguments
    }

    pub fn execute(self) -> Result<(), Failure> {
        match self.view {
            Some(View::Window) => {
                let window = self.open_window().map_err(|error| no_window(&error))?;
                self.in_window(window)
            }
            Some(View::Terminal) => self.in_terminal(),
            None => match WatchDisplay::find() {
                WatchDisplay::Display => self.in_window_or_terminal(),
                WatchDisplay::Terminal => self.in_terminal(),
                WatchDisplay::Unavailable => Err(Failure::input(
                    "there is neither a display nor a terminal to show the world; \
                     `terrarium render meadow --png meadow.png` draws a picture, and \
                     `terrarium run` records a run without showing it",
                )),
            },
        }
    }

    /// Shows the world in a window or, where the display opens none, in the terminal.
    fn in_window_or_terminal(&self) -> Result<(), Failure> {
        match self.open_window() {
            Ok(window) => self.in_window(window),
            Err(error) if display::has_terminal() => {
                output::note(format_args!("{error}; showing the world in this terminal"));
                self.in_terminal()
            }
            Err(error) => Err(no_window(&error)),
        }
    }

    /// Opens the target and simulates the ticks of the warm-up.
    fn ready(&self, monitor: &Monitor<'_>) -> Result<Ready, Failure> {
        if let Some(folder) = self.record.as_deref().and_then(Path::parent) {
            let is_file = !folder.as_os_str().is_empty() && folder.is_file();
            if is_file {
                let path = folder.display();
                return Err(Failure::input(format!("--record: {path} is a file, not a folder")));
            }
        }
        if self.keep_in.exists() && !self.keep_in.is_dir() {
            let path = self.keep_in.display();
            return Err(Failure::input(format!("--keep-in: {path} is a file, not a folder")));
        }
        if !self.recover && !self.is_opened {
            recovery::report();
        }
        let OpenedTarget { name, mut frame_source, is_scenario, notice } = self.opened(monitor)?;
        let reloader = self.reloader(&frame_source)?;
        let ticks = self.ticks_before(&frame_source);
        warming::warm_up(&mut frame_source, ticks, self.warm_up.is_some(), monitor)?;
        let seed = warming::seed_of(&frame_source);
        let options = Options {
            // A linked run is shown at the tick of its link.
            is_playing: !self.paused && notice.is_none(),
            pace: self.speed.unwrap_or_else(|| usual_pace(&frame_source)),
            threads: self.threads.map(NonZeroUsize::get),
            recorded: self.record.clone(),
            reloader,
        };
        let save_location =
            SaveLocation { folder: self.keep_in.clone(), name: format!("{name}-seed-{seed}") };
        let title = format!("Terrarium · {name} · seed {seed}");
        let first_look = FirstLook { notice, ..self.first_look(&frame_source)? };
        let is_branch = matches!(&frame_source, FrameSource::Run(it) if it.present() > 0);
        let first_look = FirstLook { is_split: is_branch, ..first_look };
        let is_repeatable = is_scenario && self.record.is_none();
        let next_seed = is_repeatable.then(|| seed.wrapping_add(1));
        Ok(Ready { frame_source, options, save_location, first_look, title, next_seed })
    }

    /// Opens the target: a link, or something with a name or path.
    fn opened(&self, monitor: &Monitor<'_>) -> Result<OpenedTarget, Failure> {
        let given = self.target.as_deref().unwrap_or("meadow");
        if let Some(link) = link_of(given)?.filter(|_| !self.recover) {
            return opening::follow(link, self, monitor);
        }
        let target = match self.recover {
            true => Target::Recording(recovery::recover(&self.keep_in)?),
            false => Target::find(given)?,
        };
        Ok(OpenedTarget {
            name: target.name(),
            frame_source: opening::open(&target, self, monitor)?,
            is_scenario: matches!(target, Target::Scenario(_)),
            notice: None,
        })
    }

    /// What is shown at first.
    fn first_look(&self, frame_source: &FrameSource) -> Result<FirstLook, Failure> {
        let marks = self.marks.as_deref().map(|given| match frame_source {
            FrameSource::Run(playback) => {
                let species = &playback.simulation().world().config().species;
                let names = species.iter().map(|species| species.name.as_str());
                trace_target("--marks", given, names)
            }
            FrameSource::Keyframes { .. } => Err(Failure::input(format!(
                "--marks {given}: this recording cannot be replayed, so no marks are known; leave \
                 out --marks"
            ))),
        });
        let colours = self.colour_by.as_deref().map(|name| match frame_source {
            FrameSource::Run(playback) => {
                let species = &playback.simulation().world().config().species;
                let choice = ColourChoice::find(name, self.colour_species.as_deref(), species)?;
                Ok(ColourRequest { by: choice.by, species: choice.species })
            }
            FrameSource::Keyframes { .. } => Err(Failure::input(format!(
                "--colour-by {name}: this recording cannot be replayed, so nothing but the species of its organisms is \
                 known; leave out --colour-by"
            ))),
        });
        Ok(FirstLook {
            follow: self.follow,
            creature: self.creature,
            marks: marks.transpose()?,
            colours: colours.transpose()?,
            is_split: false,
            is_tour: self.tour,
            notice: None,
        })
    }

    /// The number of ticks to simulate before the world is shown.
    fn ticks_before(&self, frame_source: &FrameSource) -> u64 {
        let is_first_look = self.target.is_none() && !self.recover;
        let usual = if is_first_look { SETTLED } else { 0 };
        self.warm_up.unwrap_or(usual) * u64::from(matches!(frame_source, FrameSource::Run(_)))
    }

    /// Returns the reloader of `--watch-creatures`, if that was given.
    fn reloader(&self, frame_source: &FrameSource) -> Result<Option<Reloader>, Failure> {
        let FrameSource::Run(playback) = frame_source else { return Ok(None) };
        if !self.watch_creatures {
            return Ok(None);
        }
        let world = playback.simulation().world();
        reloader(world, &self.creatures, &self.overrides()?).map(Some)
    }

    /// Returns the overrides given by `--set`, `--seed` and `--map`.
    fn overrides(&self) -> Result<Vec<Override>, Failure> {
        overrides(&self.set, self.seed, self.map.as_deref())
    }
}

/// The speed at which a world is shown unless another one is given.
fn usual_pace(frame_source: &FrameSource) -> Pace {
    frame_source.scene(None).map_or(Pace::NORMAL, |scene| Pace::nearest(usual_speed(&scene)))
}

fn session(frame_source: FrameSource, options: Options) -> Result<Session, Failure> {
    Session::start(frame_source, options).map_err(Failure::failed)
}

/// Reports which files were saved. Fails if one could not be saved or the user interrupted.
fn report_summary(
    summary: SessionSummary,
    pictures: &[PathBuf],
    interruption: &Interruption,
) -> Result<(), Failure> {
    for path in summary.saved.iter().chain(pictures) {
        output::note(format_args!("saved {}", path.display()));
    }
    if let Some(problem) = summary.problem {
        return Err(Failure::failed(problem));
    }
    if let Some(recording) = summary.saved.first() {
        let watch = terrarium(&[&"watch", &recording.display()]);
        output::note(format_args!("watch it again with: {watch}"));
    }
    if interruption.is_requested() { Err(Failure::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playback::Playback;
    use crate::record::recording::Place;
    use crate::run::SimulationBuilder;

    #[test]
    fn conquests_begin_at_half_the_speed() {
        for (scenario, expected) in [("conquest", "1/2"), ("archipelago", "1")] {
            let ready = SimulationBuilder::new(scenario).ready().unwrap();
            let playback = Playback::live(ready, &Place::Temporary).unwrap();
            let pace = usual_pace(&FrameSource::Run(Box::new(playback)));
            assert_eq!(Ok(pace), expected.parse(), "{scenario}");
        }
    }

    #[test]
    fn scales_out_of_range_are_refused() {
        assert!(scale("0").is_err() && scale("nan").is_err() && scale("2").is_ok());
    }
}
