//! Refuses parts of an experiment that others make pointless.

use std::fmt::Display;

use terrarium_input::document::{Override, Section, Value};
use terrarium_input::{Diagnostic, Location, quoted};
use terrarium_run::scenario::{COMMAND, command_name};
use terrarium_studies::statistics::float;

use super::{Overrides, at_item, list_under};
use crate::{Factor, FactorValue, Levels};

/// Refuses overrides of keys that are factors, and commands that are due after the last tick of all runs.
pub(super) fn refuse(
    root: &Section<'_>,
    overrides: &Overrides,
    factors: &[Factor],
    last_tick: Option<u64>,
) -> Result<(), Diagnostic> {
    let base = root.section("base")?;
    if let Some(base) = &base {
        for item in list_under(base, "set", "overrides, such as \"rules.light=40\"")? {
            let given = Override::parse(item.text()?).map_err(|error| at_item(item, error))?;
            refuse_override(&given, &item.location, factors)?;
        }
    }
    for given in &overrides.overrides {
        refuse_override(given, &Location::for_override(given.text()), factors)?;
    }
    match last_tick {
        Some(last) => refuse_late(root, factors, last),
        None => Ok(()),
    }
}

fn refuse_override(
    given: &Override,
    location: &Location,
    factors: &[Factor],
) -> Result<(), Diagnostic> {
    let path: Vec<&str> = given.path().iter().map(|part| part.value.as_str()).collect();
    let key = path.join(".");
    match factors.iter().find(|factor| same_key(&factor.name) == same_key(&key)) {
        None => Ok(()),
        Some(Factor { name, .. }) => {
            let problem = format!("{} is a factor, too, so this value is never used", quoted(name));
            Err(location.error(problem, "leave out one of the two"))
        }
    }
}

/// The key without what can be left out of it: `population.hare` is `population.hare.count`.
fn same_key(key: &str) -> &str {
    let short = key.strip_suffix(".count").filter(|_| key.starts_with("population."));
    match short.unwrap_or(key) {
        // The map of a scenario.
        "terrain.map" => "map",
        short => short,
    }
}

/// Refuses commands of the file, and values of factors for their ticks, from the last tick on.
fn refuse_late(root: &Section<'_>, factors: &[Factor], last: u64) -> Result<(), Diagnostic> {
    let problem = |tick: &dyn Display| {
        format!("this command is due after tick {tick}, and runs end at tick {last}")
    };
    const REMEDY: &str = "give an earlier tick, or simulate more ticks";
    let Some(list) = root.get(COMMAND) else { return Ok(()) };
    for table in list.list("tables: write `[[command]]`, with two brackets")? {
        let name = command_name(table).unwrap_or_default().to_owned();
        let factor = factors.iter().find(|it| it.name == format!("{COMMAND}.{name}.tick"));
        let section = table.section()?;
        let Some(item) = section.get("tick") else { continue };
        if let Some(factor) = factor {
            if let Some(late) = latest(&factor.levels).filter(|tick| *tick >= float(last)) {
                return Err(item.location.error(problem(&late), REMEDY));
            }
            continue;
        }
        if let Value::Whole(tick) = item.value
            && tick >= i128::from(last)
        {
            return Err(item.location.error(problem(&tick), REMEDY));
        }
    }
    Ok(())
}

/// The greatest value.
fn latest(levels: &Levels) -> Option<f64> {
    match levels {
        Levels::List(values) => values.iter().filter_map(FactorValue::number).reduce(f64::max),
        Levels::Range(range) => Some(range.to),
    }
}
