//! Reads the section `[keep]`.

use std::num::NonZeroU64;

use terrarium_input::Diagnostic;
use terrarium_input::document::{Item, Section, Value};
use terrarium_run::record::EventChoice;

use super::MOST_TICKS;
use crate::{Experiment, Keep, RunSelection};

/// The keys that apply to the records of runs.
const OF_RECORDS: [&str; 5] = ["events", "snapshots", "recordings", "individuals", "ancestry"];

pub(super) fn read(root: &Section<'_>, experiment: &Experiment) -> Result<Keep, Diagnostic> {
    let Some(section) = root.section("keep")? else { return Ok(Keep::default()) };
    section.only(&[&["census", "runs"], &OF_RECORDS[..]].concat())?;
    let every = |key: &str| -> Result<Option<NonZeroU64>, Diagnostic> {
        let Some(item) = section.get(key) else { return Ok(None) };
        Ok(NonZeroU64::new(item.whole_in(1..=MOST_TICKS, "ticks")?))
    };
    let switch = |key: &str| match section.get(key).map(|item| (item, &item.value)) {
        None => Ok(false),
        Some((_, Value::Switch(switch))) => Ok(*switch),
        Some((item, _)) => Err(item.invalid_value("give true or false")),
    };
    let keep = Keep {
        census_every: every("census")?,
        runs: section
            .get("runs")
            .map_or(Ok(RunSelection::Nothing), |item| read_runs(item, experiment))?,
        events: section.get("events").map_or(Ok(EventChoice::default()), read_events)?,
        snapshot_every: every("snapshots")?,
        recordings: switch("recordings")?,
        individuals: switch("individuals")?,
        ancestry: switch("ancestry")?,
        summary: true,
    };
    let idle = OF_RECORDS.into_iter().find_map(|key| section.get(key));
    match idle {
        Some(item) if keep.runs == RunSelection::Nothing => Err(item.location.error(
            format!("`{}` applies to the records of runs, but no run has one", item.name),
            "choose the runs: `runs = \"first\"`, \"all\", or a list such as [0, 17]",
        )),
        _ => Ok(keep),
    }
}

fn read_runs(item: &Item, experiment: &Experiment) -> Result<RunSelection, Diagnostic> {
    let remedy = "give \"first\", \"all\", or a list of run numbers, such as [0, 17]";
    match &item.value {
        Value::Text(text) if text == "first" => Ok(RunSelection::First),
        Value::Text(text) if text == "all" => Ok(RunSelection::All),
        Value::List(list) => {
            let last = u64::try_from(experiment.runs().saturating_sub(1)).unwrap_or(u64::MAX);
            let numbers: Result<Vec<u64>, _> =
                list.iter().map(|item| item.whole_in(0..=last, "(the number of a run)")).collect();
            let mut numbers = numbers?;
            numbers.sort_unstable();
            numbers.dedup();
            Ok(RunSelection::These(numbers))
        }
        _ => Err(item.invalid_value(remedy)),
    }
}

fn read_events(item: &Item) -> Result<EventChoice, Diagnostic> {
    match item.text()? {
        "nothing" => Ok(EventChoice::Nothing),
        "lives" => Ok(EventChoice::Lives),
        "everything" => Ok(EventChoice::Everything),
        _ => Err(item.invalid_value("give \"nothing\", \"lives\" or \"everything\"")),
    }
}
