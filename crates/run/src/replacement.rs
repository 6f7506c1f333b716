//! Replacing the code of species in the world of a snapshot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use terrarium_creatures::species::{
    KeyValue, Species, SpeciesContext, SpeciesError, SpeciesId, creature_folders,
};
use terrarium_input::{Diagnostic, spelling};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Change, Command};
use terrarium_sim::world::World;
use thiserror::Error;

/// The changes that give species of a world the code in folders of creatures.
#[derive(Debug, Clone, PartialEq)]
pub struct Replacement {
    changes: Vec<Change>,
}

/// Why the code of species cannot be replaced.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplacementError {
    /// A creature is invalid.
    #[error(transparent)]
    Species(#[from] SpeciesError),
    /// No creature in the folders is in the world.
    #[error("no creature in {folders} is in this world, whose species are {species}")]
    Unknown {
        /// The folders.
        folders: String,
        /// The species of the world.
        species: String,
    },
    /// A creature differs in more than its code.
    #[error(
        "{}: `{name}` differs from that of the snapshot in more than its behaviour: {differences}; only \
         the behaviour can be replaced, so give it the values of the snapshot",
        folder.display()
    )]
    Differs {
        /// The folder of the creature.
        folder: PathBuf,
        /// The name of the species.
        name: String,
        /// What differs.
        differences: String,
    },
    /// The world does not allow the change.
    #[error("{}: {problem}", folder.display())]
    Refused {
        /// The folder of the creature.
        folder: PathBuf,
        /// Why not.
        problem: String,
    },
}

impl ReplacementError {
    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Species(error) => error.diagnostic(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}

/// The greatest number of differences that are listed.
const LISTED: usize = 6;

impl Replacement {
    /// Reads the creatures of `folders` whose species are in `world`. Creatures that are not in it are
    /// ignored, and those with the same code are not changed.
    ///
    /// # Errors
    /// When a creature is invalid or differs in more than its behaviour, or none is in the world.
    pub fn read(world: &World, folders: &[PathBuf]) -> Result<Self, ReplacementError> {
        let names: Vec<&str> = world.config().species.iter().map(|it| it.name.as_str()).collect();
        let (mut changes, mut is_known) = (Vec::new(), false);
        for (name, folder) in all_creatures(folders)? {
            let Some(index) = names.iter().position(|&known| known == name) else { continue };
            is_known = true;
            let species = SpeciesId(u16::try_from(index).expect("a world has few species"));
            changes.extend(change(world, species, &folder)?);
        }
        if !is_known {
            let folders: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
            let species = spelling::listed(names);
            return Err(ReplacementError::Unknown { folders: folders.join(", "), species });
        }
        Ok(Self { changes })
    }

    /// The names of the species whose code is replaced.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().map(|change| change.into.name.as_str())
    }

    /// The commands that replace the code.
    pub fn commands(&self) -> impl Iterator<Item = Command> {
        self.changes.iter().cloned().map(Command::Change)
    }
}

fn all_creatures(folders: &[PathBuf]) -> Result<Vec<(String, PathBuf)>, SpeciesError> {
    let found: Result<Vec<_>, _> = folders.iter().map(|folder| creature_folders(folder)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The change of a species to the code in a folder; `None` if it is the same.
fn change(
    world: &World,
    species: SpeciesId,
    folder: &Path,
) -> Result<Option<Change>, ReplacementError> {
    let config = world.config();
    let context =
        SpeciesContext { rules: &config.rules, overrides: &[], behaviours: &behaviours::check };
    let (old, into) = (config.species(species), Species::read(folder, &context)?);
    let differences = differences(old, &into);
    if !differences.is_empty() {
        let more = differences.len().saturating_sub(LISTED);
        let mut listed = differences[..differences.len() - more].join("; ");
        if more > 0 {
            listed += &format!("; and {more} more");
        }
        let (folder, name) = (folder.to_owned(), into.name);
        return Err(ReplacementError::Differs { folder, name, differences: listed });
    }
    if old.behaviour == into.behaviour {
        return Ok(None);
    }
    let refused =
        |problem: String| ReplacementError::Refused { folder: folder.to_owned(), problem };
    config.allows(species, &into).map_err(|refusal| refused(refusal.to_string()))?;
    Ok(Some(Change { species, into: Box::new(into) }))
}

/// The differences of two species other than their code and how they look, each as
/// `points.speed is 30, not 45`.
fn differences(old: &Species, new: &Species) -> Vec<String> {
    let mut found = Vec::new();
    if old.kind != new.kind {
        found.push(format!("kind is {}, not {}", new.kind.name(), old.kind.name()));
    }
    let keys: BTreeSet<String> = old.keys().union(&new.keys()).cloned().collect();
    for key in keys.iter().filter(|key| !key.starts_with("behaviour.")) {
        let parts: Vec<&str> = key.split('.').collect();
        let (before, after) = (old.value(&parts), new.value(&parts));
        if before != after {
            found.push(format!("{key} is {}, not {}", text(after), text(before)));
        }
    }
    let same_code = Species {
        behaviour: old.behaviour.clone(),
        content_hash: old.content_hash.clone(),
        description: old.description.clone(),
        appearance: old.appearance.clone(),
        ..new.clone()
    };
    if found.is_empty() && same_code != *old {
        found.push("a value that creature files leave to the rules".to_owned());
    }
    found
}

fn text(value: Option<KeyValue>) -> String {
    match value {
        None => "unset".to_owned(),
        Some(KeyValue::Text(text)) => format!("\"{text}\""),
        Some(value) => value.to_string(),
    }
}
