//! Journeys: destination, planning state and progress.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Blocker, Colony, Destination};
use terrarium_navigation::Search;
use terrarium_navigation::strategic::Strategy;

use super::{Itinerary, LinkStep, RouteQuery, WorldLink};

/// The journey of an animal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Journey {
    /// The destination.
    pub destination: Destination,
    /// The position of the destination when the path was planned.
    pub planned_for: DVec2,
    /// The speed, in units per tick.
    pub speed: f64,
    /// The number of ticks in which it got hardly any nearer to its next waypoint, less two for each in which it
    /// did since.
    pub stopped: u32,
    /// What blocked it in the last tick.
    pub blocker: Option<Blocker>,
    /// The number of ticks in which it has moved, or tried to, since it set out for its destination. Whom
    /// it meets makes room if it has been under way for longer.
    pub underway: u32,
    /// The route to a base, once it is found.
    pub itinerary: Option<Box<Itinerary>>,
    /// The links that it leads over, the next one first, once they are planned.
    pub links: Vec<LinkStep>,
    /// The state of planning and movement.
    pub state: JourneyState,
}

/// The state of a journey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JourneyState {
    /// The animal follows a path: its waypoints, the next one first and at least one, and the
    /// filter it was planned with.
    Path(Vec<DVec2>, ObstacleFilter),
    /// The animal stands while a path search is under way.
    Searching(Box<Search>, ObstacleFilter),
    /// The animal stands while a route search is under way.
    Routing(Box<RouteQuery>),
    /// The animal has reached a node of its route, as near as it can get, or a wall on it; or an end of a
    /// link.
    AtNode,
    /// The animal makes room for another traveller.
    SteppingAside {
        /// The waypoints to the place where it waits; empty once it is there.
        path: Vec<DVec2>,
        /// The tick at which the wait ends.
        until: u64,
    },
    /// The animal follows a stepwise search: the waypoints decided so far, the search, and its
    /// filter.
    Stepwise(Vec<DVec2>, Box<Search>, ObstacleFilter),
    /// The animal stands at the near end of a link until its crossing is over and there is room at the
    /// far end.
    Crossing {
        /// The tick at which the crossing is over.
        until: u64,
    },
}

/// Which organisms are obstacles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ObstacleFilter {
    /// All organisms except travellers: they move on, or make room.
    Standing,
    /// None: the path leads around the terrain, with detours around the organisms that are met.
    Ground,
    /// None: the path is that of a flow field that travellers share, with the same detours.
    Field,
}

impl ObstacleFilter {
    /// Whether the path leads around the terrain alone.
    #[must_use]
    pub fn is_terrain_only(self) -> bool {
        matches!(self, Self::Ground | Self::Field)
    }
}

impl Journey {
    /// The remaining waypoints, the next one first; empty while the animal searches or waits.
    #[must_use]
    pub fn waypoints(&self) -> &[DVec2] {
        match &self.state {
            JourneyState::Path(path, _)
            | JourneyState::Stepwise(path, ..)
            | JourneyState::SteppingAside { path, .. } => path,
            JourneyState::Searching(..)
            | JourneyState::Routing(_)
            | JourneyState::AtNode
            | JourneyState::Crossing { .. } => &[],
        }
    }

    /// Whether the animal is on a link.
    #[must_use]
    pub fn is_crossing(&self) -> bool {
        matches!(self.state, JourneyState::Crossing { .. })
    }

    /// Whether the journey continues at the end of the current path.
    #[must_use]
    pub fn continues(&self) -> bool {
        !self.links.is_empty()
            || self.itinerary.as_ref().is_some_and(|itinerary| itinerary.continues())
    }

    /// Whether all its values are possible results of planning.
    pub(super) fn is_possible(
        &self,
        strategy: Option<&Strategy>,
        colony: Option<Colony>,
        links: &[WorldLink],
    ) -> bool {
        let is_to_base = matches!(self.destination, Destination::Base(_));
        let route = match (&self.itinerary, &self.state, strategy, colony) {
            (None, JourneyState::Routing(query), Some(strategy), Some(colony)) => {
                is_to_base && query.is_sound(strategy, Colony::team(Some(colony)))
            }
            (_, JourneyState::Routing(_), ..) => false,
            (Some(itinerary), _, Some(strategy), Some(colony)) => {
                is_to_base && itinerary.is_sound(strategy, Colony::team(Some(colony)))
            }
            (Some(_), ..) => false,
            (None, state, ..) => {
                !links.is_empty() || (!is_to_base && *state != JourneyState::AtNode)
            }
        };
        let state = match &self.state {
            JourneyState::Path(path, _) => !path.is_empty(),
            JourneyState::SteppingAside { .. }
            | JourneyState::Routing(_)
            | JourneyState::AtNode => true,
            JourneyState::Crossing { .. } => !self.links.is_empty(),
            JourneyState::Searching(search, _) | JourneyState::Stepwise(_, search, _) => {
                search.is_sound()
            }
        };
        let waypoints = self.waypoints().iter().all(|waypoint| waypoint.is_finite());
        let numbers = self.planned_for.is_finite() && self.speed.is_finite();
        let is_link = |step: &LinkStep| {
            let link = links.get(usize::from(step.link));
            link.is_some_and(|link| link.both_ways || !step.is_backward)
        };
        let are_links = self.links.iter().all(is_link);
        self.destination.is_valid() && route && numbers && state && waypoints && are_links
    }
}

impl JourneyState {
    /// Removes the next waypoint, which has been reached. Returns whether the path ends there.
    pub fn reach_waypoint(&mut self) -> bool {
        match self {
            Self::Path(path, _) => {
                path.remove(0);
                path.is_empty()
            }
            Self::Stepwise(path, ..) | Self::SteppingAside { path, .. } => {
                path.remove(0);
                false
            }
            Self::Searching(..) | Self::Routing(_) | Self::AtNode | Self::Crossing { .. } => false,
        }
    }
}

/// The path-planning effort of a species in one tick.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanningEffort {
    /// The number of path searches and of shared fields started.
    pub plans: u64,
    /// The number of search steps, of steps of shared fields, and of looks at them.
    pub steps: u64,
    /// The number of searches that found the traveller or its goal enclosed.
    pub enclosures: u64,
}

impl std::ops::AddAssign for PlanningEffort {
    fn add_assign(&mut self, other: Self) {
        self.plans += other.plans;
        self.steps += other.steps;
        self.enclosures += other.enclosures;
    }
}
