//! Scenarios that are read once and founded many times.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::start::{Ready, StartError, catalogue, scenario_record};
use crate::behaviour::{self, Behaviour};
use crate::document::Override;
use crate::record::Provenance;
use crate::scenario::{FoundingObserver, Scenario};
use crate::species::Species;
use crate::tick::Simulation;

/// A scenario with its species, read and checked, and their compiled behaviours. Worlds that differ
/// only in their seed are founded from it without reading the creature files again.
pub struct PreparedScenario {
    name: String,
    overrides: Vec<Override>,
    creature_folders: Vec<PathBuf>,
    scenario: Scenario,
    pub(super) species: Vec<Species>,
    pub(super) behaviours: Vec<Option<Arc<dyn Behaviour>>>,
}

impl PreparedScenario {
    /// Reads a scenario, by the name of a shipped one or by path, and its creatures, from
    /// `creature_folders` besides the shipped ones.
    ///
    /// # Errors
    /// When a file cannot be read or is invalid.
    pub fn read(
        name: &str,
        overrides: &[Override],
        creature_folders: &[PathBuf],
    ) -> Result<Self, StartError> {
        let scenario = Scenario::find(name, overrides)?;
        let species =
            scenario.resolve_species(&catalogue(&scenario, overrides, creature_folders)?)?;
        let behaviours = behaviour::make_all(&species, &scenario.rules)
            .map_err(|refusal| StartError::behaviour(Path::new(name), refusal))?;
        let behaviours = behaviours.into_iter().map(|behaviour| behaviour.map(Arc::from)).collect();
        Ok(Self {
            name: name.to_owned(),
            overrides: overrides.to_vec(),
            creature_folders: creature_folders.to_vec(),
            scenario,
            species,
            behaviours,
        })
    }

    /// The memory in bytes that its world takes at least when it is founded.
    #[must_use]
    pub fn least_memory(&self) -> u64 {
        self.scenario.least_memory(&self.species)
    }

    /// Founds the world of the scenario.
    ///
    /// # Errors
    /// When its map cannot be read, or there is no room for all founders.
    pub fn found(&self) -> Result<Ready, StartError> {
        self.found_with_observer(&mut |_| {})
    }

    /// Founds the world of the scenario, and calls `observer` with the progress.
    ///
    /// # Errors
    /// As [`found`](Self::found).
    pub fn found_with_observer(
        &self,
        observer: &mut FoundingObserver<'_>,
    ) -> Result<Ready, StartError> {
        self.found_from(&self.scenario, None, observer)
    }

    /// Founds the world of the scenario from another seed.
    ///
    /// # Errors
    /// As [`found`](Self::found).
    pub fn found_with_seed(&self, seed: u64) -> Result<Ready, StartError> {
        self.found_from(&Scenario { seed, ..self.scenario.clone() }, Some(seed), &mut |_| {})
    }

    fn found_from(
        &self,
        scenario: &Scenario,
        seed: Option<u64>,
        observer: &mut FoundingObserver<'_>,
    ) -> Result<Ready, StartError> {
        let world = scenario.found_with_observer(self.species.clone(), observer)?;
        let clone =
            |shared: &Arc<dyn Behaviour>| -> Box<dyn Behaviour> { Box::new(Arc::clone(shared)) };
        let behaviours = self.behaviours.iter();
        let behaviours = behaviours.map(|behaviour| behaviour.as_ref().map(clone)).collect();
        let Self { name, overrides, creature_folders, .. } = self;
        // After founding, which refuses a map that is not a regular file.
        let mut record = scenario_record(scenario, name, overrides, creature_folders);
        record.overrides.extend(seed.map(|seed| format!("seed={seed}")));
        let provenance = Provenance { scenario: record, ..Provenance::default() };
        Ok(Ready { simulation: Simulation::new(world, behaviours), provenance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::FoundingProgress;

    #[test]
    fn the_progress_of_founding_counts_every_founder_and_changes_nothing() {
        let overrides = [Override::parse("population.hare=30").unwrap()];
        let scenario = PreparedScenario::read("meadow", &overrides, &[]).unwrap();
        let mut calls = Vec::new();
        let observed = scenario.found_with_observer(&mut |progress| calls.push(progress));
        let observed = observed.unwrap_or_else(|error| panic!("{error}")).simulation;
        let founders = observed.world().organism_count() as u64;
        let expected = (0..=founders).map(|placed| FoundingProgress { placed, founders });
        assert!(calls.into_iter().eq(expected));
        let unobserved = scenario.found().unwrap_or_else(|error| panic!("{error}")).simulation;
        assert_eq!(observed.world().state_hash(), unobserved.world().state_hash());
    }
}
