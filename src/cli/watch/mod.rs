//! `terrarium watch`: look on while a world lives, in a window or in the terminal.

mod audience;
mod first;
mod opening;
mod terminal;
mod warming;
#[cfg(feature = "window")]
mod window;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::interruption::Interruption;
use super::organism::organism;
use super::run_monitor::reloader;
use super::settings::settings;
use super::target::Target;
use super::{Failure, output};
use crate::behaviour::OrganismId;
use crate::document::Override;
use crate::run::Reloader;
use crate::watching::{FrameSource, Options, Pace, SaveLocation, Session, SessionSummary};
use audience::WatchDisplay;
pub(super) use first::first_look;

/// Look on while a world lives: in a window, or in the terminal.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium watch
  terrarium watch archipelago --seed 7 --speed 4
  terrarium watch conquest --record runs/war.recording
  terrarium watch runs/meadow-1
  terrarium watch runs/war.recording --view terminal
  terrarium watch --creatures creatures/fox --set population.fox=12 --watch-creatures

F1 shows all keys. Whatever the keys do, buttons and menus do as well.")]
pub(super) struct Watch {
    /// A shipped scenario (archipelago, conquest, meadow), the path of one, a run's directory, a
    /// snapshot or a recording; without, a meadow in the middle of its life
    target: Option<String>,
    /// What all chance follows from, in place of the scenario's seed; for example 7
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Set something in the scenario or its creatures; for example population.hare=300
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// A MovingAI .map or OpenFire .json to live on; for example river.map
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// A folder of creatures, or one creature's folder, beside the shipped ones; for example
    /// my-creatures
    #[arg(long, value_name = "DIR")]
    creatures: Vec<PathBuf>,
    /// Whenever a file of a creature in --creatures is saved, have the living take it over; a broken
    /// save changes nothing and is told
    #[arg(long, requires = "creatures")]
    watch_creatures: bool,
    /// Write the run into this new file, in which any tick of it can be looked at again; for example
    /// runs/meadow.recording
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many times as fast as usual time passes at first: 1/8 to 64, or max
    #[arg(long, value_name = "SPEED", default_value_t = Pace::USUAL)]
    speed: Pace,
    /// Begin with time standing still
    #[arg(long)]
    paused: bool,
    /// How many ticks to live before anything is shown; without WHAT some hundred, otherwise none
    #[arg(long, value_name = "N")]
    warm_up: Option<u64>,
    /// Follow an organism from the beginning, by its number; for example 17
    #[arg(long, value_name = "ID", value_parser = organism)]
    follow: Option<OrganismId>,
    /// Where to show it; without, in a window if there is a display, else in the terminal
    #[arg(long, value_enum)]
    view: Option<View>,
    /// The size of the window in pixels; for example 1600x900
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// How many times as large letters and buttons are; for example 2
    #[arg(long, value_name = "X", value_parser = scale)]
    scale: Option<f64>,
    /// The folder in which screenshots, GIFs, snapshots and recordings are saved
    #[arg(long, value_name = "DIR", default_value = "runs")]
    keep_in: PathBuf,
    /// How many threads to use; changes nothing but the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

/// Where a world is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// In a window on a display
    Window,
    /// In the terminal, in coloured half-blocks
    Terminal,
}

/// The size of a window, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size(usize, usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const MOST: usize = 16_384;
        let number = |side: &str| side.trim().parse().ok().filter(|side| (1..=MOST).contains(side));
        let sides = text.split_once(['x', 'X', '×']);
        let size = sides.and_then(|(width, height)| Some(Self(number(width)?, number(height)?)));
        size.ok_or_else(|| format!("give width and height, 1 to {MOST} each, such as 1280x720"))
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|scale| (0.5..=6.0).contains(scale));
    number.ok_or_else(|| "give a number from 0.5 to 6".to_owned())
}

/// What is about to be watched.
struct Ready {
    frame_source: FrameSource,
    options: Options,
    keeping: SaveLocation,
    title: String,
}

impl Watch {
    /// What happens without any arguments: the meadow, in whatever there is to show it.
    fn meadow(view: Option<View>) -> Self {
        Self {
            target: None,
            seed: None,
            set: Vec::new(),
            map: None,
            creatures: Vec::new(),
            watch_creatures: false,
            record: None,
            speed: Pace::USUAL,
            paused: false,
            warm_up: None,
            follow: None,
            view,
            size: None,
            scale: None,
            keep_in: PathBuf::from("runs"),
            threads: None,
        }
    }

    pub fn execute(self) -> Result<(), Failure> {
        match self.view {
            Some(View::Window) => self.in_window(),
            Some(View::Terminal) => self.in_terminal(),
            None => match WatchDisplay::find() {
                WatchDisplay::Display => self.in_window(),
                WatchDisplay::Terminal => self.in_terminal(),
                WatchDisplay::Nobody => Err(Failure::input(
                    "there is neither a display nor a terminal to show the world; \
                     `terrarium render meadow --png meadow.png` paints a picture, and \
                     `terrarium run` records a run without showing it",
                )),
            },
        }
    }

    /// Opens what is to be watched, and lets it live until it is worth watching.
    fn ready(&self, interruption: &Interruption) -> Result<Ready, Failure> {
        if let Some(folder) = self.record.as_deref().and_then(Path::parent) {
            let is_file = !folder.as_os_str().is_empty() && folder.is_file();
            if is_file {
                let path = folder.display();
                return Err(Failure::input(format!("--record: {path} is a file, not a folder")));
            }
        }
        let target = Target::find(self.target.as_deref().unwrap_or("meadow"))?;
        let name = target.name();
        let mut frame_source = opening::open(&target, self)?;
        let reloader = self.reloader(&frame_source)?;
        let ticks = self.ticks_before(&frame_source);
        warming::warm_up(&mut frame_source, ticks, interruption)?;
        let seed = warming::seed_of(&frame_source);
        let options = Options {
            plays: !self.paused,
            pace: self.speed,
            threads: self.threads.map(NonZeroUsize::get),
            recorded: self.record.clone(),
            reloader,
        };
        let keeping =
            SaveLocation { folder: self.keep_in.clone(), name: format!("{name}-seed-{seed}") };
        let title = format!("Terrarium · {name} · seed {seed}");
        Ok(Ready { frame_source, options, keeping, title })
    }

    /// How many ticks are lived before anything is shown.
    fn ticks_before(&self, frame_source: &FrameSource) -> u64 {
        /// By then the animals of the meadow have found to their ways.
        const SETTLED: u64 = 500;
        let is_first_look = self.target.is_none();
        let usual = if is_first_look { SETTLED } else { 0 };
        self.warm_up.unwrap_or(usual) * u64::from(matches!(frame_source, FrameSource::Run(_)))
    }

    /// Who looks after the folders of creatures, if somebody is to.
    fn reloader(&self, frame_source: &FrameSource) -> Result<Option<Reloader>, Failure> {
        let FrameSource::Run(playback) = frame_source else { return Ok(None) };
        if !self.watch_creatures {
            return Ok(None);
        }
        let world = playback.simulation().world();
        reloader(world, &self.creatures, &self.settings()?).map(Some)
    }

    /// What is set in the scenario and its creatures.
    fn settings(&self) -> Result<Vec<Override>, Failure> {
        settings(&self.set, self.seed, self.map.as_deref())
    }

    #[cfg(not(feature = "window"))]
    fn in_window(&self) -> Result<(), Failure> {
        Err(Failure::input(
            "this program was built without windows; `--view terminal` shows the world in the \
             terminal, and `terrarium render` paints pictures of it",
        ))
    }
}

fn session(frame_source: FrameSource, options: Options) -> Result<Session, Failure> {
    Session::begin(frame_source, options).map_err(Failure::failed)
}

/// Tells what is left, and whether all went well.
fn tell(
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
        let path = recording.display();
        output::note(format_args!("look at it again with: terrarium watch {path}"));
    }
    if interruption.is_asked_for() { Err(Failure::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_windows_are_read_and_those_beyond_all_sense_refused() {
        assert_eq!("1280x720".parse(), Ok(Size(1280, 720)));
        assert_eq!("1×1".parse(), Ok(Size(1, 1)));
        for size in ["", "100", "0x5", "5x0", "99999x2", "axb", "1x2x3", "-1x4"] {
            assert!(size.parse::<Size>().is_err(), "{size}");
        }
        assert!(scale("0").is_err() && scale("nan").is_err() && scale("2").is_ok());
    }
}
