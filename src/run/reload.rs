//! The folders of creatures that live, looked at again and again for what their authors have saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::behaviour;
use crate::document::Override;
use crate::input::Diagnostic;
use crate::species::{
    CODE_FILES, MANIFEST, Species, SpeciesContext, SpeciesError, SpeciesId, creature_folders,
};
use crate::tick::Change;
use crate::world::World;

/// Watches the folders of species that live in a world.
pub struct Reloader {
    watched: Vec<Watched>,
    overrides: Vec<Override>,
}

/// The folder of a species.
struct Watched {
    species: SpeciesId,
    folder: PathBuf,
    /// Those of the last look.
    seen: Vec<Stamp>,
    /// Those of what was last read.
    read: Vec<Stamp>,
}

/// When a file was saved and how long it was; `None` if it was not there.
type Stamp = Option<(SystemTime, u64)>;

/// What an author has saved.
pub enum Saved {
    /// A sound species, other than the one that lives.
    Sound(Change),
    /// One that is wrong: why, and of which species it is to be.
    Broken(SpeciesId, Diagnostic),
}

impl Reloader {
    /// Watches those of the creatures in `folders` that live in `world`. `overrides` are put into their
    /// files as when the world was founded.
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
                let mut living = world.config.species.iter().zip((0..).map(SpeciesId));
                if let Some((_, species)) = living.find(|(species, _)| species.name == name) {
                    // No stamps: what was saved since the world was founded counts as well.
                    watched.push(Watched { species, folder, seen: Vec::new(), read: Vec::new() });
                }
            }
        }
        Ok(Self { watched, overrides: overrides.to_owned() })
    }

    /// The folders that are watched.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.watched.iter().map(|watched| watched.folder.as_path())
    }

    /// What has been saved: each save is told once, as soon as a folder looks the same at two looks
    /// running. Leave some time between them, in which an editor can finish what it writes.
    pub fn saved(&mut self, world: &World) -> Vec<Saved> {
        let Self { watched, overrides } = self;
        watched.iter_mut().filter_map(|watched| watched.saved(world, overrides)).collect()
    }
}

impl Watched {
    fn saved(&mut self, world: &World, overrides: &[Override]) -> Option<Saved> {
        let stamps = stamps(&self.folder);
        if std::mem::replace(&mut self.seen, stamps.clone()) != stamps || self.read == stamps {
            return None;
        }
        self.read = stamps;
        let config = &world.config;
        let context =
            SpeciesContext { rules: &config.rules, overrides, behaviours: &behaviour::check };
        let old = config.species(self.species);
        let into = match Species::read(&self.folder, &context) {
            Ok(into) if into == *old => return None,
            Ok(into) => into,
            Err(error) => return Some(Saved::Broken(self.species, error.diagnostic())),
        };
        Some(match config.allows(self.species, &into) {
            Ok(()) => Saved::Sound(Change { species: self.species, into: Box::new(into) }),
            Err(refusal) => {
                Saved::Broken(self.species, Diagnostic::new(refusal.problem).remedy(refusal.remedy))
            }
        })
    }
}

/// When each file that has a say was saved.
fn stamps(folder: &Path) -> Vec<Stamp> {
    let stamp = |name: &str| {
        let metadata = fs::metadata(folder.join(name)).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    [MANIFEST].into_iter().chain(CODE_FILES).map(stamp).collect()
}
