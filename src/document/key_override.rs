//! A single value given from outside, such as `seed=7` or `species.hare.points.speed=40`.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::{Item, Value};
use crate::input::{Diagnostic, Located, Location, quoted};

/// How a setting is written, for whoever wrote it otherwise.
const FORM: &str = "write key=value, such as rules.light=600";

/// A key and a value that take their place in a document before it is checked.
///
/// What `--set` takes on the command line, and what a sweep varies. The value is written as in a
/// TOML file; a word without quotes is a text, so that `terrain.map=river.map` will do.
///
/// ```
/// use terrarium::document::{Document, Override};
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
    /// Reads `text`: a dotted key, `=`, and a value.
    ///
    /// # Errors
    /// When it is not that.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let whole = Location::setting(text);
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

    /// The setting of `key` to a text, whatever its characters: for the path of a file, say.
    ///
    /// # Errors
    /// When `key` is no dotted key.
    pub fn of_text(key: &str, value: &str) -> Result<Self, Diagnostic> {
        let whole = Location::setting(&format!("{key}={value}"));
        let path = parse_path(key, &whole)?;
        let place = whole.at(key.len() + 1..whole.span().end);
        Ok(Self { path, value: text_item(value, &place) })
    }

    /// Its key, taken apart at the dots.
    #[must_use]
    pub fn path(&self) -> &[Located<String>] {
        &self.path
    }

    /// The whole setting as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        self.value.place.source()
    }

    /// Puts the value into the table `root`, under its key without the first `skipped` parts.
    /// Tables on the way that are missing are made.
    ///
    /// # Errors
    /// When no part of the key is left, or something else than a table is in the way.
    pub fn apply(&self, root: &mut Item, skipped: usize) -> Result<(), Diagnostic> {
        match self.path.get(skipped..) {
            Some(path) if !path.is_empty() => self.apply_at(path, root),
            _ => {
                let place = &self.path[self.path.len() - 1].place;
                let problem = format!("{} is not a single value", quoted(place.text()));
                Err(place.error(problem, "go on with a dot and one of its keys"))
            }
        }
    }

    /// Puts the value into the table `root`, under another `path` than its key says.
    ///
    /// # Errors
    /// When something else than a table is in the way.
    ///
    /// # Panics
    /// When `path` is empty.
    pub fn apply_at(&self, path: &[Located<String>], root: &mut Item) -> Result<(), Diagnostic> {
        let (last, way) = path.split_last().expect("a path has at least one key");
        let mut table = root;
        for key in way {
            table = &mut table.entry(key, Value::Table(BTreeMap::new()))?.item;
        }
        let entry = table.entry(last, Value::Table(BTreeMap::new()))?;
        entry.key = last.place.clone();
        entry.item = self.value.renamed(std::mem::take(&mut entry.item.name));
        Ok(())
    }
}

/// The parts of a dotted key, each where it stands in the setting.
fn parse_path(key: &str, setting: &Location) -> Result<Vec<Located<String>>, Diagnostic> {
    key_parts(key, setting)
        .ok_or_else(|| setting.error(format!("{} is not a key", quoted(key)), FORM))
}

fn key_parts(key: &str, setting: &Location) -> Option<Vec<Located<String>>> {
    let line = format!("{key}=0");
    let mut table = DeTable::parse(&line).ok()?.into_inner();
    let mut path = Vec::new();
    loop {
        let mut entries = table.into_iter();
        let (key, value) = entries.next().filter(|_| entries.len() == 0)?;
        path.push(Located { place: setting.at(key.span()), value: key.into_inner().into_owned() });
        match value.into_inner() {
            DeValue::Table(inner) => table = inner,
            _ => return Some(path),
        }
    }
}

/// A TOML value, or a bare word.
fn parse_value(place: &Location) -> Result<Item, Diagnostic> {
    let looks_like_toml = place.text().starts_with(['"', '\'', '[', '{']);
    Item::parse_value("", place).or_else(|diagnostic| {
        if looks_like_toml {
            return Err(diagnostic);
        }
        Ok(text_item(place.text(), place))
    })
}

fn text_item(text: &str, place: &Location) -> Item {
    Item { name: String::new(), value: Value::Text(text.to_owned()), place: place.clone() }
}
