//! TOML files read with care: every value knows where it was written, so that every diagnostic can be
//! told with its place.
//!
//! A [`Document`] is parsed once, [`Override`]s such as `seed=7` are put into it, and only then do
//! the rooms that know what it means check it, through [`Section`] and [`Item`]. A value that came
//! from a setting keeps that setting as its place: the same check that would point at a line of
//! the file quotes the setting instead.

mod error;
mod file;
mod item;
mod key_override;
mod section;

use std::path::Path;

use crate::input::{Diagnostic, Location};

pub use error::DocumentError;
pub use file::{MAX_BYTES, read_text};
pub use item::{Entry, Item, Value};
pub use key_override::Override;
pub use section::Section;

/// The longest description of anything, in characters.
pub const DESCRIPTION_LENGTH: usize = 200;

/// A parsed TOML file, still unchecked.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    root: Item,
}

impl Document {
    /// Parses `text`, which the user knows as `name`.
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
    /// When the file cannot be read, is too large, or is not TOML.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        Self::parse(&path.display().to_string(), &read_text(path)?)
    }

    /// The whole document, for checking.
    ///
    /// # Errors
    /// When a setting has made something else than a table of it.
    pub fn root(&self) -> Result<Section<'_>, Diagnostic> {
        self.root.section()
    }

    /// The text that was parsed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.root.place.source()
    }

    /// The whole document, for settings to change.
    pub fn root_mut(&mut self) -> &mut Item {
        &mut self.root
    }
}
