//! One value of a document, with its name and its place.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::Section;
use crate::input::{Diagnostic, Located, Location, quoted};

/// A value, with the name by which messages call it and the place at which it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its key with all keys above it, such as `points.speed`; members of a list share its name.
    pub name: String,
    /// What it is.
    pub value: Value,
    /// Where it was written.
    pub place: Location,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer.
    Whole(i128),
    /// A float, or an integer of astronomical size.
    Number(f64),
    /// `true` or `false`.
    Switch(bool),
    /// A date or a time.
    Date,
    /// An array, of values or of tables.
    List(Vec<Item>),
    /// A table.
    Table(BTreeMap<String, Entry>),
}

/// What a table holds under one key.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where the key was written.
    pub key: Location,
    /// What was written after it.
    pub item: Item,
}

impl Item {
    /// Parses a whole file.
    pub(super) fn parse(file: &Location) -> Result<Self, Diagnostic> {
        let table = DeTable::parse(file.source()).map_err(|error| {
            let span = error.span().unwrap_or_default();
            syntax_diagnostic(&file.at(span), &error)
        })?;
        Ok(Self::of_table(table.get_ref(), String::new(), &|span| file.at(span.clone()), &(0..0)))
    }

    /// Parses the value that is written at `place` and nothing else.
    pub(super) fn parse_value(name: &str, place: &Location) -> Result<Self, Diagnostic> {
        let start = place.span().start;
        let shifted = |span: &Span| place.at(start + span.start..start + span.end);
        let value = DeValue::parse(place.text()).map_err(|error| {
            let span = error.span().unwrap_or_default();
            syntax_diagnostic(&shifted(&span), &error)
        })?;
        Ok(Self::of_value(&value, name.to_owned(), &shifted))
    }

    /// The text that this must be.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.unlike("give a text in quotes")),
        }
    }

    /// The text of one line, with at most `longest` characters, that this must be; without the
    /// spaces around it.
    ///
    /// # Errors
    /// When it is something else, or empty.
    pub fn line(&self, longest: usize) -> Result<&str, Diagnostic> {
        let line = self.text()?.trim();
        if line.is_empty() || line.chars().count() > longest || line.contains(char::is_control) {
            return Err(self.unlike(format!("give one line of 1 to {longest} characters")));
        }
        Ok(line)
    }

    /// The number that this must be: any number at all, also one that is not finite.
    ///
    /// # Errors
    /// When it is something else.
    pub fn number(&self) -> Result<f64, Diagnostic> {
        self.as_number().ok_or_else(|| self.unlike("give a number, without quotes"))
    }

    /// The number within `range` that this must be; `unit` says what it counts.
    ///
    /// # Errors
    /// When it is something else.
    pub fn number_in(&self, range: RangeInclusive<f64>, unit: &str) -> Result<f64, Diagnostic> {
        let (least, most) = (range.start(), range.end());
        let remedy = || format!("give a number from {least} to {most}{}{unit}", gap(unit));
        let number = self.as_number().ok_or_else(|| self.unlike(remedy()))?;
        // Adding zero makes a positive zero of a negative one, which would print oddly.
        if range.contains(&number) { Ok(number + 0.0) } else { Err(self.unlike(remedy())) }
    }

    /// The whole number within `range` that this must be; `unit` says what it counts.
    ///
    /// # Errors
    /// When it is something else.
    pub fn whole_in(&self, range: RangeInclusive<u64>, unit: &str) -> Result<u64, Diagnostic> {
        let number = match self.value {
            Value::Whole(whole) => u64::try_from(whole).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.unlike(format!("give a whole number from {least} to {most}{}{unit}", gap(unit)))
        })
    }

    /// The list that this must be; `members` says of what, with an example.
    ///
    /// # Errors
    /// When it is something else.
    pub fn list(&self, members: &str) -> Result<&[Self], Diagnostic> {
        match &self.value {
            Value::List(list) => Ok(list),
            _ => Err(self.unlike(format!("give a list of {members}"))),
        }
    }

    /// The table that this must be.
    ///
    /// # Errors
    /// When it is something else.
    pub fn section(&self) -> Result<Section<'_>, Diagnostic> {
        match &self.value {
            Value::Table(entries) => Ok(Section::new(self, entries)),
            _ => Err(self.unlike(format!("write it as a table, `[{}]`", self.name))),
        }
    }

    /// A diagnostic about this value: says what it is; the remedy says what it should be.
    #[must_use]
    pub fn unlike(&self, remedy: impl Into<String>) -> Diagnostic {
        let given = quoted(self.place.text());
        let kind = match self.value {
            Value::Text(_) => "the text ",
            Value::Whole(_) | Value::Number(_) | Value::Switch(_) => "",
            Value::Date => "the date ",
            Value::List(_) => "the list ",
            Value::Table(_) => "the table ",
        };
        self.place.error(format!("`{}` is {kind}{given}", self.name), remedy)
    }

    /// The entry under `key` of the table that this must be; `missing` is put there if there is
    /// none.
    ///
    /// # Errors
    /// When this is something else than a table.
    pub fn entry(
        &mut self,
        key: &Located<String>,
        missing: Value,
    ) -> Result<&mut Entry, Diagnostic> {
        let Located { value: key, place } = key;
        let name = joined(&self.name, key);
        match &mut self.value {
            Value::Table(entries) => Ok(entries.entry(key.clone()).or_insert_with(|| {
                let item = Self { name, value: missing, place: place.clone() };
                Entry { key: place.clone(), item }
            })),
            _ => Err(place.error(
                format!("there is no `{name}`, as `{}` is a single value", self.name),
                format!("set `{}` itself", self.name),
            )),
        }
    }

    /// Takes away what stands under the last of `keys` in the tables under the others, if all of
    /// that is there.
    pub fn remove(&mut self, keys: &[&str]) {
        let Value::Table(entries) = &mut self.value else { return };
        match keys {
            [] => {}
            [last] => drop(entries.remove(*last)),
            [first, rest @ ..] => {
                if let Some(entry) = entries.get_mut(*first) {
                    entry.item.remove(rest);
                }
            }
        }
    }

    /// The same value and place, called `name`.
    pub(super) fn renamed(&self, name: String) -> Self {
        let value = match &self.value {
            Value::List(list) => {
                Value::List(list.iter().map(|item| item.renamed(name.clone())).collect())
            }
            Value::Table(entries) => Value::Table(
                entries
                    .iter()
                    .map(|(key, Entry { key: place, item })| {
                        let item = item.renamed(joined(&name, key));
                        (key.clone(), Entry { key: place.clone(), item })
                    })
                    .collect(),
            ),
            value => value.clone(),
        };
        Self { name, value, place: self.place.clone() }
    }

    #[expect(clippy::cast_precision_loss, reason = "ranges are far smaller than 2^53")]
    fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Whole(whole) => Some(whole as f64),
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn of_value(
        from: &Spanned<DeValue<'_>>,
        name: String,
        place: &dyn Fn(&Span) -> Location,
    ) -> Self {
        let span = from.span();
        let value = match from.get_ref() {
            DeValue::String(text) => Value::Text(text.clone().into_owned()),
            DeValue::Integer(integer) => whole(integer),
            DeValue::Float(float) => Value::Number(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(switch) => Value::Switch(*switch),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(members) => Value::List(
                members.iter().map(|member| Self::of_value(member, name.clone(), place)).collect(),
            ),
            DeValue::Table(table) => return Self::of_table(table, name, place, &span),
        };
        Self { name, value, place: place(&span) }
    }

    fn of_table(
        from: &DeTable<'_>,
        name: String,
        place: &dyn Fn(&Span) -> Location,
        span: &Span,
    ) -> Self {
        let entries = from.iter().map(|(key, value)| {
            let item = Self::of_value(value, joined(&name, key.get_ref()), place);
            (key.get_ref().clone().into_owned(), Entry { key: place(&key.span()), item })
        });
        let value = Value::Table(entries.collect());
        Self { name, value, place: place(span) }
    }
}

type Span = Range<usize>;

/// The name of what stands under `key` in the table `name`.
pub(super) fn joined(name: &str, key: &str) -> String {
    if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") }
}

fn whole(integer: &DeInteger<'_>) -> Value {
    let (digits, radix) = (integer.as_str(), integer.radix());
    match i128::from_str_radix(digits, radix) {
        Ok(whole) => Value::Whole(whole),
        Err(_) => Value::Number(digits.parse().unwrap_or(f64::INFINITY)),
    }
}

fn syntax_diagnostic(place: &Location, error: &toml::de::Error) -> Diagnostic {
    place.error(
        format!("this is not TOML: {}", error.message()),
        "correct the spelling here (https://toml.io shows how it goes)",
    )
}

fn gap(unit: &str) -> &str {
    if unit.is_empty() { "" } else { " " }
}
