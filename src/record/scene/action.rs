//! What a creature is seen doing.

use serde::{Deserialize, Serialize};

use crate::behaviour::{Event, EventKind, OrganismId};
use crate::geometry::DVec2;
use crate::world::{JourneyState, Life, Motion};

/// What a creature is seen doing. Files hold the place in this list: add at the end only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Action {
    /// Nothing: it stands.
    #[default]
    Resting,
    /// It walks.
    Walking,
    /// It gets away from a carnivore that is near.
    Fleeing,
    /// It bit off something.
    Eating,
    /// It struck somebody, or a wall.
    Attacking,
    /// It was struck.
    Defending,
    /// It stands and expects a child.
    Expecting,
    /// It stands and looks for its way.
    Thinking,
}

impl Action {
    /// All of them, in the order of files.
    pub const ALL: [Self; 8] = [
        Self::Resting,
        Self::Walking,
        Self::Fleeing,
        Self::Eating,
        Self::Attacking,
        Self::Defending,
        Self::Expecting,
        Self::Thinking,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Resting => "resting",
            Self::Walking => "walking",
            Self::Fleeing => "fleeing",
            Self::Eating => "eating",
            Self::Attacking => "attacking",
            Self::Defending => "defending",
            Self::Expecting => "expecting",
            Self::Thinking => "thinking",
        }
    }

    /// What an animal does as far as its own state tells.
    pub(super) fn of_state(life: &Life, motion: &Motion) -> Self {
        let course = motion.journey.as_ref().map(|journey| &journey.course);
        if motion.velocity != DVec2::ZERO {
            Self::Walking
        } else if matches!(course, Some(JourneyState::Thinking(..) | JourneyState::Routing(_))) {
            Self::Thinking
        } else if life.incubation > 0 {
            Self::Expecting
        } else {
            Self::Resting
        }
    }
}

/// What the events of a tick show of whom, by identity, each once.
pub(super) fn told(events: &[Event]) -> Vec<(OrganismId, Action)> {
    let shows = |event: &Event| {
        let action = match event.what {
            EventKind::Struck { .. } | EventKind::StruckWall { .. } => Action::Attacking,
            EventKind::Ate { .. } => Action::Eating,
            EventKind::Attacked { .. } | EventKind::Stung { .. } => Action::Defending,
            _ => return None,
        };
        Some((event.to, action))
    };
    let mut all: Vec<_> = events.iter().filter_map(shows).collect();
    let rank = |action| match action {
        Action::Attacking => 0,
        Action::Eating => 1,
        _ => 2,
    };
    all.sort_by_key(|&(id, action)| (id, rank(action)));
    all.dedup_by_key(|&mut (id, _)| id);
    all
}
