//! Scenarios that are read once and founded many times, from files or from memory.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use terrarium_creatures::behaviour::Behaviour;
use terrarium_creatures::species::{CreatureFiles, Species};
use terrarium_input::document::Override;
use terrarium_sim::behaviours;
use terrarium_sim::tick::Simulation;

use super::start::{Ready, StartError, catalogue, given_species, scenario_record};
use crate::record::Provenance;
use crate::record::manifest::ScenarioRecord;
use crate::scenario::{FoundingObserver, Scenario};

/// A scenario with its species, read and checked, and their compiled behaviours. Worlds that differ
/// only in their seed are founded from it without reading the creature files again.
pub struct PreparedScenario {
    source: Source,
    overrides: Vec<Override>,
    scenario: Scenario,
    pub(super) species: Vec<Species>,
    pub(super) behaviours: Vec<Option<Arc<dyn Behaviour>>>,
}

/// Where a scenario and its creatures came from.
enum Source {
    /// A shipped scenario or a file, by the name or path as given.
    Named {
        given: String,
        /// The folders of creatures besides the shipped ones.
        creature_folders: Vec<PathBuf>,
    },
    /// A text in memory, with creatures in memory besides the shipped ones.
    Text { creatures: Vec<CreatureFiles> },
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
        let creature_folders = creature_folders.to_vec();
        let source = Source::Named { given: name.to_owned(), creature_folders };
        Self::new(name, source, scenario, overrides, species)
    }

    /// Reads a scenario given as text, with its creatures in memory besides the shipped ones, in place of those of
    /// the same names. No file of the disk is read, neither now nor when the world is founded.
    /// [`Scenario::shipped_text`] returns the text of a shipped scenario.
    ///
    /// # Errors
    /// When the text, an override or a creature is invalid, and when one of them names a file: a map, or a folder
    /// of creatures.
    pub fn of_text(
        name: &str,
        text: &str,
        overrides: &[Override],
        creatures: &[CreatureFiles],
    ) -> Result<Self, StartError> {
        let scenario = Scenario::of_text(name, text, overrides, creatures)?;
        let species = given_species(&scenario, overrides, creatures)?;
        let source = Source::Text { creatures: creatures.to_vec() };
        Self::new(name, source, scenario, overrides, species)
    }

    fn new(
        name: &str,
        source: Source,
        scenario: Scenario,
        overrides: &[Override],
        species: Vec<Species>,
    ) -> Result<Self, StartError> {
        let behaviours = behaviours::make_all(&species, &scenario.rules)
            .map_err(|refusal| StartError::behaviour(Path::new(name), refusal))?;
        let behaviours = behaviours.into_iter().map(|behaviour| behaviour.map(Arc::from)).collect();
        Ok(Self { source, overrides: overrides.to_vec(), scenario, species, behaviours })
    }

    /// The scenario, with the overrides applied.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The species of its populations, in their order.
    #[must_use]
    pub fn species(&self) -> &[Species] {
        &self.species
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
    pub fn create(&self) -> Result<Ready, StartError> {
        self.found_with_observer(&mut |_| {})
    }

    /// Founds the world of the scenario, and calls `observer` with the progress.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn found_with_observer(
        &self,
        observer: &mut FoundingObserver<'_>,
    ) -> Result<Ready, StartError> {
        self.create_from(&self.scenario, None, observer)
    }

    /// Founds the world of the scenario from another seed.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn found_with_seed(&self, seed: u64) -> Result<Ready, StartError> {
        self.create_from(&Scenario { seed, ..self.scenario.clone() }, Some(seed), &mut |_| {})
    }

    fn create_from(
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
        // After founding, which refuses a map that is not a regular file.
        let mut record = self.record(scenario);
        record.overrides.extend(seed.map(|seed| format!("seed={seed}")));
        let provenance = Provenance { scenario: record, ..Provenance::default() };
        Ok(Ready { simulation: Simulation::new(world, behaviours), provenance })
    }

    fn record(&self, scenario: &Scenario) -> ScenarioRecord {
        match &self.source {
            Source::Named { given, creature_folders } => {
                scenario_record(scenario, given, &self.overrides, creature_folders)
            }
            Source::Text { creatures } => {
                let given = scenario.name.as_str();
                let record = scenario_record(scenario, given, &self.overrides, &[]);
                ScenarioRecord { path: None, creatures: creatures.clone(), ..record }
            }
        }
    }
}
