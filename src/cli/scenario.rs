//! `terrarium scenario`: a world saved as a scenario.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::recorded::{open_recorded, replayed};
use super::target::Target;
use super::{Failure, output};
use crate::life_history::replay;
use crate::record::Snapshot;
use crate::scenario::{Places, SavedScenario};
use crate::world::World;

/// Save a world as a scenario that can be run and changed
///
/// The scenario has the land of the world as it is: its tiles, with breached walls as open ground, and the walls that
/// were built. Its founders stand where the organisms are, as large as they are, with the traits, the energy and
/// the ages of founders. Carcasses, calamities and memories are left out. Species that do not ship with the program are
/// written to a folder beside the file.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium scenario runs/first/final.snapshot --out later.toml
  terrarium scenario runs/first --tick 1200 --out half-time.toml
  terrarium scenario meadow-tick-300.recording --out lake.toml --random-places
  terrarium run lake.toml --set population.hare=300")]
pub(super) struct ScenarioCommand {
    /// A snapshot, or a recorded run: its directory or recording
    #[arg(value_name = "SNAPSHOT|RUN|RECORDING")]
    target: String,
    /// Save the world after this tick of a recorded run [default: the last]; for example 1200
    #[arg(long, value_name = "T")]
    tick: Option<u64>,
    /// Write the scenario to this new file; for example later.toml
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write only how many organisms there are; a run then places them at random
    #[arg(long)]
    random_places: bool,
}

impl ScenarioCommand {
    pub fn execute(self) -> Result<(), Failure> {
        self.check_out()?;
        let target = Target::find(&self.target)?;
        match (target, self.tick) {
            (Target::Snapshot(path), None) => {
                self.save(&Snapshot::load(&path).map_err(Failure::input)?.world)
            }
            (Target::Snapshot(path), Some(tick)) => Err(Failure::input(format!(
                "--tick {tick}: {} is a snapshot, which has one tick; leave it out",
                path.display()
            ))),
            (Target::Scenario(_), _) if !Path::new(&self.target).exists() => {
                Err(Failure::input(format!(
                    "{}: there is no such file or directory; give a snapshot, or what `terrarium run --out` or \
                 `--record` wrote",
                    self.target
                )))
            }
            (Target::RunDir(path) | Target::Recording(path), tick) => self.recorded(&path, tick),
            (Target::Scenario(_), _) => Err(Failure::input(format!(
                "{}: this is neither a snapshot nor a recorded run; give what `terrarium run --out` or \
                 `--record` wrote",
                self.target
            ))),
        }
    }

    /// Saves a tick of a recorded run.
    fn recorded(&self, path: &Path, tick: Option<u64>) -> Result<(), Failure> {
        let mut playback = open_recorded(path)?;
        let (first, last) = (playback.first_tick(), playback.frontier());
        let tick = tick.unwrap_or(last);
        if !(first..=last).contains(&tick) {
            return Err(Failure::input(format!(
                "--tick {tick}: {} has ticks {first} to {last}",
                path.display()
            )));
        }
        replayed(&mut playback, |playback, observer| {
            playback.seek(tick)?;
            replay(playback, tick, &mut |_| ControlFlow::Continue(()), observer)
        })?;
        self.save(playback.simulation().world())
    }

    fn save(&self, world: &World) -> Result<(), Failure> {
        let places = if self.random_places { Places::Random } else { Places::Same };
        let saved = SavedScenario::new(world, places, &self.out).map_err(Failure::input)?;
        saved.save(&self.out).map_err(Failure::failed)?;
        let species = match saved.species.len() {
            0 => String::new(),
            1 => ", with the creature folder of 1 species beside it".to_owned(),
            count => format!(", with the creature folders of {count} species beside it"),
        };
        output::note(format_args!("wrote {}{species}", self.out.display()));
        Ok(())
    }

    /// Refuses a path that exists, or whose folder does not.
    fn check_out(&self) -> Result<(), Failure> {
        let out = self.out.display();
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        match folder {
            _ if self.out.exists() => Err(Failure::input(format!(
                "--out {out}: this file exists already; choose another name"
            ))),
            _ if self.out.extension().is_none_or(|extension| extension != "toml") => {
                Err(Failure::input(format!(
                    "--out {out}: a scenario is a TOML file; choose a name that ends in .toml"
                )))
            }
            Some(folder) if !folder.is_dir() => Err(Failure::input(format!(
                "--out {out}: there is no directory {}; create it first",
                folder.display()
            ))),
            _ => Ok(()),
        }
    }
}
