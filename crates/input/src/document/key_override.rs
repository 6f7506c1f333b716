//! Overrides of single values, such as `seed=7` or `species.hare.points.speed=40`.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::{Item, Value};
use crate::{Diagnostic, Located, Location, quoted};

/// The remedy for a malformed override.
const FORM: &str = "write key=value, such as rules.light=600";

/// A key and a value that replace a value of a document before it is validated.
///
/// The option `--set` takes overrides, and sweeps consist of them. The value is written as in a TOML
/// file. A word without quotes is a string, as in `terrain.map=river.map`.
///
/// ```
/// use terrarium_input::document::{Document, Override};
/// let mut document = Document::parse("pond.toml", "seed = 1")?;
/// Override::parse("seed=7")?.apply(document.root_mut(), 0)?;
/// assert_eq!(document.root()?.get("seed").unwrap().whole_in(0..=9, "")?, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Override {
    path: Vec<Located<String>>,
    value: Item,
}

impl Override {
    /// Parses `text`: a dotted key, `=`, and a value.
    ///
    /// # Errors
    /// When it does not have that form.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let whole = Location::for_override(text);
        let Some((key, value)) = text.split_once('=') else {
            return Err(whole.error("there is no `=`", FORM));
        };
        let path = parse_path(key, &whole)?;
        if value.trim().is_empty() {
            return Err(whole.error("there is no value after the `=`", FORM));
        }
        let begin = text.len() - value.trim_start().len();
        let value = parse_value(&whole.at(begin..begin + value.trim().len()))?;
        Ok(Self { path, value })
    }

    /// Creates an override of `key` with a string, which may have any characters, such as a path.
    ///
    /// # Errors
    /// When `key` is not a dotted key.
    pub fn of_text(key: &str, value: &str) -> Result<Self, Diagnostic> {
        let whole = Location::for_override(&format!("{key}={value}"));
        let path = parse_path(key, &whole)?;
        let location = whole.at(key.len() + 1..whole.span().end);
        Ok(Self { path, value: text_item(value, &location) })
    }

    /// Returns the parts of its dotted key.
    #[must_use]
    pub fn path(&self) -> &[Located<String>] {
        &self.path
    }

    /// Returns its value.
    #[must_use]
    pub fn value(&self) -> &Item {
        &self.value
    }

    /// Returns the whole override as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        self.value.location.source()
    }

    /// Inserts the value into the table `root`, under its key without the first `skipped` parts.
    /// Creates missing tables.
    ///
    /// # Errors
    /// When no part of the key is left, or a part of it names an item that is not a table.
    pub fn apply(&self, root: &mut Item, skipped: usize) -> Result<(), Diagnostic> {
        match self.path.get(skipped..) {
            Some(path) if !path.is_empty() => self.apply_at(path, root),
            _ => {
                let location = &self.path[self.path.len() - 1].location;
                let problem = format!("{} is not a single value", quoted(location.text()));
                Err(location.error(problem, "append a dot and one of its keys"))
            }
        }
    }

    /// Inserts the value into the table `root`, under `path` instead of its own key.
    ///
    /// # Errors
    /// When a part of `path` names an item that is not a table.
    ///
    /// # Panics
    /// When `path` is empty.
    pub fn apply_at(&self, path: &[Located<String>], root: &mut Item) -> Result<(), Diagnostic> {
        let (last, parents) = path.split_last().expect("a path has at least one key");
        let mut table = root;
        for key in parents {
            table = &mut table.entry(key, Value::Table(BTreeMap::new()))?.item;
        }
        let entry = table.entry(last, Value::Table(BTreeMap::new()))?;
        entry.key = last.location.clone();
        entry.item = self.value.renamed(std::mem::take(&mut entry.item.name));
        Ok(())
    }
}

/// Parses the parts of a dotted key, each with its location in the override.
fn parse_path(key: &str, whole: &Location) -> Result<Vec<Located<String>>, Diagnostic> {
    key_parts(key, whole).ok_or_else(|| whole.error(format!("{} is not a key", quoted(key)), FORM))
}

fn key_parts(key: &str, whole: &Location) -> Option<Vec<Located<String>>> {
    let line = format!("{key}=0");
    let mut table = DeTable::parse(&line).ok()?.into_inner();
    let mut path = Vec::new();
    loop {
        let mut entries = table.into_iter();
        let (key, value) = entries.next().filter(|_| entries.len() == 0)?;
        path.push(Located { location: whole.at(key.span()), value: key.into_inner().into_owned() });
        match value.into_inner() {
            DeValue::Table(inner) => table = inner,
            _ => return Some(path),
        }
    }
}

/// Parses a TOML value, or a bare word as a string.
fn parse_value(location: &Location) -> Result<Item, Diagnostic> {
    let looks_like_toml = location.text().starts_with(['"', '\'', '[', '{']);
    Item::parse_value("", location).or_else(|diagnostic| {
        if looks_like_toml {
            return Err(diagnostic);
        }
        Ok(text_item(location.text(), location))
    })
}

fn text_item(text: &str, location: &Location) -> Item {
    Item { name: String::new(), value: Value::Text(text.to_owned()), location: location.clone() }
}
