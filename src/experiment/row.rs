//! What came of one run of an experiment: a row of its tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FactorValue;
use crate::behaviour::Colony;
use crate::world::StateHash;

/// What came of one run of an experiment: a row of `runs.csv` and `runs.parquet`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its place in the enumeration, from 0.
    pub case: u64,
    /// The value of each factor, in the order of the experiment's factors.
    pub point: Vec<FactorValue>,
    /// Which of the runs at this point, from 0.
    pub replicate: u32,
    /// The seed of its world.
    pub seed: u64,
    /// How it ended.
    pub ending: CaseEnding,
    /// How many ticks it lived.
    pub ticks: u64,
    /// How each species fared, in the order of the world; none where the run failed.
    pub species: Vec<SpeciesOutcome>,
    /// The state hash of its world at the end; none where the run failed.
    #[serde(with = "hash_as_text")]
    pub state_hash: Option<StateHash>,
}

/// How a run of an experiment ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum CaseEnding {
    /// It lived all the ticks it was asked for.
    Complete,
    /// A stop condition held.
    Stopped {
        /// Which, in the words of the experiment.
        condition: String,
    },
    /// A conquest was decided.
    Decided {
        /// Who won; `None` after a draw.
        winner: Option<Colony>,
    },
    /// There was no world to live in, or the run broke off.
    Failed {
        /// Why, in a line.
        reason: String,
    },
}

/// How one species fared in a run of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesOutcome {
    /// Its name.
    pub name: String,
    /// How many live at the end.
    pub alive: u64,
    /// The first tick after which none lived, if it died out; it may have come back since out of a
    /// nest. 0 where it had no founders.
    pub extinct_at: Option<u64>,
    /// How many were born.
    pub births: u64,
    /// How many died of each cause, by its name.
    pub deaths: BTreeMap<String, u64>,
    /// How many of its turns failed.
    pub faults: u64,
    /// Whether so many have failed that it is suspended.
    pub suspended: bool,
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

    /// What there is to say beyond its name: the condition, the winner or `draw`, the reason.
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

    /// How the species called `name` fared, if it was there.
    #[must_use]
    pub fn of_species(&self, name: &str) -> Option<&SpeciesOutcome> {
        self.species.iter().find(|species| species.name == name)
    }
}

/// Hashes are numbers of 128 bits, which JSON readers do not know: they are written as text.
mod hash_as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::world::StateHash;

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
