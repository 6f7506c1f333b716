//! The start of a run: a scenario or a snapshot, and the simulation created from it.

use std::fs;
use std::path::{Path, PathBuf};

use terrarium_creatures::species::{
    BehaviourRefusal, Catalogue, CreatureFiles, Species, SpeciesContext, SpeciesError,
};
use terrarium_input::Diagnostic;
use terrarium_input::document::Override;
use terrarium_sim::behaviours;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;
use thiserror::Error;

use super::PreparedScenario;
use crate::record::manifest::{MapRecord, ScenarioRecord, SnapshotRecord};
use crate::record::{Provenance, Snapshot, SnapshotError};
use crate::scenario::{FoundingError, Land, Scenario, ScenarioError};

/// The start of a run, as named by the user.
#[derive(Debug, Clone)]
pub enum Start {
    /// A scenario.
    Scenario {
        /// A shipped scenario's name, or a path.
        name: String,
        /// Overrides of keys in it and in the creatures, in order.
        overrides: Vec<Override>,
        /// Folders of creatures besides the shipped ones.
        creature_folders: Vec<PathBuf>,
    },
    /// A snapshot, which is resumed.
    Snapshot(PathBuf),
}

/// A simulation before the first tick of a run, and its provenance.
pub struct Ready {
    /// The simulation.
    pub simulation: Simulation,
    /// Its provenance, without arguments, ticks and threads. [`run`](Self::run) adds the last two.
    pub provenance: Provenance,
}

/// An error of starting a run.
#[derive(Debug, Error)]
pub enum StartError {
    /// The scenario is invalid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A creature is invalid.
    #[error(transparent)]
    Species(#[from] SpeciesError),
    /// The world of the scenario cannot be founded.
    #[error(transparent)]
    Founding(#[from] FoundingError),
    /// The snapshot cannot be loaded.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// A behaviour cannot be created.
    #[error("{}: {refusal}", path.display())]
    Behaviour {
        /// The scenario or snapshot.
        path: PathBuf,
        /// Why not.
        refusal: Box<BehaviourRefusal>,
    },
}

impl StartError {
    pub(super) fn behaviour(path: &Path, refusal: BehaviourRefusal) -> Self {
        Self::Behaviour { path: path.to_owned(), refusal: refusal.into() }
    }

    /// What is wrong, where, and what to do about it.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Scenario(error) => error.diagnostic(),
            Self::Species(error) => error.diagnostic(),
            Self::Founding(FoundingError::Misplaced(diagnostic)) => diagnostic.clone(),
            other => Diagnostic::new(other.to_string()),
        }
    }
}

impl Start {
    /// Founds or restores the world, and creates the behaviours of its species.
    ///
    /// # Errors
    /// When a file cannot be read or is invalid, or there is no room for all founders.
    pub fn ready(&self) -> Result<Ready, StartError> {
        match self {
            Self::Scenario { name, overrides, creature_folders } => {
                let scenario = PreparedScenario::read(name, overrides, creature_folders)?;
                scenario.create()
            }
            Self::Snapshot(path) => {
                let Snapshot { head, world } = Snapshot::load(path)?;
                let record = SnapshotRecord::new(path.clone(), &head);
                let provenance = Provenance { started_from: Some(record), ..Provenance::default() };
                let behaviours =
                    behaviours::make_all(&world.config().species, &world.config().rules)
                        .map_err(|refusal| StartError::behaviour(path, refusal))?;
                Ok(Ready { simulation: Simulation::new(world, behaviours), provenance })
            }
        }
    }
}

/// Founds the world of a scenario, with the shipped species and those in `creature_folders`.
/// `overrides` are those that the scenario was read with; here they apply to the creatures.
///
/// [`Start::ready`] also creates the behaviours. Use this function for a world with other
/// behaviours.
///
/// # Errors
/// When a creature is invalid or missing, the map cannot be read, or there is no room for all
/// founders.
pub fn create_world(
    scenario: &Scenario,
    overrides: &[Override],
    creature_folders: &[PathBuf],
) -> Result<World, StartError> {
    let catalogue = catalogue(scenario, overrides, creature_folders)?;
    Ok(scenario.create(scenario.resolve_species(&catalogue)?)?)
}

/// The species that a scenario can use.
pub fn catalogue(
    scenario: &Scenario,
    overrides: &[Override],
    creature_folders: &[PathBuf],
) -> Result<Catalogue, SpeciesError> {
    let context =
        SpeciesContext { rules: &scenario.rules, overrides, behaviours: &behaviours::check };
    Catalogue::load_with_own(&scenario.creature_folders, creature_folders, &context)
}

/// The species of a scenario that can use the shipped ones and those given in memory.
pub(super) fn given_species(
    scenario: &Scenario,
    overrides: &[Override],
    creatures: &[CreatureFiles],
) -> Result<Vec<Species>, StartError> {
    let context =
        SpeciesContext { rules: &scenario.rules, overrides, behaviours: &behaviours::check };
    Ok(scenario.resolve_species(&Catalogue::load_given(creatures, &context)?)?)
}

/// The provenance of a world founded from `scenario`, which was read by the name or path `given`.
pub(super) fn scenario_record(
    scenario: &Scenario,
    given: &str,
    overrides: &[Override],
    creature_folders: &[PathBuf],
) -> ScenarioRecord {
    let is_shipped = Scenario::shipped().contains(&given);
    let map = match &scenario.land {
        Land::Map { path, .. } => Some(&path.value),
        _ => None,
    };
    let hash = |path: &PathBuf| {
        let content = fs::read(path).unwrap_or_default();
        blake3::hash(&content).to_string()
    };
    ScenarioRecord {
        name: scenario.name.clone(),
        path: (!is_shipped).then(|| PathBuf::from(given)),
        text: scenario.text.clone(),
        content_hash: scenario.content_hash.clone(),
        overrides: overrides.iter().map(|it| it.text().to_owned()).collect(),
        map: map.map(|path| MapRecord { path: path.clone(), content_hash: hash(path) }),
        creature_folders: creature_folders.to_vec(),
        creatures: Vec::new(),
    }
}
