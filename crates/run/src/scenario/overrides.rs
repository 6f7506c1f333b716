//! Applies overrides such as `population.clover=100` to the document of a scenario.

use std::collections::BTreeMap;

use terrarium_input::document::{Document, Entry, Item, Override, Value};
use terrarium_input::spelling;
use terrarium_input::{Diagnostic, Located, Location, quoted};

use super::reading::KEYS;
use super::timetable::{self, COMMAND};

/// Applies all overrides but those of species to the document.
pub(super) fn apply(overrides: &[Override], document: &mut Document) -> Result<(), Diagnostic> {
    for key_override in overrides {
        let first = &key_override.path()[0];
        match first.value.as_str() {
            "species" => {}
            "population" => apply_to_population(key_override, document.root_mut())?,
            COMMAND => timetable::apply_override(key_override, document.root_mut())?,
            key if KEYS.contains(&key) => {
                remove_alternatives(key_override, document.root_mut());
                key_override.apply(document.root_mut(), 0)?;
            }
            key => return Err(unknown_key(key, &first.location)),
        }
    }
    Ok(())
}

/// Returns whether an override replaces the land of the scenario by a map.
pub(super) fn replace_map(overrides: &[Override]) -> bool {
    overrides.iter().any(|key_override| {
        let mut keys = key_override.path().iter().map(|key| key.value.as_str());
        keys.next() == Some("terrain") && keys.next() == Some("map")
    })
}

/// Removes the land of the scenario that an override of the size, the map or the rows replaces.
fn remove_alternatives(key_override: &Override, root: &mut Item) {
    let keys: Vec<&str> = key_override.path().iter().map(|key| key.value.as_str()).collect();
    match keys[..] {
        ["world", "size"] => root.remove(&["terrain"]),
        ["terrain", "map"] => {
            root.remove(&["world"]);
            root.remove(&["terrain", "rows"]);
            root.remove(&["terrain", "base"]);
        }
        ["terrain", "rows"] => {
            root.remove(&["world"]);
            root.remove(&["terrain", "map"]);
            root.remove(&["terrain", "base"]);
        }
        _ => {}
    }
}

fn unknown_key(key: &str, location: &Location) -> Diagnostic {
    let known = || KEYS.into_iter().chain(["species"]);
    let remedy = match spelling::nearest(key, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the keys here are {}", spelling::listed(known())),
    };
    location.error(format!("there is no key {}", quoted(key)), remedy)
}

/// Applies `population.NAME=100`, the count of a species, or `population.NAME.KEY`, another key of its
/// table. Adds the species if the scenario does not have it.
fn apply_to_population(key_override: &Override, root: &mut Item) -> Result<(), Diagnostic> {
    let [population, name, keys @ ..] = key_override.path() else {
        return Err(key_override.path()[0].location.error(
            "the key names no species",
            "write its name and count, such as population.hare=20",
        ));
    };
    let table = table_of(name, tables_at(root, population)?);
    if keys.is_empty() {
        let count = Located { value: "count".to_owned(), location: name.location.clone() };
        key_override.apply_at(&[count], table)
    } else {
        key_override.apply_at(keys, table)
    }
}

/// Returns the list of tables at a key, such as `population`, creating an empty one if there is none.
pub(super) fn tables_at<'a>(
    root: &'a mut Item,
    key: &Located<String>,
) -> Result<&'a mut Vec<Item>, Diagnostic> {
    match &mut root.entry(key, Value::List(Vec::new()))?.item.value {
        Value::List(list) => Ok(list),
        _ => Err(key.location.error(
            format!("the scenario's `{}` is not a list", key.value),
            format!("write `[[{}]]` there, with two brackets", key.value),
        )),
    }
}

/// Returns the table of the species called `name`, creating it if there is none.
fn table_of<'a>(name: &Located<String>, list: &'a mut Vec<Item>) -> &'a mut Item {
    let species = Value::Text(name.value.clone());
    let is_it = |item: &Item| match &item.value {
        Value::Table(entries) => entries.get("species").is_some_and(|e| e.item.value == species),
        _ => false,
    };
    let index = list.iter().position(is_it).unwrap_or_else(|| {
        let species = item("population.species", species, &name.location);
        let entry = Entry { key: name.location.clone(), item: species };
        let entries = BTreeMap::from([("species".to_owned(), entry)]);
        list.push(item("population", Value::Table(entries), &name.location));
        list.len() - 1
    });
    &mut list[index]
}

fn item(name: &str, value: Value, location: &Location) -> Item {
    Item { name: name.to_owned(), value, location: location.clone() }
}
