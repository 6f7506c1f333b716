//! What ends the runs of an experiment, read and checked against each other.

use crate::document::{Item, Section, Value};
use crate::experiment::Stop;
use crate::experiment::condition::{Condition, ConditionError, Outlook};
use crate::input::spelling;
use crate::input::{Diagnostic, quoted};

/// The stop conditions over a world of these species, and whether a decided conquest ends a run.
pub(super) fn read(
    root: &Section<'_>,
    species: &[String],
    is_conquest: bool,
    ticks: u64,
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
                return Err(item.place.error("this condition is there twice", "leave one out"));
            }
            stops.push(stop);
        }
    }
    let winner = section.get("winner").map(|item| read_winner(item, is_conquest)).transpose()?;
    Ok((stops, winner.unwrap_or(true)))
}

fn one_or_more(item: &Item) -> &[Item] {
    match &item.value {
        Value::List(list) => list,
        _ => std::slice::from_ref(item),
    }
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
                let problem = "`any` and single species exclude each other: any is all of them";
                return Err(name.place.error(problem, "leave out either"));
            }
            Stop::AnyExtinction
        } else if species.iter().any(|known| known == text) {
            Stop::Extinction(text.to_owned())
        } else {
            let known = || species.iter().map(String::as_str).chain(["any"]);
            let remedy = match spelling::nearest(text, known()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("give one of {}", spelling::listed(known())),
            };
            let problem = format!("no run has a species {}", quoted(text));
            return Err(name.place.error(problem, remedy));
        };
        if stops.contains(&stop) {
            return Err(name.place.error("this species is there twice", "leave one out"));
        }
        stops.push(stop);
    }
    Ok(())
}

fn read_winner(item: &Item, is_conquest: bool) -> Result<bool, Diagnostic> {
    let Value::Switch(winner) = item.value else {
        return Err(item.unlike("give true or false"));
    };
    if is_conquest {
        return Ok(winner);
    }
    Err(item.place.error(
        "nobody can win here: the base scenario has no colonies that fight for bases",
        "leave out `winner`, or start from a scenario with [colonies], such as conquest",
    ))
}

fn read_condition(
    item: &Item,
    species: &[String],
    is_conquest: bool,
    ticks: u64,
) -> Result<Condition, Diagnostic> {
    let text = item.text()?;
    let condition = Condition::parse(text, species, is_conquest).map_err(|complaint| {
        let ConditionError { span, problem, remedy } = complaint;
        // Where the text stands as it is, the very word is marked.
        let within = item.place.text().find(text).map(|offset| {
            let start = item.place.span().start + offset;
            item.place.at(start + span.start..start + span.end.max(span.start + 1))
        });
        within.as_ref().unwrap_or(&item.place).error(problem, remedy)
    })?;
    match condition.outlook(ticks) {
        Outlook::Open => Ok(condition),
        Outlook::Always => Err(item.place.error(
            "this holds always, so that every run would end after its first tick",
            "correct the condition",
        )),
        Outlook::Never => Err(item.place.error(
            format!(
                "this can never hold in a run of {ticks} ticks: it contradicts itself or `ticks`"
            ),
            "correct the condition, or leave it out",
        )),
    }
}
