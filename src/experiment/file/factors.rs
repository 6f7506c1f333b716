//! What an experiment varies, read and tried on the base scenario.

use std::collections::BTreeSet;

use crate::document::{Item, Override, Section, Value};
use crate::experiment::base::BaseScenario;
use crate::experiment::definition::{CREATURES, MAP};
use crate::experiment::{Base, Design, Factor, FactorValue, Levels, Range, Scale};
use crate::input::spelling;
use crate::input::{Diagnostic, Location, quoted};
use crate::space::terrain::Terrain;

/// The most values of a factor that are tried in advance; of more, the first and the last.
const TRIED: usize = 16;

const DESIGNS: [&str; 4] = ["grid", "list", "latin", "random"];

/// A factor as the file has it.
struct Written<'a> {
    name: String,
    key: &'a Location,
    item: &'a Item,
}

pub(super) fn read(
    root: &Section<'_>,
    base: &Base,
    base_scenario: &BaseScenario,
) -> Result<(Vec<Factor>, Design), Diagnostic> {
    let kind = read_kind(root)?;
    if kind == "list" {
        return read_list(root, base, base_scenario);
    }
    if let Some(points) = root.get("point") {
        let problem = format!("the points of a {kind} are not listed");
        return Err(points.location.error(problem, "leave out either [[point]] or the `kind`"));
    }
    let written = root.section("factors")?.map(|section| written(&section)).unwrap_or_default();
    let mut factors: Vec<Factor> = Vec::new();
    for factor in &written {
        reject_duplicate(factor, &factors)?;
        let levels = read_levels(factor.item, kind == "grid")?;
        check(factor, &levels, base, base_scenario)?;
        let base = base_scenario.own_value(&factor.name);
        factors.push(Factor { name: factor.name.clone(), levels, base });
    }
    let design = read_design(root, kind)?;
    Ok((factors, design))
}

fn read_kind(root: &Section<'_>) -> Result<&'static str, Diagnostic> {
    let otherwise = if root.get("point").is_some() { "list" } else { "grid" };
    let Some(design) = root.section("design")? else { return Ok(otherwise) };
    design.only(&["kind", "points"])?;
    let Some(item) = design.get("kind") else { return Ok(otherwise) };
    let given = item.text()?;
    DESIGNS.into_iter().find(|name| *name == given).ok_or_else(|| {
        let hint = spelling::hint(spelling::nearest(given, DESIGNS));
        item.unlike(format!("give one of {}{hint}", spelling::listed(DESIGNS)))
    })
}

fn read_design(root: &Section<'_>, kind: &str) -> Result<Design, Diagnostic> {
    let design = root.section("design")?;
    let points = design.and_then(|design| design.get("points"));
    if kind == "grid" {
        return match points {
            None => Ok(Design::Grid),
            Some(points) => Err(points.location.error(
                "how many points a grid has follows from its factors",
                "leave `points` out, or draw so many: `kind = \"latin\"`",
            )),
        };
    }
    let design = design.expect("a kind other than the grid was named in it");
    let points = design.need("points", "points = 100")?.whole_in(1..=1 << 53, "points")?;
    Ok(if kind == "latin" { Design::Latin { points } } else { Design::Random { points } })
}

/// All that stands in the table of factors, in the order of the file, by dotted name.
fn written<'a>(section: &Section<'a>) -> Vec<Written<'a>> {
    let mut all = Vec::new();
    gather(section, "", &mut all);
    all.sort_by_key(|factor| factor.item.location.span().start);
    all
}

fn gather<'a>(section: &Section<'a>, prefix: &str, all: &mut Vec<Written<'a>>) {
    for (key, entry) in section.entries() {
        let name = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
        match entry.item.section() {
            Ok(inner) if !is_range(&inner) => gather(&inner, &name, all),
            _ => all.push(Written { name, key: &entry.key, item: &entry.item }),
        }
    }
}

fn is_range(section: &Section<'_>) -> bool {
    ["from", "to", "steps"].iter().any(|key| section.get(key).is_some())
        || section.entries().next().is_none()
}

fn reject_duplicate(factor: &Written<'_>, before: &[Factor]) -> Result<(), Diagnostic> {
    if before.iter().all(|other| other.name != factor.name) {
        return Ok(());
    }
    let problem = format!("the factor {} is there twice", quoted(&factor.name));
    Err(factor.key.error(problem, "leave out one of the two"))
}

fn read_levels(item: &Item, is_grid: bool) -> Result<Levels, Diagnostic> {
    match &item.value {
        Value::List(members) if members.is_empty() => Err(item.location.error(
            format!("`{}` has no values, so there is nothing to live", item.name),
            "give at least one value, or leave the factor out",
        )),
        Value::List(members) => {
            let values: Result<Vec<_>, _> = members.iter().map(read_value).collect();
            let values = values?;
            let mut seen = BTreeSet::new();
            for (value, member) in values.iter().zip(members) {
                if !seen.insert(value.to_string()) {
                    let problem =
                        format!("the value {} is there twice", quoted(&value.to_string()));
                    let remedy = "leave one out; `replicates` says how often a point is lived";
                    return Err(member.location.error(problem, remedy));
                }
            }
            Ok(Levels::List(values))
        }
        Value::Table(_) => read_range(&item.section()?, is_grid),
        _ => read_value(item).map(|value| Levels::List(vec![value])),
    }
}

fn read_value(item: &Item) -> Result<FactorValue, Diagnostic> {
    const MOST: i128 = 1 << 53;
    match &item.value {
        Value::Whole(whole) if (-MOST..=MOST).contains(whole) => {
            Ok(FactorValue::Integer(i64::try_from(*whole).unwrap_or(0)))
        }
        Value::Number(number) if number.is_finite() => Ok(FactorValue::Number(number + 0.0)),
        Value::Text(text) if !text.contains(char::is_control) => {
            Ok(FactorValue::Text(text.clone()))
        }
        _ => Err(item.unlike("give a finite number or a text")),
    }
}

fn read_range(section: &Section<'_>, is_grid: bool) -> Result<Levels, Diagnostic> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    section.only(&["from", "to", "steps", "scale", "whole"])?;
    let end = |key: &str, example: &str| section.need(key, example)?.number_in(-MOST..=MOST, "");
    let (from, to) = (end("from", "from = 10")?, end("to", "to = 40")?);
    if from >= to {
        let location = &section.need("to", "to = 40")?.location;
        return Err(location.error(
            format!("the range goes from {from} to {to}, so there is nothing in it"),
            "give a greater `to`",
        ));
    }
    let scale = read_scale(section, from)?;
    let whole = match section.get("whole") {
        None => false,
        Some(item) => match item.value {
            Value::Switch(whole) => whole,
            _ => return Err(item.unlike("give true or false")),
        },
    };
    if whole && (from.fract() != 0.0 || to.fract() != 0.0) {
        let problem = format!("{from} to {to} are not both whole numbers");
        return Err(section.location().error(problem, "give whole ends, or leave out `whole`"));
    }
    let range = Range { from, to, scale, whole };
    match section.get("steps") {
        Some(item) => read_steps(item, range),
        None if is_grid => Err(section.location().error(
            "a grid needs to know how many values there are between the ends of a range",
            "add `steps = 5`, or draw points: `[design] kind = \"latin\"`, `points = 100`",
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
            .error(format!("a logarithmic range cannot begin at {from}"), "give a `from` above 0")),
        _ => Err(item.unlike("give \"linear\" or \"log\"")),
    }
}

fn read_steps(item: &Item, range: Range) -> Result<Levels, Diagnostic> {
    let count = item.whole_in(2..=100_000, "values")?;
    let values = range.steps(u32::try_from(count).unwrap_or(2));
    let different: BTreeSet<_> = values.iter().map(ToString::to_string).collect();
    if different.len() < values.len() {
        return Err(item.unlike(format!(
            "have at most {} of them: there are no more different values",
            different.len()
        )));
    }
    Ok(Levels::List(values))
}

/// Tries a factor on the base scenario: whether there is such a thing, and it can have these values.
fn check(
    factor: &Written<'_>,
    levels: &Levels,
    base: &Base,
    base_scenario: &BaseScenario,
) -> Result<(), Diagnostic> {
    let Written { name, key, item } = factor;
    let unknown = || {
        let problem = format!("there is no factor {}", quoted(name));
        key.error(problem, base_scenario.suggestion_for(name))
    };
    if name == "seed" {
        return Err(key.error(
            "the seed of a run follows from that of the experiment",
            "have `replicates = 10`, or `seeds = \"1..10\"` to name the seeds yourself",
        ));
    }
    if name == "navigator" {
        return Err(key.error(
            "each species finds its way in a manner of its own",
            "say whose, such as `species.hare.navigator`",
        ));
    }
    if let Some(species) = name.strip_prefix("population.") {
        let species = species.split('.').next().unwrap_or_default();
        let from_elsewhere =
            base.creatures.is_empty() && base_scenario.catalogue.get(species).is_none();
        if from_elsewhere {
            return Err(unknown());
        }
    }
    let is_known = base_scenario.factors().contains(name.as_str());
    let values = match levels {
        Levels::List(values) if values.len() <= TRIED => values.clone(),
        Levels::List(values) => {
            [values.first(), values.last()].into_iter().flatten().cloned().collect()
        }
        Levels::Range(range) => range.steps(2),
    };
    for (index, value) in values.iter().enumerate() {
        if let Err(diagnostic) = attempt(name, value, base) {
            if !is_known {
                return Err(unknown());
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

/// Why a factor cannot have a value. A problem within the override itself names both already.
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

/// Tries a value on the base of the experiment.
fn attempt(name: &str, value: &FactorValue, base: &Base) -> Result<(), Diagnostic> {
    if name == MAP {
        let map = Terrain::read(base.path(&value.to_string()));
        return map.map(drop).map_err(|error| Diagnostic::new(error.to_string()));
    }
    let folder = match value.to_string() {
        path if name == CREATURES && !path.is_empty() => Some(base.path(&path)),
        _ => None,
    };
    let overrides: Vec<Override> = base.setting(name, value)?.into_iter().collect();
    BaseScenario::read(base, &overrides, folder).map(drop).map_err(|error| error.diagnostic())
}

fn read_list(
    root: &Section<'_>,
    base: &Base,
    base_scenario: &BaseScenario,
) -> Result<(Vec<Factor>, Design), Diagnostic> {
    if let Some(factors) = root.get("factors") {
        let problem = "there are both [factors] and [[point]]";
        return Err(factors.location.error(problem, "leave out one of them"));
    }
    let list = root.need("point", "[[point]]")?;
    let tables = list.list("tables: write `[[point]]`, with two brackets")?;
    let Some(first) = tables.first() else {
        return Err(list
            .location
            .error("there are no points, so there is nothing to live", "add a [[point]]"));
    };
    let first = written(&first.section()?);
    let mut columns: Vec<Vec<FactorValue>> = vec![Vec::new(); first.len()];
    let mut seen = BTreeSet::new();
    for table in tables {
        let point = read_point(table, &first)?;
        if !seen.insert(point.iter().map(ToString::to_string).collect::<Vec<_>>()) {
            let remedy = "leave one out; `replicates` says how often a point is lived";
            return Err(table.location.error("this point is there twice", remedy));
        }
        columns.iter_mut().zip(point).for_each(|(column, value)| column.push(value));
    }
    let points = 0..tables.len();
    let points = points.map(|n| columns.iter().map(|column| column[n].clone()).collect()).collect();
    let mut factors: Vec<Factor> = Vec::new();
    for (written, column) in first.iter().zip(columns) {
        reject_duplicate(written, &factors)?;
        let mut seen = BTreeSet::new();
        let different = column.into_iter().filter(|value| seen.insert(value.to_string())).collect();
        let levels = Levels::List(different);
        check(written, &levels, base, base_scenario)?;
        let base = base_scenario.own_value(&written.name);
        factors.push(Factor { name: written.name.clone(), levels, base });
    }
    Ok((factors, Design::List { points }))
}

/// The values of a point for the same factors as the first.
fn read_point(table: &Item, first: &[Written<'_>]) -> Result<Vec<FactorValue>, Diagnostic> {
    let here = written(&table.section()?);
    if let Some(strange) = here.iter().find(|it| first.iter().all(|other| other.name != it.name)) {
        let problem = format!("{} is no factor of the first point", quoted(&strange.name));
        return Err(strange.key.error(problem, "give a value for the same factors at every point"));
    }
    let value = |factor: &Written<'_>| {
        let Some(written) = here.iter().find(|written| written.name == factor.name) else {
            let problem = format!("this point has no value for {}", quoted(&factor.name));
            let remedy = "give a value for the same factors at every point";
            return Err(table.location.error(problem, remedy));
        };
        read_value(written.item)
    };
    first.iter().map(value).collect()
}
