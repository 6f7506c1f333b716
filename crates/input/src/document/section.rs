//! A table of a document, with checks of its keys.

use std::collections::BTreeMap;

use super::{Entry, Item};
use crate::spelling;
use crate::{Diagnostic, Location, quoted};

/// A table to validate.
///
/// Callers first restrict the keys ([`Section::only`]), so that a misspelt key is reported as unknown
/// rather than as a missing one, and then read them one by one.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    item: &'a Item,
    entries: &'a BTreeMap<String, Entry>,
}

impl<'a> Section<'a> {
    pub(super) fn new(item: &'a Item, entries: &'a BTreeMap<String, Entry>) -> Self {
        Self { item, entries }
    }

    /// Returns the start of the table: its header, or the beginning of the file.
    #[must_use]
    pub fn location(&self) -> &'a Location {
        &self.item.location
    }

    /// Returns all keys with their entries, sorted by name.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Entry)> + use<'a> {
        self.entries.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// Rejects keys that are not in `keys`.
    ///
    /// # Errors
    /// When there is one; the error is about the first in the order of the file.
    pub fn only(&self, keys: &[&str]) -> Result<(), Diagnostic> {
        let unknown = self.entries().filter(|(key, _)| !keys.contains(key));
        match unknown.min_by_key(|(_, entry)| entry.key.span().start) {
            Some((key, entry)) => Err(self.no_such_key(key, &entry.key, keys)),
            None => Ok(()),
        }
    }

    /// Returns the item under `key`, if there is one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a Item> {
        self.entries.get(key).map(|entry| &entry.item)
    }

    /// Returns the item under the required `key`. Error messages suggest the line `example`.
    ///
    /// # Errors
    /// When the key is missing.
    pub fn need(&self, key: &str, example: &str) -> Result<&'a Item, Diagnostic> {
        self.get(key).ok_or_else(|| {
            let problem = format!("`{key}` is missing{}", self.within());
            self.location().error(problem, format!("add a line such as `{example}`"))
        })
    }

    /// Returns the table under `key`, if there is one.
    ///
    /// # Errors
    /// When the item is not a table.
    pub fn section(&self, key: &str) -> Result<Option<Self>, Diagnostic> {
        self.get(key).map(Item::section).transpose()
    }

    fn no_such_key(&self, key: &str, location: &Location, keys: &[&str]) -> Diagnostic {
        let remedy = match spelling::nearest(key, keys.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are {}", spelling::listed(keys.iter().copied())),
        };
        location.error(format!("there is no key {}{}", quoted(key), self.within()), remedy)
    }

    fn within(&self) -> String {
        if self.item.name.is_empty() { String::new() } else { format!(" in [{}]", self.item.name) }
    }
}
