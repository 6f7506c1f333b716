//! What lessons measure of the creature that they are about.

use serde::{Deserialize, Serialize};

/// A measure of one species in a run. Founders are the creatures with which the run starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Founders alive at the end.
    Survivors,
    /// Creatures alive at the end, founders or not.
    Alive,
    /// Founders that have eaten.
    Fed,
    /// Different organisms of which a founder has eaten.
    Finds,
    /// The energy of those alive at the end.
    Energy,
    /// Deaths by attackers.
    Killed,
    /// Organisms of other species killed.
    Kills,
    /// The distance walked in a tick.
    Walked,
    /// The largest herd.
    Herd,
    /// Bases held.
    Bases,
    /// Generations since the founders.
    Generations,
    /// The change of the points for sight.
    SightGain,
}

impl Measure {
    /// All measures.
    pub const ALL: [Self; 12] = [
        Self::Survivors,
        Self::Alive,
        Self::Fed,
        Self::Finds,
        Self::Energy,
        Self::Killed,
        Self::Kills,
        Self::Walked,
        Self::Herd,
        Self::Bases,
        Self::Generations,
        Self::SightGain,
    ];

    /// Returns its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Survivors => "survivors",
            Self::Alive => "alive",
            Self::Fed => "fed",
            Self::Finds => "finds",
            Self::Energy => "energy",
            Self::Killed => "killed",
            Self::Kills => "kills",
            Self::Walked => "walked",
            Self::Herd => "herd",
            Self::Bases => "bases",
            Self::Generations => "generations",
            Self::SightGain => "sight_gain",
        }
    }

    /// Returns what it is, with its unit.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Survivors => "founders alive at the end",
            Self::Alive => "creatures alive at the end, founders or not",
            Self::Fed => "founders that have eaten at least once",
            Self::Finds => {
                "number of different plants or carcasses of which a founder has eaten, on average"
            }
            Self::Energy => {
                "energy of a creature alive at the end, as a share of its maximum, on average; 0 when all \
                 are dead"
            }
            Self::Killed => "creatures that were killed",
            Self::Kills => "animals of other species that the creatures killed",
            Self::Walked => "units that a living creature walks in a tick, on average",
            Self::Herd => {
                "share of the living creatures that belong to the largest herd, on average over the second half of \
                 the run; creatures with a gap of at most 60 units belong to the same herd"
            }
            Self::Bases => {
                "bases that the colony of the creatures holds, on average over the second half of the run"
            }
            Self::Generations => "number of ancestors of a creature alive at the end, on average",
            Self::SightGain => {
                "points on `sight` of a creature alive at the end, less those of the founders, on average; \
                 0 when all are dead"
            }
        }
    }

    /// Returns the number of decimals with which its values are printed.
    #[must_use]
    pub fn decimals(self) -> usize {
        match self {
            Self::Survivors | Self::Alive | Self::Fed | Self::Killed | Self::Kills => 0,
            Self::Finds | Self::Walked | Self::Generations | Self::SightGain => 1,
            Self::Energy | Self::Herd | Self::Bases => 2,
        }
    }
}
