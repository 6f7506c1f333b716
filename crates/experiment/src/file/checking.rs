//! Checks of factors and their values on the base scenario.

use terrarium_input::document::Override;
use terrarium_input::{Diagnostic, Location, quoted};
use terrarium_space::terrain::Terrain;

use crate::base::{BaseScenario, BaseWorld};
use crate::definition::{CREATURES, MAP};
use crate::{Base, FactorValue};

/// The key that needs a terrain.
const TILE: &str = "terrain.tile";

/// What factors are checked on.
pub(super) struct Checked<'a> {
    pub base: &'a Base,
    pub world: &'a BaseWorld,
    /// The overrides of the land, with which the size of tiles is checked.
    pub land: &'a [Override],
}

impl Checked<'_> {
    /// Whether the base scenario has a factor of this name.
    pub fn is_known(&self, name: &str) -> bool {
        self.world.factors().contains(name)
    }

    /// The error for an unknown factor.
    pub fn unknown(&self, name: &str, key: &Location) -> Diagnostic {
        let problem = format!("there is no factor {}", quoted(name));
        key.error(problem, self.world.suggestion_for(name))
    }

    /// Refuses names that are no factors, although some overrides have them.
    pub fn refuse_reserved(&self, name: &str, key: &Location) -> Result<(), Diagnostic> {
        if name == "seed" {
            return Err(key.error(
                "the seed of a run is derived from that of the experiment",
                "use `replicates = 10`, or `seeds = \"1..10\"` to choose the seeds",
            ));
        }
        if name == "navigator" {
            return Err(key.error(
                "the navigator is a property of a species",
                "name the species, as in `species.hare.navigator`",
            ));
        }
        if let Some(species) = name.strip_prefix("population.") {
            let species = species.split('.').next().unwrap_or_default();
            let is_known = match self.world {
                BaseWorld::Scenario(base) => base.catalogue.get(species).is_some(),
                BaseWorld::Stored(_) => false,
            };
            if self.base.creatures.is_empty() && !is_known {
                return Err(self.unknown(name, key));
            }
        }
        Ok(())
    }

    /// Checks a value of the factor `name`.
    pub fn value(&self, name: &str, value: &FactorValue) -> Result<(), Diagnostic> {
        if let BaseWorld::Stored(stored) = self.world {
            return stored.check(self.base, name, value);
        }
        if name == MAP {
            let map = Terrain::read(self.base.path(&value.to_string()));
            return map.map(drop).map_err(|error| Diagnostic::new(error.to_string()));
        }
        let folder = match value.to_string() {
            path if name == CREATURES && !path.is_empty() => Some(self.base.path(&path)),
            _ => None,
        };
        let mut overrides = if name == TILE { self.land.to_vec() } else { Vec::new() };
        overrides.extend(self.base.settings(name, value)?);
        let read = BaseScenario::read(self.base, &overrides, folder);
        read.map(drop).map_err(|error| error.diagnostic())
    }
}
