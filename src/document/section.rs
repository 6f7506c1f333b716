//! A table of a document under the eyes of whoever knows which keys it may have.

use std::collections::BTreeMap;

use super::{Entry, Item};
use crate::input::spelling;
use crate::input::{Diagnostic, Location, quoted};

/// A table to be checked.
///
/// A reader first says which keys there may be ([`Section::only`]), so that a misspelt key is
/// reported as that and not as a missing one, then takes them one by one.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    item: &'a Item,
    entries: &'a BTreeMap<String, Entry>,
}

impl<'a> Section<'a> {
    pub(super) fn new(item: &'a Item, entries: &'a BTreeMap<String, Entry>) -> Self {
        Self { item, entries }
    }

    /// Where the table begins: its header, or the beginning of the file.
    #[must_use]
    pub fn place(&self) -> &'a Location {
        &self.item.place
    }

    /// Every key with what stands under it, by name.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Entry)> + use<'a> {
        self.entries.iter().map(|(key, entry)| (key.as_str(), entry))
    }

    /// Refuses any key that is not one of `keys`.
    ///
    /// # Errors
    /// The first key, in order of the file, that is none of them.
    pub fn only(&self, keys: &[&str]) -> Result<(), Diagnostic> {
        let strange = self.entries().filter(|(key, _)| !keys.contains(key));
        match strange.min_by_key(|(_, entry)| entry.key.span().start) {
            Some((key, entry)) => Err(self.no_such_key(key, &entry.key, keys)),
            None => Ok(()),
        }
    }

    /// What stands under `key`, if anything does.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a Item> {
        self.entries.get(key).map(|entry| &entry.item)
    }

    /// What stands under `key`, which must be there; `example` is a line that would do.
    ///
    /// # Errors
    /// When the key is missing.
    pub fn need(&self, key: &str, example: &str) -> Result<&'a Item, Diagnostic> {
        self.get(key).ok_or_else(|| {
            let problem = format!("`{key}` is missing{}", self.within());
            self.place().error(problem, format!("add a line such as `{example}`"))
        })
    }

    /// The table under `key`, if there is one.
    ///
    /// # Errors
    /// When something else than a table stands there.
    pub fn section(&self, key: &str) -> Result<Option<Self>, Diagnostic> {
        self.get(key).map(Item::section).transpose()
    }

    fn no_such_key(&self, key: &str, place: &Location, keys: &[&str]) -> Diagnostic {
        let remedy = match spelling::nearest(key, keys.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are {}", spelling::listed(keys.iter().copied())),
        };
        place.error(format!("there is no key {}{}", quoted(key), self.within()), remedy)
    }

    fn within(&self) -> String {
        if self.item.name.is_empty() { String::new() } else { format!(" in [{}]", self.item.name) }
    }
}
