//! Overrides of commands, such as `command.drought.tick=7000`.

use std::collections::BTreeMap;

use terrarium_input::document::{Entry, Item, Override, Value};
use terrarium_input::{Diagnostic, Located, quoted, spelling};

use super::{COMMAND, COMMON, KINDS};
use crate::scenario::overrides::tables_at;

/// Applies `command.NAME.KEY=VALUE`, where the key may be one of what the command does, such as `light`;
/// `command.NAME={…}`, which adds or replaces a command; or `command=[…]`, which replaces all.
pub(in crate::scenario) fn apply(
    key_override: &Override,
    root: &mut Item,
) -> Result<(), Diagnostic> {
    let [command, name, keys @ ..] = key_override.path() else {
        return key_override.apply(root, 0);
    };
    let list = tables_at(root, command)?;
    let index = list.iter().position(|table| command_name(table) == Some(&name.value));
    let Some((first, rest)) = keys.split_first() else {
        let table = named(key_override, name)?;
        match index {
            Some(index) => list[index] = table,
            None => list.push(table),
        }
        return Ok(());
    };
    let Some(index) = index else { return Err(unknown(name, list)) };
    let table = &mut list[index];
    let kind = kind_of(table).filter(|_| !is_own_key(&first.value));
    let mut path: Vec<Located<String>> = Vec::new();
    path.extend(
        kind.map(|kind| Located { value: kind.to_owned(), location: first.location.clone() }),
    );
    path.push(first.clone());
    path.extend(rest.iter().cloned());
    key_override.apply_at(&path, table)
}

fn is_own_key(key: &str) -> bool {
    COMMON.contains(&key) || KINDS.contains(&key)
}

/// The value of an override as the table of a command with this name.
fn named(key_override: &Override, name: &Located<String>) -> Result<Item, Diagnostic> {
    let mut table = key_override.value().clone();
    COMMAND.clone_into(&mut table.name);
    let Value::Table(entries) = &mut table.value else {
        let remedy = "give a table, such as { tick = 5000, drought = { light = 0.2 } }, or append a \
                      dot and one of its keys";
        return Err(table.invalid_value(remedy));
    };
    let location = name.location.clone();
    let value = Value::Text(name.value.clone());
    let item = Item { name: "command.name".to_owned(), value, location: location.clone() };
    entries.insert("name".to_owned(), Entry { key: location, item });
    Ok(table)
}

fn entries(table: &Item) -> Option<&BTreeMap<String, Entry>> {
    match &table.value {
        Value::Table(entries) => Some(entries),
        _ => None,
    }
}

/// The name of a command: its own, or what it does.
pub fn command_name(table: &Item) -> Option<&str> {
    match entries(table)?.get("name").map(|entry| &entry.item.value) {
        Some(Value::Text(name)) => Some(name.trim()),
        _ => kind_of(table),
    }
}

fn kind_of(table: &Item) -> Option<&'static str> {
    let entries = entries(table)?;
    KINDS.into_iter().find(|kind| entries.contains_key(*kind))
}

fn unknown(name: &Located<String>, list: &[Item]) -> Diagnostic {
    let names = || list.iter().filter_map(command_name);
    let remedy = match (spelling::nearest(&name.value, names()), names().next()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, Some(_)) => format!("the commands are {}", spelling::listed(names())),
        (None, None) => format!(
            "there are no commands; add one: command.{}={{ tick = 5000, drought = {{}} }}",
            name.value
        ),
    };
    name.location.error(format!("there is no command {}", quoted(&name.value)), remedy)
}
