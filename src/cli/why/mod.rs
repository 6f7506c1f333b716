//! `terrarium why`: why organisms of a recorded run died.

mod life;
mod mortality;

use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use serde_json::json;

use super::recorded::{Subject, open_recorded, replayed, subject};
use super::threads::with_threads;
use super::{Failure, Format, output};
use crate::behaviour::OrganismId;
use crate::life_history::{self, LifeHistoryError};
use crate::playback::Playback;

/// Explain the deaths of a run by cause, or the life of one organism
///
/// The run is replayed, so the answer needs no files besides those of the run, and comes also long
/// after a carcass has rotted away. Of an organism, only the part of a recording from the keyframe
/// before its birth to its death is replayed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium why runs/first
  terrarium why runs/first hare
  terrarium why runs/first 4711
  terrarium why runs/meadow.recording 17 --format json")]
pub(super) struct Why {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote; for example
    /// runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: String,
    /// A species, or the number of an organism; without it, all species; for example hare or 4711
    #[arg(value_name = "ID|SPECIES")]
    target: Option<String>,
    /// Print all episodes of a long life, and not only the first and last ones; has no effect on JSON
    #[arg(long)]
    all: bool,
    /// Use T threads instead of one per core; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print the answer in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Why {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.answer())?
    }

    fn answer(&self) -> Result<(), Failure> {
        let mut playback = open_recorded(Path::new(&self.run))?;
        let subject = |given: &String| subject(&playback, &self.run, given);
        let text = match self.target.as_ref().map(subject).transpose()? {
            Some(Subject::Organism(id)) => self.of_organism(&mut playback, id)?,
            _ => self.of_species(&mut playback, self.target.as_deref())?,
        };
        output::print(&text)
    }

    fn of_organism(&self, playback: &mut Playback, id: OrganismId) -> Result<String, Failure> {
        let life = replayed(playback, |playback, observer| {
            life_history::of_organism(playback, id, observer)
        });
        let life = life.map_err(|error| match error {
            LifeHistoryError::Playback(error) => error.into(),
            other => Failure::input(format!("{}: {other}", self.run)),
        })?;
        Ok(match self.format {
            Format::Human => life::text(&life, &self.run, self.all),
            Format::Json => format!("{}\n", json!(life)),
        })
    }

    fn of_species(&self, playback: &mut Playback, name: Option<&str>) -> Result<String, Failure> {
        let deaths = replayed(playback, life_history::mortality)?;
        let one = name.and_then(|name| deaths.of(name));
        Ok(match (self.format, one) {
            (Format::Human, None) => mortality::of_all(&deaths, &self.run),
            (Format::Human, Some(species)) => mortality::of_one(&deaths, species, &self.run),
            (Format::Json, None) => format!("{}\n", json!(deaths)),
            (Format::Json, Some(species)) => {
                let mut object = json!(species);
                object["first_tick"] = json!(deaths.first_tick);
                object["last_tick"] = json!(deaths.last_tick);
                format!("{object}\n")
            }
        })
    }
}
