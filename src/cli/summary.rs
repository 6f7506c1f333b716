//! The end of a run, told to people and to programs.

use std::fmt::Write;

use serde_json::json;

use super::output::columns;
use crate::behaviour::Death;
use crate::record::{ConquestOutcome, Ending, SpeciesOutcome};
use crate::run::FinishedRun;

/// What lived and what died of what, in a table.
pub(super) fn for_people(finished: &FinishedRun, seed: u64, seconds: f64) -> String {
    let outcome = &finished.outcome;
    let head = ["species", "kind", "alive", "born"].map(str::to_owned).into_iter();
    let causes = Death::ALL.map(|cause| cause.name().replace('_', " "));
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
    text.push_str(&outcome.conquest.as_ref().map(of_conquest).unwrap_or_default());
    text.push_str(&columns(&rows, |place| place >= 2));
    text.push_str(&of_faults(&outcome.species));
    let carcasses = outcome.kinds["carcass"];
    let _ = write!(
        text,
        "\n{} organism-ticks in {seconds:.1} s ({} a second), {carcasses} carcasses about\n\
         state hash {}\n",
        outcome.organism_ticks,
        rate(outcome.organism_ticks, seconds),
        outcome.state_hash,
    );
    if let Some(recorded) = &finished.recorded {
        let dir = recorded.dir.display();
        let _ = write!(
            text,
            "recorded in {dir}: look at {dir}/population.png, open {dir}/census.csv,\n\
             or live it again with: terrarium verify {dir}\n",
        );
    }
    text
}

/// The species whose turns failed, if there are any.
fn of_faults(species: &[SpeciesOutcome]) -> String {
    let line = |species: &SpeciesOutcome| {
        let SpeciesOutcome { name, faults, suspended, .. } = species;
        let end = if *suspended { ", and it is suspended: its creatures do nothing" } else { "" };
        format!("{name}: {faults} of its turns failed{end}\n")
    };
    let lines = species.iter().filter(|s| s.faults > 0 || s.suspended).map(line);
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Who won, and how the colonies stand.
fn of_conquest(conquest: &ConquestOutcome) -> String {
    let verdict = match (conquest.winner, conquest.decided) {
        (Some(colony), _) => format!("{colony} has won"),
        (None, true) => "a draw".to_owned(),
        (None, false) => "not decided".to_owned(),
    };
    let standing = |(name, tickets): (&String, &u32)| {
        format!("{name} {}, {}", counted(*tickets, "ticket"), counted(conquest.bases[name], "base"))
    };
    let standings: Vec<_> = conquest.tickets.iter().map(standing).collect();
    format!("{verdict}: {}\n\n", standings.join("; "))
}

/// So many of something, by its name in the singular.
fn counted(count: u32, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// One JSON object on a line.
pub(super) fn as_json(finished: &FinishedRun, seed: u64, seconds: f64) -> String {
    let mut object = json!(finished.outcome);
    object["seed"] = json!(seed);
    object["seconds"] = json!(seconds);
    object["interrupted"] = json!(finished.ending == Ending::Interrupted);
    object["out"] = json!(finished.recorded.as_ref().map(|recorded| &recorded.dir));
    format!("{object}\n")
}

#[expect(clippy::cast_precision_loss, reason = "a rounded figure for people")]
fn rate(organism_ticks: u64, seconds: f64) -> String {
    format!("{:.2} million", organism_ticks as f64 / seconds.max(1e-9) / 1e6)
}
