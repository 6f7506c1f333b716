//! The summary of a run, as text and as JSON.

use std::fmt::Write;

use serde_json::json;

use super::code_comparison;
use super::output::columns;
use super::profile::FinishedProfile;
use crate::behaviour::{Colony, Death};
use crate::record::{ConquestOutcome, Ending, SpeciesOutcome};
use crate::run::{CodeComparison, FinishedRun};
use crate::shell::terrarium;
use crate::wording::counted;

/// What the command adds to the result of a run.
pub(super) struct Totals {
    /// The seed of the world.
    pub seed: u64,
    /// What the colonies are called, blue first.
    pub colonies: [String; 2],
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The profile, if one was asked for.
    pub profile: Option<FinishedProfile>,
    /// The comparison with the original code, if one was asked for.
    pub comparison: Option<CodeComparison>,
}

/// Formats the summary as text: a table of populations, births and deaths by cause, the totals, and
/// the profile.
pub(super) fn for_people(finished: &FinishedRun, totals: &Totals) -> String {
    let Totals { seed, colonies, seconds, profile, comparison } = totals;
    let outcome = &finished.outcome;
    let head = ["species", "kind", "alive", "born"].map(str::to_owned).into_iter();
    let causes = Death::ALL.map(Death::title);
    let mut rows = vec![head.chain(causes).collect::<Vec<_>>()];
    for species in &outcome.species {
        let (name, kind) = (species.name.clone(), species.kind.name().to_owned());
        let mut row = vec![name, kind, species.alive.to_string(), species.births.to_string()];
        row.extend(Death::ALL.map(|cause| species.deaths[cause.name()].to_string()));
        rows.push(row);
    }
    let mut text = format!(
        "After {} ticks (seed {seed}, tick {}){}:\n\n",
        outcome.ticks,
        outcome.tick,
        if finished.ending == Ending::Interrupted { ", interrupted" } else { "" },
    );
    text.push_str(
        &outcome.conquest.as_ref().map_or_else(String::new, |it| of_conquest(it, colonies)),
    );
    text.push_str(&columns(&rows, |column| column >= 2));
    text.push_str(&of_faults(&outcome.species));
    let carcasses = outcome.kinds["carcass"];
    let _ = write!(
        text,
        "\n{} organism-ticks in {seconds:.1} s ({} per second), {carcasses} carcasses\n\
         state hash {}\n",
        outcome.organism_ticks,
        rate(outcome.organism_ticks, *seconds),
        outcome.state_hash,
    );
    if let Some(recorded) = &finished.recorded {
        let dir = recorded.dir.display();
        let _ = write!(
            text,
            "results in {dir}: see {dir}/population.png and {dir}/census.csv;\n\
             replay the run with: {}\n",
            terrarium(&[&"verify", &dir])
        );
    }
    text.push_str(&comparison.as_ref().map(code_comparison::for_people).unwrap_or_default());
    text.push_str(&profile.as_ref().map(FinishedProfile::for_people).unwrap_or_default());
    text
}

/// One line for each species with failed turns.
fn of_faults(species: &[SpeciesOutcome]) -> String {
    let line = |species: &SpeciesOutcome| {
        let SpeciesOutcome { name, faults, suspended, no_time, .. } = species;
        let end = if *suspended { "; suspended: its creatures do nothing" } else { "" };
        let missed = match no_time {
            0 => String::new(),
            count => format!(
                "; {} not had: they take too long together (see the rule `species_budget`)",
                counted(*count, "turn")
            ),
        };
        format!("{name}: {}{end}{missed}\n", counted(*faults, "failed turn"))
    };
    let is_listed = |s: &&SpeciesOutcome| s.faults > 0 || s.suspended || s.no_time > 0;
    let lines = species.iter().filter(is_listed).map(line);
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The winner, if there is one, and the tickets and bases of each colony.
fn of_conquest(conquest: &ConquestOutcome, names: &[String; 2]) -> String {
    let verdict = match (conquest.winner, conquest.decided) {
        (Some(colony), _) => format!("{} have won", names[colony.index()]),
        (None, true) => "a draw".to_owned(),
        (None, false) => "not decided".to_owned(),
    };
    let standings = Colony::ALL.map(|colony| {
        let [tickets, bases] = [&conquest.tickets, &conquest.bases].map(|of| of[colony.name()]);
        let (tickets, bases) = (counted(tickets, "ticket"), counted(bases, "base"));
        format!("{} {tickets}, {bases}", names[colony.index()])
    });
    format!("{verdict}: {}\n\n", standings.join("; "))
}

/// Formats the summary as one JSON object on a line.
pub(super) fn as_json(finished: &FinishedRun, totals: &Totals) -> String {
    let mut object = json!(finished.outcome);
    object["seed"] = json!(totals.seed);
    object["seconds"] = json!(totals.seconds);
    object["interrupted"] = json!(finished.ending == Ending::Interrupted);
    object["out"] = json!(finished.recorded.as_ref().map(|recorded| &recorded.dir));
    if let Some(profile) = &totals.profile {
        object["profile"] = profile.as_json();
    }
    if let Some(comparison) = &totals.comparison {
        object["comparison"] = json!(comparison);
    }
    format!("{object}\n")
}

#[expect(clippy::cast_precision_loss, reason = "the figure is rounded anyway")]
fn rate(organism_ticks: u64, seconds: f64) -> String {
    format!("{:.2} million", organism_ticks as f64 / seconds.max(1e-9) / 1e6)
}
