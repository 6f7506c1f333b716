//! `terrarium turn`: a turn step by step, or what the lines of a script cost.

mod profile;
mod steps;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::Args;

use super::recorded::{Subject, open_recorded, replayed, subject};
use super::threads::with_threads;
use super::ticks::Ticks;
use super::{Failure, Format, output};
use crate::behaviour::OrganismId;
use crate::life_history::{self, LifeHistoryError};
use crate::playback::Playback;
use crate::shell::terrarium;
use crate::species::{BehaviourChoice, Code, SpeciesId};
use crate::tick::Simulation;

/// Show a turn of a recorded run line by line, or what each line costs
///
/// Of an organism, its state and what it saw, then each line of its script with the values that it
/// changed and the operations that it cost; of a module, its calls of host functions. Of a species,
/// what the lines of its script cost in all turns of some ticks. The run is replayed for it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium turn runs/first 17
  terrarium turn runs/first 17 --tick 300 --all
  terrarium turn runs/first wolf
  terrarium turn runs/meadow.recording wolf --ticks 200..400 --format json")]
pub(super) struct TurnCommand {
    /// The directory or the recording that `terrarium run --out` or `--record` wrote; for example
    /// runs/first
    #[arg(value_name = "RUN|RECORDING")]
    run: String,
    /// The number of an organism, or a species; for example 17 or wolf
    #[arg(value_name = "ID|SPECIES")]
    target: String,
    /// The tick of the turn of an organism [default: its last]; for example 300
    #[arg(long, value_name = "T")]
    tick: Option<u64>,
    /// The ticks of the turns of a species [default: all]; for example 200..400
    #[arg(long, value_name = "A..B", conflicts_with = "tick")]
    ticks: Option<Ticks>,
    /// Print all steps of a long turn, or all lines of the script; has no effect on JSON
    #[arg(long)]
    all: bool,
    /// Use T threads instead of one per core; affects only the speed; for example 2
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print the answer in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl TurnCommand {
    pub fn execute(self) -> Result<(), Failure> {
        with_threads(self.threads, |_| self.answer())?
    }

    fn answer(&self) -> Result<(), Failure> {
        let mut playback = open_recorded(Path::new(&self.run))?;
        let text = match subject(&playback, &self.run, &self.target)? {
            Subject::Organism(id) => self.of_organism(&mut playback, id)?,
            Subject::Species(species) => self.of_species(&mut playback, species)?,
        };
        output::print(&text)
    }

    /// One turn of an organism.
    fn of_organism(&self, playback: &mut Playback, id: OrganismId) -> Result<String, Failure> {
        if self.ticks.is_some() {
            return Err(Failure::input(
                "--ticks: a turn of an organism has one tick; use --tick, such as --tick 300, or ask \
                 for a species",
            ));
        }
        let tick = self.tick_of_turn(playback, id)?;
        let turn = replayed(playback, |playback, observer| {
            life_history::turn_of(playback, id, tick, observer)
        })?;
        let simulation = playback.simulation();
        let (run, id) = (&self.run, id.0);
        let turn = turn.ok_or_else(|| {
            let why = terrarium(&[&"why", run, &id]);
            Failure::input(format!(
                "{run}: organism {id} had no turn in tick {tick}: it was not alive, is a plant, or got \
                 no time; `{why}` reports its life"
            ))
        })?;
        let place = simulation.fault_place(turn.by);
        let fault = turn.fault.as_ref().map(|fault| fault.text(place));
        let shown = steps::Shown { turn: &turn, code: code(simulation, turn.species), fault };
        Ok(match self.format {
            Format::Human => {
                let report = playback.inspect(turn.by).map(|report| report.text());
                steps::text(&shown, tick, &report.unwrap_or_default(), self.all)
            }
            Format::Json => format!("{}\n", steps::as_json(&shown, tick, simulation)),
        })
    }

    /// The tick that was asked for, or that of the last turn.
    fn tick_of_turn(&self, playback: &mut Playback, id: OrganismId) -> Result<u64, Failure> {
        let run = &self.run;
        if let Some(tick) = self.tick {
            let (first, last) = (playback.first_tick() + 1, playback.frontier());
            if !(first..=last).contains(&tick) {
                return Err(Failure::input(format!(
                    "--tick {tick}: {run} has turns in ticks {first} to {last}"
                )));
            }
            return Ok(tick);
        }
        let life = replayed(playback, |playback, observer| {
            life_history::of_organism(playback, id, observer)
        });
        let life = life.map_err(|error| match error {
            LifeHistoryError::Playback(error) => error.into(),
            other => Failure::input(format!("{run}: {other}")),
        })?;
        Ok(life.last_tick)
    }

    /// The costs of the lines of a species.
    fn of_species(&self, playback: &mut Playback, species: SpeciesId) -> Result<String, Failure> {
        if let Some(tick) = self.tick {
            return Err(Failure::input(format!(
                "--tick {tick}: {} is a species; use --ticks {tick}..{tick}, or ask for one organism",
                self.target
            )));
        }
        let ticks = self.ticks_of_species(playback)?;
        let profile = replayed(playback, |playback, observer| {
            life_history::profile(playback, species, ticks.clone(), observer)
        })?;
        let simulation = playback.simulation();
        let shown = profile::Shown {
            run: &self.run,
            species: &self.target,
            ticks,
            budget: simulation.world().config().rules.turn_budget.into(),
            profile: &profile,
            code: code(simulation, species),
        };
        Ok(match self.format {
            Format::Human => shown.text(self.all),
            Format::Json => format!("{}\n", shown.as_json()),
        })
    }

    fn ticks_of_species(&self, playback: &Playback) -> Result<RangeInclusive<u64>, Failure> {
        let (first, last) = (playback.first_tick() + 1, playback.frontier());
        let given = self.ticks;
        let begin = given.and_then(|ticks| ticks.first).unwrap_or(first);
        let end = given.and_then(|ticks| ticks.last).unwrap_or(last);
        if begin < first || end > last || begin > end {
            return Err(Failure::input(format!(
                "--ticks {begin}..{end}: {} has turns in ticks {first} to {last}",
                self.run
            )));
        }
        Ok(begin..=end)
    }
}

/// The code of a species, if it has any.
fn code(simulation: &Simulation, species: SpeciesId) -> Option<&Code> {
    let behaviour = simulation.world().config().species(species).behaviour.as_ref();
    behaviour.map(|BehaviourChoice { code, .. }| code)
}

/// A line of a script, from 1; empty if the script has no such line.
fn source_line(code: Option<&Code>, line: usize) -> &str {
    match code {
        Some(Code::Script { source, .. }) => {
            source.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim_end()
        }
        _ => "",
    }
}
