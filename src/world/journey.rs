//! A journey under way: where to, how far the planning of it is, and what has held it up.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::{Itinerary, RouteQuery};
use crate::behaviour::{Colony, Destination};
use crate::navigation::Search;
use crate::navigation::strategic::Strategy;

/// A journey under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Journey {
    /// What it leads to.
    pub destination: Destination,
    /// Where that was when the way there was looked for.
    pub planned_for: DVec2,
    /// How fast, in units a tick.
    pub speed: f64,
    /// For how many ticks running something has stopped it.
    pub stopped: u32,
    /// The route by which it goes to a base, once that is found.
    pub itinerary: Option<Box<Itinerary>>,
    /// How it is getting to where it goes next.
    pub course: JourneyState,
}

/// How a traveller is getting on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JourneyState {
    /// It goes by these corners, the next one first; there is at least one. Who counted as an
    /// obstacle when they were found.
    Way(Vec<DVec2>, ObstacleFilter),
    /// It stands and looks for the way.
    Thinking(Box<Search>, ObstacleFilter),
    /// It stands and looks for a route to a base.
    Routing(Box<RouteQuery>),
    /// It has come to a stop of its route, as near as it gets, or stands before a wall on it.
    Stopover,
    /// It has gone out of somebody's way, or is about to.
    Aside {
        /// The corners to where it lets the other pass; none once it stands there.
        way: Vec<DVec2>,
        /// The tick in which it has waited long enough.
        until: u64,
    },
    /// It goes a move at a time: by these corners, none when it has come to the end of what was
    /// decided. The search that decides each move, and who counts as an obstacle to it.
    Moves(Vec<DVec2>, Box<Search>, ObstacleFilter),
}

/// Whom a traveller takes for an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ObstacleFilter {
    /// Everybody.
    All,
    /// Everybody but other travellers, who will not stand in the way for ever.
    Staying,
}

impl Journey {
    /// The corners to go by, the next one first; none for who stands and thinks or waits.
    #[must_use]
    pub fn waypoints(&self) -> &[DVec2] {
        match &self.course {
            JourneyState::Way(way, _)
            | JourneyState::Moves(way, ..)
            | JourneyState::Aside { way, .. } => way,
            JourneyState::Thinking(..) | JourneyState::Routing(_) | JourneyState::Stopover => &[],
        }
    }

    /// Whether it goes on when it has come to the end of its way.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.itinerary.as_ref().is_some_and(|itinerary| itinerary.goes_on())
    }

    /// Whether its numbers are such as planning can come to, so that a tick can reckon with them.
    pub(super) fn is_possible(&self, strategy: Option<&Strategy>, colony: Option<Colony>) -> bool {
        let aim = match self.destination {
            Destination::Point(aim) => aim.is_finite(),
            Destination::Beside(_) | Destination::Base(_) => true,
        };
        let is_to_base = matches!(self.destination, Destination::Base(_));
        let route = match (&self.itinerary, &self.course, strategy, colony) {
            (None, JourneyState::Routing(inquiry), Some(strategy), Some(colony)) => {
                is_to_base && inquiry.is_sound(strategy, Colony::team(Some(colony)))
            }
            (_, JourneyState::Routing(_), ..) => false,
            (Some(itinerary), _, Some(strategy), Some(colony)) => {
                is_to_base && itinerary.is_sound(strategy, Colony::team(Some(colony)))
            }
            (Some(_), ..) => false,
            (None, course, ..) => !is_to_base && *course != JourneyState::Stopover,
        };
        let course = match &self.course {
            JourneyState::Way(way, _) => !way.is_empty(),
            JourneyState::Aside { .. } | JourneyState::Routing(_) | JourneyState::Stopover => true,
            JourneyState::Thinking(search, _) | JourneyState::Moves(_, search, _) => {
                search.is_sound()
            }
        };
        let corners = self.waypoints().iter().all(|corner| corner.is_finite());
        aim && route && self.planned_for.is_finite() && self.speed.is_finite() && course && corners
    }
}

impl JourneyState {
    /// Strikes off the next corner, which has been reached. True when that was the end of the
    /// journey.
    pub fn reach_corner(&mut self) -> bool {
        match self {
            Self::Way(way, _) => {
                way.remove(0);
                way.is_empty()
            }
            Self::Moves(way, ..) | Self::Aside { way, .. } => {
                way.remove(0);
                false
            }
            Self::Thinking(..) | Self::Routing(_) | Self::Stopover => false,
        }
    }
}

/// What finding their ways took the animals of a species in one tick.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanningEffort {
    /// Ways looked for.
    pub plans: u64,
    /// Steps these took.
    pub steps: u64,
    /// How often the traveller, or what it wanted to reach, was found closed in.
    pub enclosures: u64,
}

impl std::ops::AddAssign for PlanningEffort {
    fn add_assign(&mut self, other: Self) {
        self.plans += other.plans;
        self.steps += other.steps;
        self.enclosures += other.enclosures;
    }
}
