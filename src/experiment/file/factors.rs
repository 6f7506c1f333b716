//! Reading of factors and designs. Every value is checked on the base scenario.

use std::collections::BTreeSet;

use super::checking::Checked;
use super::points;
use crate::document::{Item, Override, Section, Value};
use crate::experiment::base::BaseWorld;
use crate::experiment::definition::{MAP, SIZE};
use crate::experiment::{Base, Design, Factor, FactorValue, Levels, Range, Scale};
use crate::input::spelling;
use crate::input::{Diagnostic, Location, quoted};

/// The most values of a factor of which all are checked; of more, only the first and the last are.
pub(super) const MAX_CHECKED: usize = 16;

/// The remedy for a repeated value or point.
const REPEATED: &str = "leave one out; to run a point several times, use `replicates`";

const DESIGNS: [&str; 4] = ["grid", "list", "latin", "random"];

/// A factor in the file.
struct FactorItem<'a> {
    name: String,
    key: &'a Location,
    item: &'a Item,
}

pub(super) fn read(
    root: &Section<'_>,
    base: &Base,
    world: &BaseWorld,
) -> Result<(Vec<Factor>, Design), Diagnostic> {
    let kind = read_kind(root)?;
    if kind == "list" {
        return read_list(root, base, world);
    }
    if let Some(points) = root.get("point") {
        let problem = format!("[[point]] is for designs of kind `list`, and this is a `{kind}`");
        return Err(points.location.error(problem, "leave out either [[point]] or `kind`"));
    }
    let items = root.section("factors")?.map(|section| factor_items(&section)).unwrap_or_default();
    let land = land_of(&items, base)?;
    let mut factors: Vec<Factor> = Vec::new();
    for factor in &items {
        reject_duplicate(factor, &factors)?;
        let levels = read_levels(factor, kind == "grid")?;
        check(factor, &levels, &Checked { base, world, land: &land })?;
        let base = world.own_value(&factor.name);
        factors.push(Factor { name: factor.name.clone(), levels, base });
    }
    let design = read_design(root, kind)?;
    Ok((factors, design))
}

fn read_kind(root: &Section<'_>) -> Result<&'static str, Diagnostic> {
    let design = root.section("design")?;
    let has_file = design.is_some_and(|design| design.get("file").is_some());
    let otherwise = if has_file || root.get("point").is_some() { "list" } else { "grid" };
    let Some(design) = design else { return Ok(otherwise) };
    design.only(&["kind", "points", "file", "round"])?;
    if let Some(round) = design.get("round").filter(|_| !has_file) {
        return Err(round.location.error(
            "`round` is for points from a file, and there is no `file`",
            "add `file = \"points.csv\"`, or use a range with `whole = true`",
        ));
    }
    let Some(item) = design.get("kind") else { return Ok(otherwise) };
    let given = item.text()?;
    let kind = DESIGNS.into_iter().find(|name| *name == given).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(given, DESIGNS));
        item.invalid_value(format!("give one of {}{hint}", spelling::listed(DESIGNS)))
    })?;
    if has_file && kind != "list" {
        let problem = format!("points from a file are a `list`, and this is a `{kind}`");
        return Err(item.location.error(problem, "leave out either `file` or `kind`"));
    }
    Ok(kind)
}

fn read_design(root: &Section<'_>, kind: &str) -> Result<Design, Diagnostic> {
    let design = root.section("design")?;
    let points = design.and_then(|design| design.get("points"));
    if kind == "grid" {
        return match points {
            None => Ok(Design::Grid),
            Some(points) => Err(points.location.error(
                "the number of points of a grid follows from its factors",
                "leave out `points`, or sample this many points: `kind = \"latin\"`",
            )),
        };
    }
    let design = design.expect("a kind other than the grid is read from it");
    let points = design.need("points", "points = 100")?.whole_in(1..=1 << 53, "points")?;
    Ok(if kind == "latin" { Design::Latin { points } } else { Design::Random { points } })
}

/// The override of the first map among the factors: the size of tiles is checked with it.
fn land_of(items: &[FactorItem<'_>], base: &Base) -> Result<Vec<Override>, Diagnostic> {
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
fn factor_items<'a>(section: &Section<'a>) -> Vec<FactorItem<'a>> {
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

fn reject_duplicate(factor: &FactorItem<'_>, before: &[Factor]) -> Result<(), Diagnostic> {
    if before.iter().all(|other| other.name != factor.name) {
        return Ok(());
    }
    let problem = format!("the factor {} is given twice", quoted(&factor.name));
    Err(factor.key.error(problem, "leave out one of the two"))
}

fn read_levels(factor: &FactorItem<'_>, is_grid: bool) -> Result<Levels, Diagnostic> {
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

fn read_value(name: &str, item: &Item) -> Result<FactorValue, Diagnostic> {
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
        Value::Text(text) if !text.contains(char::is_control) => {
            Ok(FactorValue::Text(text.clone()))
        }
        _ => Err(item.invalid_value("give a finite number or a string")),
    }
}

fn read_range(section: &Section<'_>, is_grid: bool) -> Result<Levels, Diagnostic> {
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

/// Checks on the base scenario that a factor exists and can have its values.
fn check(
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

fn read_list(
    root: &Section<'_>,
    base: &Base,
    world: &BaseWorld,
) -> Result<(Vec<Factor>, Design), Diagnostic> {
    if let Some(found) = points::read(root, base, world)? {
        return Ok(found);
    }
    if let Some(factors) = root.get("factors") {
        let problem = "there are both [factors] and [[point]]";
        return Err(factors.location.error(problem, "leave out one of them"));
    }
    let list = root.need("point", "[[point]]")?;
    let tables = list.list("tables: write `[[point]]`, with two brackets")?;
    let Some(first) = tables.first() else {
        return Err(list
            .location
            .error("there are no points, so there is nothing to run", "add a [[point]]"));
    };
    let first = factor_items(&first.section()?);
    let mut columns: Vec<Vec<FactorValue>> = vec![Vec::new(); first.len()];
    let mut seen = BTreeSet::new();
    for table in tables {
        let point = read_point(table, &first)?;
        if !seen.insert(point.iter().map(ToString::to_string).collect::<Vec<_>>()) {
            return Err(table.location.error("this point is given twice", REPEATED));
        }
        columns.iter_mut().zip(point).for_each(|(column, value)| column.push(value));
    }
    let points = 0..tables.len();
    let points = points.map(|n| columns.iter().map(|column| column[n].clone()).collect()).collect();
    let land = land_of(&first, base)?;
    let mut factors: Vec<Factor> = Vec::new();
    for (factor, column) in first.iter().zip(columns) {
        reject_duplicate(factor, &factors)?;
        let mut seen = BTreeSet::new();
        let different = column.into_iter().filter(|value| seen.insert(value.to_string())).collect();
        let levels = Levels::List(different);
        check(factor, &levels, &Checked { base, world, land: &land })?;
        let base = world.own_value(&factor.name);
        factors.push(Factor { name: factor.name.clone(), levels, base });
    }
    Ok((factors, Design::List { points, file: None }))
}

/// The values of a point for the same factors as the first.
fn read_point(table: &Item, first: &[FactorItem<'_>]) -> Result<Vec<FactorValue>, Diagnostic> {
    let remedy = "give values for the same factors at every point";
    let items = factor_items(&table.section()?);
    if let Some(unknown) = items.iter().find(|it| first.iter().all(|other| other.name != it.name)) {
        let problem = format!("{} is not a factor of the first point", quoted(&unknown.name));
        return Err(unknown.key.error(problem, remedy));
    }
    let value = |factor: &FactorItem<'_>| {
        let Some(found) = items.iter().find(|item| item.name == factor.name) else {
            let problem = format!("this point has no value for {}", quoted(&factor.name));
            return Err(table.location.error(problem, remedy));
        };
        read_value(&factor.name, found.item)
    };
    first.iter().map(value).collect()
}
