//! TOML documents whose values keep their source location, so that every diagnostic has a place.
//!
//! A [`Document`] is parsed once, [`Override`]s such as `seed=7` are applied to it, and only then do
//! the modules that define its keys validate it, through [`Section`] and [`Item`]. A value that came
//! from an override keeps the override as its location: a check that would point at a line of the
//! file quotes the override instead.

mod error;
mod file;
mod item;
mod key_override;
mod section;
mod toml_text;

use std::path::Path;

pub use error::DocumentError;
pub use file::{MAX_BYTES, read_text, text_of};
pub use item::{Entry, Item, Value};
pub use key_override::Override;
pub use section::Section;
pub use toml_text::{key_part, quoted};

use crate::{Diagnostic, Location};

/// The maximum length of a description, in characters.
pub const DESCRIPTION_LENGTH: usize = 200;

/// A parsed TOML file, not yet validated.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    root: Item,
}

impl Document {
    /// Parses `text`, which messages call `name`.
    ///
    /// # Errors
    /// When the text is empty or is not TOML.
    pub fn parse(name: &str, text: &str) -> Result<Self, DocumentError> {
        if text.trim().is_empty() {
            return Err(DocumentError::Empty { name: name.to_owned() });
        }
        Ok(Self { root: Item::parse(&Location::in_file(name, text))? })
    }

    /// Reads and parses the file at `path`.
    ///
    /// # Errors
    /// When the file cannot be read, is too large, is empty, or is not TOML.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        Self::parse(&path.display().to_string(), &read_text(path)?)
    }

    /// Returns the root table, to validate it.
    ///
    /// # Errors
    /// When an override has replaced the root by a value that is not a table.
    pub fn root(&self) -> Result<Section<'_>, Diagnostic> {
        self.root.section()
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.root.location.source()
    }

    /// Returns the root item, to apply overrides.
    pub fn root_mut(&mut self) -> &mut Item {
        &mut self.root
    }
}
