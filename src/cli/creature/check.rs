//! `terrarium creature check`: whether a creature is sound, and how it fares.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, Format, output};
use crate::creature_check::{self, Budget, CheckError, FaultGroup, Report};
use crate::input::Location;
use crate::species::{Code, Species};

/// Check a creature, and try it in a small arena.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  terrarium creature check creatures/fox

A creature whose turns all came to an end exits with 0, one of which a turn failed with 1, one that
is wrong before it lives with 2.")]
pub(in super::super) struct Check {
    /// The creature's folder; for example creatures/fox
    dir: PathBuf,
    /// How to print the report; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Check {
    pub fn execute(self) -> Result<(), Failure> {
        let species = creature_check::subject(&self.dir)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let report = creature_check::creature_check(&species).map_err(|error| match error {
            CheckError::Species(error) => Failure::Input(error.diagnostic()),
            other => Failure::input(other),
        })?;
        output::print(&match self.format {
            Format::Human => for_people(&report),
            Format::Json => format!("{}\n", serde_json::json!(report)),
        })?;
        report.faults.first().map_or(Ok(()), |worst| Err(failed(&self.dir, &species, worst)))
    }
}

/// The failure that most turns came to, with the place in the code where it has one.
fn failed(dir: &Path, species: &Species, worst: &FaultGroup) -> Failure {
    let FaultGroup { kind, reason, remedy, place, count, tick, creature } = worst;
    let problem = format!(
        "{kind}: {reason}, first in tick {tick}, of creature {creature}, {count} times in all"
    );
    let code = species.behaviour.as_ref().map(|choice| &choice.code);
    match (place, code) {
        (&Some((line, column)), Some(Code::Script { source, .. })) => {
            let name = dir.join("behaviour.rhai").display().to_string();
            let file = Location::in_file(name, source);
            Failure::Failed(file.word_at(line, column).error(problem, *remedy))
        }
        _ => Failure::failed(format!("{problem}; {remedy}")),
    }
}

fn for_people(report: &Report) -> String {
    let mut text = String::new();
    let code = report.behaviour.as_deref().unwrap_or("needs no behaviour");
    let _ = writeln!(text, "{}, a {}: {code}\n", report.name, report.kind.name());
    if let Some(points) = &report.points {
        let _ = writeln!(text, "points    {} of {} spent", points.spent, points.allowed);
        points.wasted.iter().for_each(|what| text.push_str(&format!("          {what}\n")));
    }
    text.push_str(&survival(report));
    if let Some(budget) = &report.budget {
        text.push_str(&budget_used(budget));
    }
    let refusals = report.refusals.iter().map(|unmet| {
        vec![
            format!("  {}", unmet.wish),
            unmet.why.to_owned(),
            unmet.count.to_string(),
            unmet.remedy.to_owned(),
        ]
    });
    text.push_str(&listed("refusals", refusals.collect()));
    let faults = report.faults.iter().take(MOST_FAULTS).map(|complaint| {
        let FaultGroup { kind, reason, count, .. } = complaint;
        vec![format!("  {kind}"), count.to_string(), reason.to_string()]
    });
    text.push_str(&listed("faults", faults.collect()));
    if report.suspended {
        text.push_str("          so many turns failed that the species was suspended\n");
    }
    text
}

/// How many different faults are listed.
const MOST_FAULTS: usize = 8;

fn survival(report: &Report) -> String {
    let fared = &report.survival;
    let deaths: Vec<_> = fared
        .deaths
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(cause, count)| format!("{count} {}", cause.replace('_', " ")))
        .collect();
    let deaths = if deaths.is_empty() { "nobody died".to_owned() } else { deaths.join(", ") };
    let end = match fared.extinct {
        Some(tick) => format!("nobody after tick {tick}: it does not survive here"),
        None => format!("{} alive", fared.alive),
    };
    let (founders, births, ticks) = (fared.founders, fared.births, report.ticks);
    format!("survival  {founders} founders, after {ticks} ticks {end}; {births} born; {deaths}\n")
}

fn budget_used(budget: &Budget) -> String {
    let Budget { turns, mean, p99, worst, allowed } = *budget;
    format!(
        "budget    {turns} turns: {mean:.0} operations in the mean, p99 {p99}, worst {worst}, of {allowed} allowed\n"
    )
}

/// Rows below a head, or that there are none.
fn listed(head: &str, rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        format!("{head:<8}  none\n")
    } else {
        format!("{head}\n{}", output::columns(&rows, |_| false))
    }
}
