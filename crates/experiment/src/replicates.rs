//! The replicates of parameter points.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// The replicates of each parameter point of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replicates {
    /// This many, each with its own derived seed.
    Count(NonZeroU32),
    /// This many, each with a derived seed that is the same at every point: common random numbers.
    Common(NonZeroU32),
    /// One for each of these seeds, the same for every point.
    Seeds {
        /// The first seed.
        first: u64,
        /// The last seed.
        last: u64,
    },
}

impl Replicates {
    /// The number of replicates of each point.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::Count(count) | Self::Common(count) => u64::from(count.get()),
            Self::Seeds { first, last } => (last - first).saturating_add(1),
        }
    }

    /// Whether the seeds are the same at every point, so that the runs of two points can be paired.
    #[must_use]
    pub fn have_common_seeds(self) -> bool {
        !matches!(self, Self::Count(_))
    }
}

impl fmt::Display for Replicates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Common(count) => write!(f, "{count} with common random numbers"),
            Self::Seeds { first, last } => write!(f, "those of the seeds {first}..{last}"),
        }
    }
}
