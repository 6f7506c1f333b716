//! Values of a document, with their names and locations.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::Section;
use crate::{Diagnostic, Located, Location, quoted};

/// A value, with its name for messages and its source location.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its full key, such as `points.speed`; members of a list have the name of the list.
    pub name: String,
    /// The value.
    pub value: Value,
    /// The source location.
    pub location: Location,
}

/// The content of an item.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer.
    Whole(i128),
    /// A float, or an integer that exceeds an `i128`.
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

/// A key of a table with its item.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The location of the key.
    pub key: Location,
    /// The item.
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

    /// Parses the single value written at `location`.
    pub(super) fn parse_value(name: &str, location: &Location) -> Result<Self, Diagnostic> {
        let start = location.span().start;
        let shifted = |span: &Span| location.at(start + span.start..start + span.end);
        let value = DeValue::parse(location.text()).map_err(|error| {
            let span = error.span().unwrap_or_default();
            syntax_diagnostic(&shifted(&span), &error)
        })?;
        Ok(Self::of_value(&value, name.to_owned(), &shifted))
    }

    /// Returns the value of a string.
    ///
    /// # Errors
    /// When the item is not a string.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.invalid_value("give a string in quotes")),
        }
    }

    /// Returns a string of one line and at most `longest` characters, without surrounding spaces.
    ///
    /// # Errors
    /// When the item is not such a string, or is empty.
    pub fn line(&self, longest: usize) -> Result<&str, Diagnostic> {
        let line = self.text()?.trim();
        if line.is_empty() || line.chars().count() > longest || line.contains(char::is_control) {
            return Err(self.invalid_value(format!("give one line of 1 to {longest} characters")));
        }
        Ok(line)
    }

    /// Returns the value of a number, which may be infinite or NaN.
    ///
    /// # Errors
    /// When the item is not a number.
    pub fn number(&self) -> Result<f64, Diagnostic> {
        self.as_number().ok_or_else(|| self.invalid_value("give a number, without quotes"))
    }

    /// Returns the value of a number that is neither infinite nor NaN.
    ///
    /// # Errors
    /// When the item is not such a number.
    pub fn finite(&self) -> Result<f64, Diagnostic> {
        let number = self.number()?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.invalid_value("give a finite number"))
        }
    }

    /// Returns a number within `range`; `unit` appears in error messages.
    ///
    /// # Errors
    /// When the item is not such a number.
    pub fn number_in(&self, range: RangeInclusive<f64>, unit: &str) -> Result<f64, Diagnostic> {
        let (least, most) = (range.start(), range.end());
        let remedy = || format!("give a number from {least} to {most}{}{unit}", gap(unit));
        let number = self.as_number().ok_or_else(|| self.invalid_value(remedy()))?;
        // Adding zero turns negative zero, which would print as `-0`, into positive zero.
        if range.contains(&number) { Ok(number + 0.0) } else { Err(self.invalid_value(remedy())) }
    }

    /// Returns an integer within `range`; `unit` appears in error messages.
    ///
    /// # Errors
    /// When the item is not such an integer.
    pub fn whole_in(&self, range: RangeInclusive<u64>, unit: &str) -> Result<u64, Diagnostic> {
        let number = match self.value {
            Value::Whole(whole) => u64::try_from(whole).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.invalid_value(format!(
                "give a whole number from {least} to {most}{}{unit}",
                gap(unit)
            ))
        })
    }

    /// Returns the value of a switch: true or false.
    ///
    /// # Errors
    /// When the item is neither.
    pub fn truth(&self) -> Result<bool, Diagnostic> {
        match self.value {
            Value::Switch(value) => Ok(value),
            _ => Err(self.invalid_value("give true or false, without quotes")),
        }
    }

    /// Returns the members of a list; `members` describes them, with an example, for error messages.
    ///
    /// # Errors
    /// When the item is not a list.
    pub fn list(&self, members: &str) -> Result<&[Self], Diagnostic> {
        match &self.value {
            Value::List(list) => Ok(list),
            _ => Err(self.invalid_value(format!("give a list of {members}"))),
        }
    }

    /// Returns the item as a table.
    ///
    /// # Errors
    /// When the item is not a table.
    pub fn section(&self) -> Result<Section<'_>, Diagnostic> {
        match &self.value {
            Value::Table(entries) => Ok(Section::new(self, entries)),
            _ => Err(self.invalid_value(format!("write it as a table, `[{}]`", self.name))),
        }
    }

    /// Creates a diagnostic that quotes this value; `remedy` says what it should be.
    #[must_use]
    pub fn invalid_value(&self, remedy: impl Into<String>) -> Diagnostic {
        let given = quoted(self.location.text());
        let kind = match self.value {
            Value::Text(_) => "the string ",
            Value::Whole(_) | Value::Number(_) | Value::Switch(_) => "",
            Value::Date => "the date ",
            Value::List(_) => "the list ",
            Value::Table(_) => "the table ",
        };
        self.location.error(format!("`{}` is {kind}{given}", self.given_name()), remedy)
    }

    /// The name as the user gave it: that of the override whose whole value this is, such as `population.wolf` for the
    /// count of a population.
    fn given_name(&self) -> &str {
        self.location.overridden_key().unwrap_or(&self.name)
    }

    /// Returns the entry under `key` of a table, inserting `missing` if there is none.
    ///
    /// # Errors
    /// When the item is not a table.
    pub fn entry(
        &mut self,
        key: &Located<String>,
        missing: Value,
    ) -> Result<&mut Entry, Diagnostic> {
        let Located { value: key, location } = key;
        let name = joined(&self.name, key);
        match &mut self.value {
            Value::Table(entries) => Ok(entries.entry(key.clone()).or_insert_with(|| {
                let item = Self { name, value: missing, location: location.clone() };
                Entry { key: location.clone(), item }
            })),
            _ => Err(location.error(
                format!("there is no `{name}`: `{}` is a single value", self.name),
                format!("set `{}` itself", self.name),
            )),
        }
    }

    /// Removes the item at the path `keys`, if there is one.
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

    /// Returns a copy called `name`, with the same value and location.
    pub(super) fn renamed(&self, name: String) -> Self {
        let value = match &self.value {
            Value::List(list) => {
                Value::List(list.iter().map(|item| item.renamed(name.clone())).collect())
            }
            Value::Table(entries) => Value::Table(
                entries
                    .iter()
                    .map(|(key, Entry { key: location, item })| {
                        let item = item.renamed(joined(&name, key));
                        (key.clone(), Entry { key: location.clone(), item })
                    })
                    .collect(),
            ),
            value => value.clone(),
        };
        Self { name, value, location: self.location.clone() }
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
        location: &dyn Fn(&Span) -> Location,
    ) -> Self {
        let span = from.span();
        let value = match from.get_ref() {
            DeValue::String(text) => Value::Text(text.clone().into_owned()),
            DeValue::Integer(integer) => whole(integer),
            DeValue::Float(float) => Value::Number(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(switch) => Value::Switch(*switch),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(members) => Value::List(
                members
                    .iter()
                    .map(|member| Self::of_value(member, name.clone(), location))
                    .collect(),
            ),
            DeValue::Table(table) => return Self::of_table(table, name, location, &span),
        };
        Self { name, value, location: location(&span) }
    }

    fn of_table(
        from: &DeTable<'_>,
        name: String,
        location: &dyn Fn(&Span) -> Location,
        span: &Span,
    ) -> Self {
        let entries = from.iter().map(|(key, value)| {
            let item = Self::of_value(value, joined(&name, key.get_ref()), location);
            (key.get_ref().clone().into_owned(), Entry { key: location(&key.span()), item })
        });
        let value = Value::Table(entries.collect());
        Self { name, value, location: location(span) }
    }
}

type Span = Range<usize>;

/// Returns the full name of `key` in the table `name`.
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

fn syntax_diagnostic(location: &Location, error: &toml::de::Error) -> Diagnostic {
    location.error(
        format!("this is not TOML: {}", error.message()),
        "fix the syntax (see https://toml.io)",
    )
}

fn gap(unit: &str) -> &str {
    if unit.is_empty() { "" } else { " " }
}
