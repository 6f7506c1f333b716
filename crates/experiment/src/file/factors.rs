//! Reading of factors. Every value is checked on the base scenario.

use std::collections::BTreeSet;

use terrarium_input::document::{Item, Override, Section, Value};
use terrarium_input::{Diagnostic, Location, quoted};

use super::checking::Checked;
use super::range::read_range;
use crate::definition::{MAP, SIZE};
use crate::{Base, Factor, FactorValue, Levels};

/// The most values of a factor of which all are checked; of more, only the first and the last are.
pub(super) const MAX_CHECKED: usize = 16;

/// The remedy for a repeated value or point.
pub(super) const REPEATED: &str = "leave one out; to run a point several times, use `replicates`";

/// A factor in the file.
pub(super) struct FactorItem<'a> {
    pub name: String,
    pub key: &'a Location,
    pub item: &'a Item,
}

/// The override of the first map among the factors: the size of tiles is checked with it.
pub(super) fn land_of(items: &[FactorItem<'_>], base: &Base) -> Result<Vec<Override>, Diagnostic> {
    let Some(map) = items.iter().find(|factor| factor.name == MAP) else { return Ok(Vec::new()) };
    let first = match &map.item.value {
        Value::List(members) => members.first(),
        _ => Some(map.item),
    };
    match first.map(|item| &item.value) {
        Some(Value::Text(path)) => base.settings(MAP, &FactorValue::Text(path.clone())),
        _ => Ok(Vec::new()),
    }
}

/// The factors in a table, in the order of the file, with dotted names.
pub(super) fn factor_items<'a>(section: &Section<'a>) -> Vec<FactorItem<'a>> {
    let mut all = Vec::new();
    collect_items(section, "", &mut all);
    all.sort_by_key(|factor| factor.item.location.span().start);
    all
}

fn collect_items<'a>(section: &Section<'a>, prefix: &str, all: &mut Vec<FactorItem<'a>>) {
    for (key, entry) in section.entries() {
        let name = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
        match entry.item.section() {
            Ok(inner) if !is_range(&inner) => collect_items(&inner, &name, all),
            _ => all.push(FactorItem { name, key: &entry.key, item: &entry.item }),
        }
    }
}

fn is_range(section: &Section<'_>) -> bool {
    ["from", "to", "steps"].iter().any(|key| section.get(key).is_some())
        || section.entries().next().is_none()
}

pub(super) fn reject_duplicate(
    factor: &FactorItem<'_>,
    before: &[Factor],
) -> Result<(), Diagnostic> {
    if before.iter().all(|other| other.name != factor.name) {
        return Ok(());
    }
    let problem = format!("the factor {} is given twice", quoted(&factor.name));
    Err(factor.key.error(problem, "leave out one of the two"))
}

pub(super) fn read_levels(factor: &FactorItem<'_>, is_grid: bool) -> Result<Levels, Diagnostic> {
    let FactorItem { name, item, .. } = factor;
    match &item.value {
        Value::List(members) if members.is_empty() => Err(item.location.error(
            format!("`{}` has no values, so there is nothing to run", item.name),
            "give at least one value, or leave out the factor",
        )),
        Value::List(members) => {
            let values: Result<Vec<_>, _> =
                members.iter().map(|member| read_value(name, member)).collect();
            let values = values?;
            let mut seen = BTreeSet::new();
            for (value, member) in values.iter().zip(members) {
                if !seen.insert(value.to_string()) {
                    let problem =
                        format!("the value {} is given twice", quoted(&value.to_string()));
                    return Err(member.location.error(problem, REPEATED));
                }
            }
            Ok(Levels::List(values))
        }
        Value::Table(_) => read_range(&item.section()?, is_grid),
        _ => read_value(name, item).map(|value| Levels::List(vec![value])),
    }
}

pub(super) fn read_value(name: &str, item: &Item) -> Result<FactorValue, Diagnostic> {
    const MAX: i128 = 1 << 53;
    match &item.value {
        Value::List(sides) if name == SIZE && sides.len() == 2 => {
            let [width, height] = [sides[0].number()?, sides[1].number()?];
            Ok(FactorValue::Text(format!("{width}x{height}")))
        }
        Value::Whole(whole) if (-MAX..=MAX).contains(whole) => {
            Ok(FactorValue::Integer(i64::try_from(*whole).unwrap_or(0)))
        }
        Value::Number(number) if number.is_finite() => Ok(FactorValue::Number(number + 0.0)),
        Value::Switch(is_on) => Ok(FactorValue::Switch(*is_on)),
        Value::Text(text) if !text.contains(char::is_control) => {
            Ok(FactorValue::Text(text.clone()))
        }
        _ => Err(item.invalid_value("give a finite number, a string, or true or false")),
    }
}

/// Checks on the base scenario that a factor exists and can have its values.
pub(super) fn check(
    factor: &FactorItem<'_>,
    levels: &Levels,
    checked: &Checked<'_>,
) -> Result<(), Diagnostic> {
    let FactorItem { name, key, item } = factor;
    checked.refuse_reserved(name, key)?;
    let is_known = checked.is_known(name);
    let values = match levels {
        Levels::List(values) if values.len() <= MAX_CHECKED => values.clone(),
        Levels::List(values) => {
            [values.first(), values.last()].into_iter().flatten().cloned().collect()
        }
        Levels::Range(range) => range.steps(2),
    };
    for (index, value) in values.iter().enumerate() {
        if let Err(diagnostic) = checked.value(name, value) {
            if !is_known {
                return Err(checked.unknown(name, key));
            }
            let location = match &item.value {
                Value::List(members) if members.len() == values.len() => &members[index].location,
                _ => &item.location,
            };
            return Err(refusal(name, value, diagnostic).at(location.clone()));
        }
    }
    Ok(())
}

/// The error for a value that a factor cannot have. An error within the override itself names both.
fn refusal(name: &str, value: &FactorValue, diagnostic: Diagnostic) -> Diagnostic {
    let Diagnostic { what, location, remedy } = diagnostic;
    let what = match location {
        Some(location) if location.is_override() => what,
        Some(location) if location.text().is_empty() => {
            format!("`{name}` cannot be {value}: {location}: {what}")
        }
        _ => format!("`{name}` cannot be {value}: {what}"),
    };
    Diagnostic { what, location: None, remedy }
}
