//! Reading of a list of points, one `[[point]]` each.

use std::collections::BTreeSet;

use terrarium_input::document::{Item, Section};
use terrarium_input::{Diagnostic, quoted};

use super::checking::Checked;
use super::factors::{
    FactorItem, REPEATED, check, factor_items, land_of, read_value, reject_duplicate,
};
use crate::base::BaseWorld;
use crate::{Base, Design, Factor, FactorValue, Levels};

/// Reads the points of the file, and the factors with the values that they have at them.
pub(super) fn read(
    root: &Section<'_>,
    base: &Base,
    world: &BaseWorld,
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
