//! Scenarios given as text, without files.

use std::path::Path;

use terrarium_creatures::species::CreatureFiles;
use terrarium_input::document::{Document, Override};
use terrarium_input::{Diagnostic, Location};

use super::{Land, Scenario, ScenarioError};

/// The key of the folders of creatures.
const CREATURES: &str = "creatures";

impl Scenario {
    /// Reads the scenario `text` after applying `overrides`, without a file of the disk. Its creatures are the
    /// shipped ones and those `given`, which take the place of the folders that the text names.
    ///
    /// # Errors
    /// When the text or an override is invalid or names a map file, when an override names folders of
    /// creatures, and when the text does but no creatures are given.
    pub fn of_text(
        name: &str,
        text: &str,
        overrides: &[Override],
        given: &[CreatureFiles],
    ) -> Result<Self, ScenarioError> {
        let mut document = Document::parse(&format!("{name}.toml"), text)?;
        refuse_folders(&document, overrides, given)?;
        document.root_mut().remove(&[CREATURES]);
        let scenario = Self::from_document(name, Path::new(""), document, overrides)?;
        for land in [Some(&scenario.land), scenario.original_land.as_ref()].into_iter().flatten() {
            if let Land::Map { path, .. } = land {
                Err(path.location.error(
                    "the map is a file, but the scenario is given without files",
                    "write the terrain as rows: `rows = [...]` with a string for each row of tiles",
                ))?;
            }
        }
        Ok(scenario)
    }
}

/// Refuses folders of creatures whose files are not given.
fn refuse_folders(
    document: &Document,
    overrides: &[Override],
    given: &[CreatureFiles],
) -> Result<(), Diagnostic> {
    let refusal = |location: &Location| {
        let problem = "the creatures are in folders, but the scenario is given without files";
        Err(location.error(problem, "give the files of the creatures, and leave out `creatures`"))
    };
    let keys = overrides.iter().map(|it| &it.path()[0]);
    if let Some(key) = keys.into_iter().find(|key| key.value == CREATURES) {
        return refusal(&key.location);
    }
    match document.root()?.get(CREATURES) {
        Some(item) if given.is_empty() => refusal(&item.location),
        _ => Ok(()),
    }
}
