//! Reloading of creatures whose files were saved during a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use terrarium_creatures::species::{
    CODE_FILES, MANIFEST, Species, SpeciesContext, SpeciesError, SpeciesId, creature_folders,
};
use terrarium_input::Diagnostic;
use terrarium_input::document::Override;
use terrarium_sim::behaviours;
use terrarium_sim::tick::Change;
use terrarium_sim::world::World;

use super::ReloadEffect;

/// Watches the creature folders of the species of a world.
pub struct Reloader {
    watched: Vec<WatchedFolder>,
    overrides: Vec<Override>,
}

/// The folder of a species.
struct WatchedFolder {
    species: SpeciesId,
    folder: PathBuf,
    /// The stamps at the last check.
    seen: Vec<Stamp>,
    /// The stamps when the species was last read.
    read: Vec<Stamp>,
}

/// The modification time of a file and its length in bytes; `None` if the file does not exist.
type Stamp = Option<(SystemTime, u64)>;

/// A saved creature.
pub enum Saved {
    /// A valid species that differs from the one in the world, and what that changes.
    Sound(Change, ReloadEffect),
    /// An invalid definition of this species, and its error.
    Broken(SpeciesId, Diagnostic),
}

impl Reloader {
    /// Watches the creatures in `folders` whose species are in `world`. `overrides` apply to their
    /// files as at the founding of the world.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn new(
        world: &World,
        folders: &[PathBuf],
        overrides: &[Override],
    ) -> Result<Self, SpeciesError> {
        let mut watched = Vec::new();
        for folder in folders {
            for (name, folder) in creature_folders(folder)? {
                let mut all = world.config().species.iter().zip((0..).map(SpeciesId));
                if let Some((_, species)) = all.find(|(species, _)| species.name == name) {
                    // No stamps: a file saved since the world was founded is reloaded as well.
                    watched.push(WatchedFolder {
                        species,
                        folder,
                        seen: Vec::new(),
                        read: Vec::new(),
                    });
                }
            }
        }
        Ok(Self { watched, overrides: overrides.to_owned() })
    }

    /// The watched folders.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.watched.iter().map(|watched| watched.folder.as_path())
    }

    /// Checks the folders and returns the creatures saved since they were last read. A save is
    /// returned once, when two successive checks find the same files. Check at intervals that leave
    /// an editor time to finish writing.
    pub fn saved(&mut self, world: &World) -> Vec<Saved> {
        let Self { watched, overrides } = self;
        watched.iter_mut().filter_map(|watched| watched.saved(world, overrides)).collect()
    }
}

impl WatchedFolder {
    fn saved(&mut self, world: &World, overrides: &[Override]) -> Option<Saved> {
        let stamps = stamps(&self.folder);
        if std::mem::replace(&mut self.seen, stamps.clone()) != stamps || self.read == stamps {
            return None;
        }
        self.read = stamps;
        let config = world.config();
        let context =
            SpeciesContext { rules: &config.rules, overrides, behaviours: &behaviours::check };
        let old = config.species(self.species);
        let into = match Species::read(&self.folder, &context) {
            Ok(into) if into == *old => return None,
            Ok(into) => into,
            Err(error) => return Some(Saved::Broken(self.species, error.diagnostic())),
        };
        Some(match config.allows(self.species, &into) {
            Ok(()) => {
                let effect = ReloadEffect::between(old, &into);
                Saved::Sound(Change { species: self.species, into: Box::new(into) }, effect)
            }
            Err(refusal) => {
                Saved::Broken(self.species, Diagnostic::new(refusal.problem).remedy(refusal.remedy))
            }
        })
    }
}

/// The stamps of the files that define a creature.
fn stamps(folder: &Path) -> Vec<Stamp> {
    let stamp = |name: &str| {
        let metadata = fs::metadata(folder.join(name)).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    [MANIFEST].into_iter().chain(CODE_FILES).map(stamp).collect()
}
