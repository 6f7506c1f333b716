//! What a creature can tell of others beyond their sightings: how they are, and what they did.

use std::fmt;

use super::EnergyState;

/// What an organism did in the last tick. Of several activities it is the first in the order of
/// [`Activity::ALL`], but that it courts comes before that it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Activity {
    /// It struck an organism or a wall.
    Attacking,
    /// It ate.
    Eating,
    /// It conceived or gave birth.
    Breeding,
    /// It moved.
    Moving,
    /// None of these; plants and carcasses never do anything else.
    Resting,
    /// It requested a child, but had no partner.
    Courting,
}

impl Activity {
    /// All activities.
    pub const ALL: [Self; 6] = [
        Self::Attacking,
        Self::Eating,
        Self::Breeding,
        Self::Moving,
        Self::Resting,
        Self::Courting,
    ];

    /// Its name in scripts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacking => "attacking",
            Self::Eating => "eating",
            Self::Breeding => "breeding",
            Self::Moving => "moving",
            Self::Resting => "resting",
            Self::Courting => "courting",
        }
    }
}

/// The condition of a visible organism at the end of the last tick, in the terms of
/// [`OwnState`](super::OwnState).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// Its unhealed damage, as a share of the damage that kills it; 1 for a carcass.
    pub damage: f64,
    /// Its energy state; that of a plant is by the same shares.
    pub state: EnergyState,
    /// Whether it is mature.
    pub mature: bool,
    /// Its maximum speed, in units a tick; 0 for plants and carcasses.
    pub max_speed: f64,
    /// The maximum damage of one of its blows; 0 for plants and carcasses.
    pub attack: f64,
    /// The maximum damage of a blow that it can ward off; 0 for plants and carcasses.
    pub defence: f64,
    /// What it did in the last tick.
    pub doing: Activity,
}

impl Condition {
    /// The condition of a carcass.
    pub const DEAD: Self = Self {
        damage: 1.0,
        state: EnergyState::Deteriorating,
        mature: false,
        max_speed: 0.0,
        attack: 0.0,
        defence: 0.0,
        doing: Activity::Resting,
    };
}

/// Computes conditions when a behaviour asks for them.
pub trait ConditionSource: Sync {
    /// The condition of the organism at an index of the source.
    fn condition(&self, index: usize) -> Condition;
}

/// The conditions of the sightings of one creature. Each is computed when it is read, so that creatures
/// that read none cost nothing.
#[derive(Clone, Copy)]
pub struct Conditions<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Given(&'a [Condition]),
    /// The places from `first` on.
    Computed {
        source: &'a dyn ConditionSource,
        first: usize,
        count: usize,
    },
}

impl<'a> Conditions<'a> {
    /// The conditions from the place `first` of a source on.
    pub fn computed(source: &'a dyn ConditionSource, first: usize, count: usize) -> Self {
        Self(Source::Computed { source, first, count })
    }

    /// The number of conditions.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.0 {
            Source::Given(list) => list.len(),
            Source::Computed { count, .. } => count,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The condition of the sighting with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Condition> {
        match self.0 {
            Source::Given(list) => list.get(index).copied(),
            Source::Computed { source, first, count } => {
                (index < count).then(|| source.condition(first + index))
            }
        }
    }

    /// All of them, in the order of the sightings.
    pub fn iter(&self) -> impl Iterator<Item = Condition> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl<'a> From<&'a [Condition]> for Conditions<'a> {
    /// Conditions that are known, for turns outside any world.
    fn from(list: &'a [Condition]) -> Self {
        Self(Source::Given(list))
    }
}

impl Default for Conditions<'_> {
    fn default() -> Self {
        Self(Source::Given(&[]))
    }
}

impl fmt::Debug for Conditions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
