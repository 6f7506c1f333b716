//! Reads and validates the section `[stop]`.

use terrarium_input::Diagnostic;
use terrarium_input::document::{Item, Section, Value};

use super::{in_expression, one_or_more, unknown_species};
use crate::condition::{Condition, Outlook};
use crate::{RunTicks, Stop};

/// Reads the stop conditions for worlds with these species, and whether a decided conquest ends a
/// run.
pub(super) fn read(
    root: &Section<'_>,
    species: &[String],
    is_conquest: bool,
    ticks: RunTicks,
) -> Result<(Vec<Stop>, bool), Diagnostic> {
    let Some(section) = root.section("stop")? else { return Ok((Vec::new(), true)) };
    section.only(&["extinction", "winner", "when"])?;
    let mut stops = Vec::new();
    if let Some(item) = section.get("extinction") {
        read_extinction(item, species, &mut stops)?;
    }
    if let Some(item) = section.get("when") {
        for item in one_or_more(item) {
            let condition = read_condition(item, species, is_conquest, ticks)?;
            let stop = Stop::When(condition.text().to_owned());
            if stops.contains(&stop) {
                return Err(item
                    .location
                    .error("this condition occurs twice", "remove one of the two"));
            }
            stops.push(stop);
        }
    }
    let winner = section.get("winner").map(|item| read_winner(item, is_conquest)).transpose()?;
    Ok((stops, winner.unwrap_or(true)))
}

fn read_extinction(
    item: &Item,
    species: &[String],
    stops: &mut Vec<Stop>,
) -> Result<(), Diagnostic> {
    let items = one_or_more(item);
    for name in items {
        let text = name.text()?;
        let stop = if text == "any" {
            if items.len() > 1 {
                let problem = "`any` already includes every species";
                return Err(name.location.error(problem, "give either `any` or a list of species"));
            }
            Stop::AnyExtinction
        } else if species.iter().any(|known| known == text) {
            Stop::Extinction(text.to_owned())
        } else {
            let known: Vec<&str> = species.iter().map(String::as_str).chain(["any"]).collect();
            return Err(unknown_species(name, text, &known));
        };
        if stops.contains(&stop) {
            return Err(name.location.error("this species occurs twice", "remove one of the two"));
        }
        stops.push(stop);
    }
    Ok(())
}

fn read_winner(item: &Item, is_conquest: bool) -> Result<bool, Diagnostic> {
    let Value::Switch(winner) = item.value else {
        return Err(item.invalid_value("give true or false"));
    };
    if is_conquest {
        return Ok(winner);
    }
    Err(item.location.error(
        "no run has a winner: the base scenario has no colonies",
        "leave out `winner`, or use a scenario with [colonies], such as conquest",
    ))
}

fn read_condition(
    item: &Item,
    species: &[String],
    is_conquest: bool,
    ticks: RunTicks,
) -> Result<Condition, Diagnostic> {
    let text = item.text()?;
    let condition = Condition::parse(text, species, is_conquest)
        .map_err(|error| in_expression(item, text, error))?;
    let hint = ticks.hint();
    match condition.outlook(ticks) {
        Outlook::Open => Ok(condition),
        Outlook::Always => Err(item.location.error(
            "this condition always holds: every run would stop after its first tick",
            format!("correct the condition{hint}"),
        )),
        Outlook::Never => Err(item.location.error(
            format!("this condition can never hold in a run of {ticks}"),
            format!("correct the condition or `ticks`, or leave it out{hint}"),
        )),
    }
}
