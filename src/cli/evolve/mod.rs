//! `terrarium evolve`: whether the evolution of a recorded run is more than drift.

mod files;
mod text;

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::individuals::{in_order, species_named, table_of};
use super::{Failure, Format, output};
use crate::evolution::limits::{self, MOST_WINDOWS};
use crate::evolution::{
    Comparison, EvolutionReport, Modes, ModesReport, Record, ReportOptions, SpeciesReport, Windows,
};
use crate::phylogeny::Phylogeny;
use crate::record::changes::RecordedCommand;
use crate::record::{Manifest, START, Snapshot};
use crate::tick::Command;

/// The rules that mutation reads.
const MUTATION_RULES: [&str; 3] = ["mutation", "points", "seed_spread"];

/// Compare the evolution of a recorded run with neutral shadows of it
///
/// Needs the table of individuals, which `terrarium run --out DIR --individuals` writes. A neutral shadow has the
/// births, deaths and parents of the run, but all that is inherited mutates anew. What the run shows beyond its shadows
/// is more than drift and mutation. docs/evolution.md defines all figures.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium evolve runs/first
  terrarium evolve runs/first --species hare --shadows 99
  terrarium evolve runs/first --every 500 --persistence 2000 --format json
  terrarium evolve runs/first --out runs/first-shadow
  terrarium selection runs/first-shadow")]
pub(super) struct EvolveCommand {
    /// The directory that `terrarium run --out DIR --individuals` wrote; for example runs/first
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Include only this species; for example hare
    #[arg(long, value_name = "SPECIES")]
    species: Option<String>,
    /// Draw so many neutral shadows; for example 99
    #[arg(long, value_name = "N", default_value_t = limits::SHADOWS,
        value_parser = clap::value_parser!(u64).range(..=limits::MOST_SHADOWS))]
    shadows: u64,
    /// Draw them with this seed; for example 7
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take the MODES metrics every so many ticks; the default is a tenth of the run; for example 500
    #[arg(long, value_name = "TICKS")]
    every: Option<NonZeroU64>,
    /// Count only organisms that are alive, or have living descendants, so many ticks later; the default is
    /// half of the run; for example 2000
    #[arg(long, value_name = "TICKS")]
    persistence: Option<NonZeroU64>,
    /// Round traits to genotypes with this step, in points, or in per cent for traits that are no points;
    /// for example 10
    #[arg(long, value_name = "STEP", default_value_t = limits::GRID, value_parser = grid)]
    grid: f64,
    /// Write traits.csv, modes.csv, and the individuals.csv of the first shadow into this directory, which must
    /// be empty or not exist; for example runs/first-shadow
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

fn grid(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok().filter(|&number| limits::is_grid(number));
    number.ok_or_else(|| "give a number above 0, such as 5".to_owned())
}

/// A report with what is needed to show it.
struct Shown<'a> {
    record: Record<'a>,
    options: ReportOptions,
    report: EvolutionReport,
    /// The indices of the species, in the order in which they are shown.
    order: Vec<usize>,
}

impl EvolveCommand {
    pub fn execute(self) -> Result<(), Failure> {
        let table = table_of(&self.run, "neutral shadows")?;
        if let Some(out) = &self.out {
            files::check_directory(out, self.shadows)?;
        }
        let manifest = Manifest::read(&self.run).map_err(Failure::input)?;
        let organisms = Phylogeny::read(&table).map_err(Failure::Input)?;
        // The windows do not depend on the choice of species.
        let ticks = (manifest.first_tick, organisms.last_tick().max(manifest.first_tick));
        let organisms = match &self.species {
            Some(name) => organisms.of_species(species_named(name, &self.run, &organisms)?),
            None => organisms,
        };
        note_changed_rules(&manifest);
        let start = Snapshot::load(self.run.join(START)).map_err(Failure::input)?;
        let species = start.world.config().species.clone();
        let record = Record {
            organisms: &organisms,
            first_tick: manifest.first_tick,
            rules: &manifest.rules,
            species: &species,
        };
        let options = ReportOptions {
            shadows: self.shadows,
            seed: self.seed,
            windows: self.windows(ticks)?,
            grid: self.grid,
        };
        let report = EvolutionReport::new(record, &options);
        let shown = Shown { record, options, report, order: in_order(&organisms, None) };
        if let Some(out) = &self.out {
            files::write(&shown, &table, out)?;
        }
        output::print(&match self.format {
            Format::Human => text::as_text(&shown),
            Format::Json => format!("{}\n", shown.as_json()),
        })
    }

    /// The windows, which must fit into a run from one tick to another.
    fn windows(&self, (first, last): (u64, u64)) -> Result<Windows, Failure> {
        let ticks = last - first;
        let windows = Windows::new((first, last), self.every, self.persistence);
        let Windows { every, persistence, .. } = windows;
        if self.persistence.is_some() && persistence > ticks {
            return Err(Failure::input(format!(
                "--persistence {persistence}: the births and deaths in {} are within {ticks} ticks; give fewer",
                self.run.display()
            )));
        }
        let count = windows.count();
        if count > MOST_WINDOWS {
            return Err(Failure::input(format!(
                "--every {every}: these are {count} windows; give more ticks, for at most {MOST_WINDOWS} windows"
            )));
        }
        Ok(windows)
    }
}

/// Notes when the rules of mutation were not the same all the time.
fn note_changed_rules(manifest: &Manifest) {
    let is_of_mutation = |name: &str| MUTATION_RULES.contains(&name);
    let by_command = manifest.commands.iter().any(|command| match &command.content {
        RecordedCommand::Command(Command::SetRules { rules }) => {
            rules.iter().any(|(name, _)| is_of_mutation(name))
        }
        _ => false,
    });
    let by_timetable = manifest.timetable.iter().any(|entry| {
        let mut words =
            entry.command.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
        words.any(|word| is_of_mutation(word.trim_start_matches("rules.")))
    });
    if by_command || by_timetable {
        output::note(
            "note: rules of mutation changed during the run; its shadows mutate by those of its start",
        );
    }
}

impl Shown<'_> {
    fn name(&self, species: usize) -> &str {
        &self.record.organisms.species()[species].name
    }

    fn as_json(&self) -> Value {
        let species = self.order.iter().map(|&index| {
            let SpeciesReport { traits, generations, modes } = &self.report.species[index];
            let traits = traits.iter().map(|(it, compared)| {
                json!({
                    "trait": it.column, "founders": it.founders, "living": it.living,
                    "change": as_json(compared),
                })
            });
            json!({
                "species": self.name(index), "traits": traits.collect::<Vec<_>>(),
                "generations": generations, "persistent": modes.persistent,
                "metrics": metrics_as_json(modes),
                "windows": windows_as_json(&self.report.run_modes.species[index]),
            })
        });
        let ReportOptions { shadows, seed, windows, grid } = self.options;
        json!({
            "first_tick": windows.first, "last_tick": windows.last, "every": windows.every,
            "persistence": windows.persistence, "grid": grid, "shadows": shadows, "seed": seed,
            "species": species.collect::<Vec<_>>(),
            "all": {
                "persistent": self.report.all.persistent,
                "metrics": metrics_as_json(&self.report.all),
                "windows": windows_as_json(&self.report.run_modes.all),
            },
        })
    }
}

fn metrics_as_json(modes: &ModesReport) -> Value {
    modes.metrics.iter().map(|(metric, it)| (metric.name().to_owned(), as_json(it))).collect()
}

fn as_json(it: &Comparison) -> Value {
    json!({ "run": it.run, "shadow_mean": it.mean, "shadow_sd": it.sd, "z": it.z, "p": it.p })
}

fn windows_as_json(windows: &[Modes]) -> Value {
    let window = |it: &Modes| {
        json!({
            "tick": it.tick, "living": it.living, "persistent": it.persistent, "change": it.change,
            "novelty": it.novelty, "complexity": it.complexity, "ecology": it.ecology,
        })
    };
    windows.iter().map(window).collect()
}
