//! Reading of ranges of values.

use std::collections::BTreeSet;

use terrarium_input::Diagnostic;
use terrarium_input::document::{Item, Section, Value};

use crate::{Levels, Range, Scale};

pub(super) fn read_range(section: &Section<'_>, is_grid: bool) -> Result<Levels, Diagnostic> {
    const MAX: f64 = 9_007_199_254_740_992.0;
    section.only(&["from", "to", "steps", "scale", "whole"])?;
    let end = |key: &str, example: &str| section.need(key, example)?.number_in(-MAX..=MAX, "");
    let (from, to) = (end("from", "from = 10")?, end("to", "to = 40")?);
    if from >= to {
        let location = &section.need("to", "to = 40")?.location;
        return Err(location.error(
            format!("the range from {from} to {to} is empty"),
            "give a `to` greater than `from`",
        ));
    }
    let scale = read_scale(section, from)?;
    let whole = match section.get("whole") {
        None => false,
        Some(item) => match item.value {
            Value::Switch(whole) => whole,
            _ => return Err(item.invalid_value("give true or false")),
        },
    };
    if whole && (from.fract() != 0.0 || to.fract() != 0.0) {
        let problem = format!("{from} and {to} are not both whole numbers");
        return Err(section.location().error(problem, "give whole numbers, or leave out `whole`"));
    }
    let range = Range { from, to, scale, whole };
    match section.get("steps") {
        Some(item) => read_steps(item, range),
        None if is_grid => Err(section.location().error(
            "a range in a grid needs a number of values",
            "add `steps = 5`, or sample points: `[design] kind = \"latin\"`, `points = 100`",
        )),
        None => Ok(Levels::Range(range)),
    }
}

fn read_scale(section: &Section<'_>, from: f64) -> Result<Scale, Diagnostic> {
    let Some(item) = section.get("scale") else { return Ok(Scale::Linear) };
    match item.text()? {
        "linear" => Ok(Scale::Linear),
        "log" if from > 0.0 => Ok(Scale::Log),
        "log" => Err(section
            .need("from", "from = 1")?
            .location
            .error(format!("a logarithmic range cannot start at {from}"), "give a `from` above 0")),
        _ => Err(item.invalid_value("give \"linear\" or \"log\"")),
    }
}

fn read_steps(item: &Item, range: Range) -> Result<Levels, Diagnostic> {
    let count = item.whole_in(2..=100_000, "values")?;
    let values = range.steps(u32::try_from(count).unwrap_or(2));
    let different: BTreeSet<_> = values.iter().map(ToString::to_string).collect();
    if different.len() < values.len() {
        return Err(item.invalid_value(format!(
            "give at most {}: the range has no more different values",
            different.len()
        )));
    }
    Ok(Levels::List(values))
}
