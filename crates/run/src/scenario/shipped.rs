//! Finds scenarios by name or path.

use std::path::Path;

use terrarium_input::document::{Document, Override};
use terrarium_shipped::SCENARIOS;

use super::{Scenario, ScenarioError};

impl Scenario {
    /// Returns the names of the scenarios built into the program, sorted.
    #[must_use]
    pub fn shipped() -> Vec<&'static str> {
        let mut names: Vec<_> = SCENARIOS
            .files()
            .filter_map(|file| file.path().to_str()?.strip_suffix(".toml"))
            .collect();
        names.sort_unstable();
        names
    }

    /// Reads the shipped scenario called `given`, or else the file at the path `given`, with the
    /// overrides applied.
    ///
    /// # Errors
    /// When there is no such scenario, its file cannot be read, or it or an override is invalid.
    pub fn find(given: &str, overrides: &[Override]) -> Result<Self, ScenarioError> {
        if let Some(text) = Self::shipped_text(given) {
            let document = Document::parse(&format!("scenarios/{given}.toml"), text)?;
            return Self::from_document(given, Path::new(""), document, overrides);
        }
        let path = Path::new(given);
        let is_path = path.components().count() > 1 || path.extension().is_some();
        if is_path || path.exists() {
            Self::read(path, overrides)
        } else {
            Err(ScenarioError::Unknown { given: given.to_owned() })
        }
    }

    /// Returns the text of a scenario built into the program.
    #[must_use]
    pub fn shipped_text(name: &str) -> Option<&'static str> {
        SCENARIOS.get_file(format!("{name}.toml"))?.contents_utf8()
    }

    /// Reads the scenario file at `path`, with the overrides applied.
    ///
    /// # Errors
    /// When the file cannot be read, or it or an override is invalid.
    pub fn read(path: &Path, overrides: &[Override]) -> Result<Self, ScenarioError> {
        let document = Document::read(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::from_document(&name, folder, document, overrides)
    }
}
