//! The result of one run of an experiment: a row of its tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::Colony;
use terrarium_sim::world::StateHash;

use super::{EvolutionFigure, FactorValue};

/// The result of one run of an experiment: a row of `runs.csv` and `runs.parquet`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The number of the run, from 0.
    pub case: u64,
    /// The value of each factor, in the order of the experiment.
    pub point: Vec<FactorValue>,
    /// The number of the replicate at this point, from 0.
    pub replicate: u32,
    /// The seed of its world.
    pub seed: u64,
    /// How the run ended.
    pub ending: CaseEnding,
    /// The number of simulated ticks.
    pub ticks: u64,
    /// The outcome of each species, in the order of the world; empty if the run failed.
    pub species: Vec<SpeciesOutcome>,
    /// The value of each measure of the experiment, `None` where it has none; empty if the run
    /// failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Option<f64>>,
    /// Its evolution beside neutral shadows of it; empty unless the experiment compares them, and if the run failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evolution: Vec<EvolutionFigure>,
    /// The state hash of its world at the end; `None` if the run failed.
    #[serde(with = "hash_as_text")]
    pub state_hash: Option<StateHash>,
}

/// How a run of an experiment ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum CaseEnding {
    /// All ticks of the experiment were simulated.
    Complete,
    /// A stop condition held.
    Stopped {
        /// The condition, as written in the experiment.
        condition: String,
    },
    /// A conquest was decided.
    Decided {
        /// The winner; `None` after a draw.
        winner: Option<Colony>,
    },
    /// The world could not be created, or the run panicked.
    Failed {
        /// The reason, in one line.
        reason: String,
    },
}

/// The outcome of one species in a run of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesOutcome {
    /// Its name.
    pub name: String,
    /// The number of organisms alive at the end.
    pub alive: u64,
    /// The number of its founders.
    pub founders: u64,
    /// The tick at which it first died out, if it was there and did. A nest may have brought it back since.
    pub extinct_at: Option<u64>,
    /// The number of births.
    pub births: u64,
    /// The number of deaths by the name of their cause.
    pub deaths: BTreeMap<String, u64>,
    /// The number of failed turns.
    pub faults: u64,
    /// Whether the species is suspended after too many faults.
    pub suspended: bool,
}

impl SpeciesOutcome {
    /// Whether any of its organisms ever lived in the run.
    #[must_use]
    pub fn was_there(&self) -> bool {
        self.founders > 0 || self.births > 0 || self.alive > 0
    }
}

impl CaseEnding {
    /// Its name in tables: `complete`, `stopped`, `decided` or `failed`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Stopped { .. } => "stopped",
            Self::Decided { .. } => "decided",
            Self::Failed { .. } => "failed",
        }
    }

    /// The details in tables: the condition, the winner or `draw`, or the reason.
    #[must_use]
    pub fn detail(&self) -> &str {
        match self {
            Self::Complete => "",
            Self::Stopped { condition } => condition,
            Self::Decided { winner } => winner.map_or("draw", Colony::name),
            Self::Failed { reason } => reason,
        }
    }
}

impl Row {
    /// Whether the run failed.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self.ending, CaseEnding::Failed { .. })
    }

    /// The outcome of the species `name`, if the run had it.
    #[must_use]
    pub fn of_species(&self, name: &str) -> Option<&SpeciesOutcome> {
        self.species.iter().find(|species| species.name == name)
    }
}

/// Serialises hashes as text, because JSON readers do not support numbers of 128 bits.
mod hash_as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use terrarium_sim::world::StateHash;

    pub fn serialize<S: Serializer>(hash: &Option<StateHash>, to: S) -> Result<S::Ok, S::Error> {
        match hash {
            Some(hash) => to.collect_str(hash),
            None => to.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<StateHash>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
