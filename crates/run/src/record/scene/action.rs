//! The visible action of an organism.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Event, EventKind, OrganismId};
use terrarium_sim::world::{JourneyState, Life, Motion};
use terrarium_space::geometry::DVec2;

/// The visible action of an organism. Files contain the index in this list, so variants may only be
/// added at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Action {
    /// Standing still.
    #[default]
    Resting,
    /// Moving.
    Walking,
    /// Moving away from a nearby carnivore.
    Fleeing,
    /// Eating.
    Eating,
    /// Attacking an organism or a wall.
    Attacking,
    /// Being attacked.
    Defending,
    /// Standing still while carrying a child.
    Expecting,
    /// Standing still while a path is being planned.
    Thinking,
}

impl Action {
    /// All actions, in the order of files.
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

    /// Its name.
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

    /// The action of an animal according to its state, without events.
    pub(super) fn of_state(life: &Life, motion: &Motion) -> Self {
        let state = motion.journey.as_ref().map(|journey| &journey.state);
        if motion.velocity != DVec2::ZERO {
            Self::Walking
        } else if matches!(state, Some(JourneyState::Searching(..) | JourneyState::Routing(_))) {
            Self::Thinking
        } else if life.incubation > 0 {
            Self::Expecting
        } else {
            Self::Resting
        }
    }
}

/// The actions according to the events of a tick, one for each organism, in order of identity.
pub(super) fn of_events(events: &[Event]) -> Vec<(OrganismId, Action)> {
    let action_of = |event: &Event| {
        let action = match event.what {
            EventKind::Struck { .. } | EventKind::StruckWall { .. } => Action::Attacking,
            EventKind::Ate { .. } => Action::Eating,
            EventKind::Attacked { .. } | EventKind::Stung { .. } => Action::Defending,
            _ => return None,
        };
        Some((event.to, action))
    };
    let mut all: Vec<_> = events.iter().filter_map(action_of).collect();
    let priority = |action| match action {
        Action::Attacking => 0,
        Action::Eating => 1,
        _ => 2,
    };
    all.sort_by_key(|&(id, action)| (id, priority(action)));
    all.dedup_by_key(|&mut (id, _)| id);
    all
}
