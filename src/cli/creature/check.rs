//! `terrarium creature check`: validates a creature and reports how it does in the arena.

use std::fmt::Write;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use clap::Args;

use super::super::{Failure, Format, output};
use crate::creature_check::{self, Budget, CheckError, FaultGroup, MAX_OPERATIONS, Report, TICKS};
use crate::input::{Location, regular_file};
use crate::species::{Code, SCRIPT_BYTES, Species};

/// Check a creature and simulate it in a small arena.
///
/// The report covers survival, the budget of its turns, refused actions, faults and unused points.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  terrarium creature check creatures/fox

The exit code is 0 if no turn failed, 1 if a turn failed, and 2 if the creature's files are invalid.")]
pub(in super::super) struct Check {
    /// The creature's folder; for example creatures/fox
    dir: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Check {
    pub fn execute(self) -> Result<(), Failure> {
        let species = creature_check::subject(&self.dir)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let report = creature_check::check(&species).map_err(|error| match error {
            CheckError::Species(error) => Failure::Input(error.diagnostic()),
            other => Failure::input(other),
        })?;
        output::print(&match self.format {
            Format::Human => as_text(&report),
            Format::Json => format!("{}\n", serde_json::json!(report)),
        })?;
        report.faults.first().map_or(Ok(()), |worst| Err(fault_failure(&self.dir, &species, worst)))
    }
}

/// Returns the failure for the most frequent fault, located in the source if its place is known.
pub(in super::super) fn fault_failure(
    dir: &Path,
    species: &Species,
    worst: &FaultGroup,
) -> Failure {
    let FaultGroup { kind, remedy, place, count, tick, creature, .. } = worst;
    let what = worst.reason_and_code();
    let problem =
        format!("{kind}: {what} (in {count} turns, first of creature {creature} in tick {tick})");
    match place.zip(source(dir, species, worst)) {
        Some(((line, column), file)) => {
            Failure::Failed(file.word_at(line, column).error(problem, *remedy))
        }
        None => Failure::failed(format!("{problem}; {remedy}")),
    }
}

/// The file with the code that failed: the script, or the source that the module was built from, if that
/// is in the creature's folder.
fn source(dir: &Path, species: &Species, worst: &FaultGroup) -> Option<Location> {
    let code = species.behaviour.as_ref().map(|choice| &choice.code)?;
    let (path, text) = match code {
        Code::Script { source, .. } => (dir.join("behaviour.rhai"), source.to_string()),
        _ => {
            let name = Path::new(worst.file.as_deref()?);
            let is_within = name.components().all(|part| matches!(part, Component::Normal(_)));
            let path = is_within.then(|| dir.join(name))?;
            let mut text = String::new();
            let file = regular_file::open(&path).ok()?;
            file.take(SCRIPT_BYTES).read_to_string(&mut text).ok()?;
            (path, text)
        }
    };
    Some(Location::in_file(path.display().to_string(), text))
}

fn as_text(report: &Report) -> String {
    let mut text = String::new();
    let code = report.behaviour.as_deref().unwrap_or("no behaviour");
    let _ = writeln!(text, "{}, a {}: {code}\n", report.name, report.kind.name());
    if let Some(points) = &report.points {
        let _ = writeln!(text, "points    {} of {} spent", points.spent, points.allowed);
        points.wasted.iter().for_each(|note| text.push_str(&format!("          {note}\n")));
    }
    text.push_str(&survival(report));
    if let Some(budget) = &report.budget {
        text.push_str(&budget_used(budget));
    }
    if report.ended_early {
        let (ticks, most) = (report.ticks, MAX_OPERATIONS / 1_000_000);
        let _ = writeln!(
            text,
            "          ended early, after {ticks} of {TICKS} ticks: its turns took {most} million operations"
        );
    }
    let refusals = report.refusals.iter().map(|rejected| {
        vec![
            format!("  {}", rejected.action),
            rejected.why.to_owned(),
            rejected.count.to_string(),
            rejected.remedy.to_owned(),
        ]
    });
    text.push_str(&section("refusals", refusals.collect()));
    let faults = report.faults.iter().take(MAX_FAULTS).map(|group| {
        let FaultGroup { kind, count, .. } = group;
        vec![format!("  {kind}"), count.to_string(), group.reason_and_code()]
    });
    text.push_str(&section("faults", faults.collect()));
    if report.suspended {
        text.push_str("          the species was suspended after too many faults\n");
    }
    text
}

/// The number of different faults to list.
const MAX_FAULTS: usize = 8;

fn survival(report: &Report) -> String {
    let survival = &report.survival;
    let deaths: Vec<_> = survival
        .deaths
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(cause, count)| format!("{count} {}", cause.replace('_', " ")))
        .collect();
    let deaths = if deaths.is_empty() { "none".to_owned() } else { deaths.join(", ") };
    let end = match survival.extinct {
        Some(tick) => format!("extinct since tick {tick}"),
        None => format!("{} alive after {} ticks", survival.alive, report.ticks),
    };
    let (founders, births) = (survival.founders, survival.births);
    format!("survival  {founders} founders, {end}; {births} births; deaths: {deaths}\n")
}

fn budget_used(budget: &Budget) -> String {
    let Budget { turns, mean, p99, worst, allowed } = *budget;
    format!(
        "budget    {turns} turns; operations: mean {mean:.0}, p99 {p99}, max {worst}, limit {allowed}\n"
    )
}

/// Formats the rows below a heading, or states that there are none.
fn section(heading: &str, rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        format!("{heading:<8}  none\n")
    } else {
        format!("{heading}\n{}", output::columns(&rows, |_| false))
    }
}
