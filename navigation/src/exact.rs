//! The shortest path, by A* over the corners of the inflated obstacles.

use serde::{Deserialize, Serialize};

use super::inflated::InflatedObstacles;
use super::lens::Lens;
use super::perimeter::{PerimeterSearch, target_in_room};
use super::shortening::Shortening;
use super::watch::Watch;
use super::{Guarantee, Navigator, Obstacles, Outcome, Request, Search};
use crate::geometry::DVec2;
use crate::input::parameter::ParameterValues;

/// The navigator that finds the shortest path.
///
/// A shortest path bends only at corners, and only around them. The search is A* over these
/// corners, and tests visibility between two of them only where it matters: the perimeter follower
/// runs first, and the length of its path bounds the rest of the search to a narrow ellipse around
/// the straight line. When the perimeter follower proves that there is no path, so does this
/// search.
///
/// Lengths are compared as doubles: of two paths whose lengths differ by less than their rounding
/// errors, either may be returned.
#[derive(Debug, Clone, Copy)]
pub struct Exact;

impl Navigator for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn about(&self) -> &'static str {
        "the shortest path: A* over mutually visible corners"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::Shortest
    }

    fn begin_with(&self, request: Request, _: &ParameterValues) -> Search {
        Search::Exact(ExactSearch { scout: PerimeterSearch::new(request), climb: None })
    }
}

/// A search of [`Exact`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExactSearch {
    scout: PerimeterSearch,
    climb: Option<Shortening>,
}

impl ExactSearch {
    /// Continues the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let before = self.scout.steps();
        let scouted = self.scout.advance(obstacles, steps)?;
        let Outcome::Found(path) = scouted else { return Some(scouted) };
        if self.scout.is_among_polygons() {
            return Some(Outcome::Found(path));
        }
        let request = self.scout.request();
        let watch = Watch::new(obstacles, &request.ignore);
        let seen = if obstacles.polygons().is_empty() { obstacles } else { &watch };
        let inflated = InflatedObstacles::new(seen, request.half, &request.ignore);
        let climb = self.climb.get_or_insert_with(|| Shortening::new(request.start, path, 1.0));
        let Some(target) = target_in_room(request, &inflated) else {
            return Some(Outcome::Outside);
        };
        let mut lens = Lens::default();
        let scouting = self.scout.steps() - before;
        for taken in scouting..steps {
            if climb.is_done() {
                break;
            }
            if self.scout.steps().saturating_add(climb.steps()) >= request.limit {
                return Some(Outcome::GaveUp);
            }
            climb.step(&inflated, &target, &mut lens);
            if watch.has_met() {
                let climbed = climb.steps();
                self.climb = None;
                self.scout.hand_over(climbed);
                return self.advance(obstacles, steps - taken - 1);
            }
        }
        climb.is_done().then(|| Outcome::Found(climb.best().to_vec()))
    }

    /// The path before it is shortened: see [`PerimeterSearch::walk`].
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.scout.walk()
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.scout.steps().saturating_add(self.climb.as_ref().map_or(0, Shortening::steps))
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.scout.is_sound() && self.climb.as_ref().is_none_or(Shortening::is_sound)
    }
}
