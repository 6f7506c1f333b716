//! The shortest path, by A* over the corners of the inflated obstacles.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;
use terrarium_space::geometry::DVec2;

use super::inflated::{InflatedObstacles, target_in_room};
use super::lens::Lens;
use super::perimeter::PerimeterSearch;
use super::polygon_detector::PolygonDetector;
use super::shortening::Shortening;
use super::{Description, Guarantee, Navigator, Obstacles, Outcome, Request, Search};

/// The navigator that finds the shortest path.
///
/// A shortest path bends only at corners, and only around them. The search is A* over these
/// corners, and tests visibility between two of them only where it matters: the perimeter follower
/// runs first, and the length of its path bounds the rest of the search to a narrow ellipse around
/// the straight line. When the perimeter follower proves that there is no path, so does this
/// search.
///
/// Where the obstacles offer their [`regions`](Obstacles::regions), the search is any-angle A* through
/// these instead, which needs no queries. Where they offer the [graph of the
/// corners](Obstacles::corner_graph) of these too, it is A* over that, which takes a tenth of the time.
///
/// Where they offer [regions of the ground](Obstacles::weighted_regions), the search is one for the
/// cheapest path through those, which it finds to within 1 %.
///
/// Lengths are compared as doubles: of two paths whose lengths differ by less than their rounding
/// errors, either may be returned.
#[derive(Debug, Clone, Copy)]
pub struct Exact;

impl Navigator for Exact {
    fn description(&self) -> &'static Description {
        &Description {
            name: "exact",
            about: "the shortest path: A* over mutually visible corners",
            guarantee: Guarantee::Shortest,
            parameters: &[],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, _: &ParameterValues) -> Search {
        Search::Exact(ExactSearch { perimeter: PerimeterSearch::new(request), shortening: None })
    }
}

/// A search of [`Exact`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExactSearch {
    perimeter: PerimeterSearch,
    shortening: Option<Shortening>,
}

impl ExactSearch {
    /// Continues the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let before = self.perimeter.steps();
        if before == 0 {
            self.perimeter.enter_ground(obstacles);
            if !self.perimeter.finds_shortest() && !self.perimeter.enter_corners(obstacles) {
                self.perimeter.enter_regions(obstacles, 1.0);
            }
        }
        let outcome = self.perimeter.advance_within(obstacles, steps, 1.0)?;
        let Outcome::Found(path) = outcome else { return Some(outcome) };
        if self.perimeter.finds_shortest() {
            return Some(Outcome::Found(path));
        }
        let request = self.perimeter.request();
        let detector = PolygonDetector::new(obstacles, &request.ignore);
        let queried = if obstacles.polygons().is_empty() { obstacles } else { &detector };
        let inflated = InflatedObstacles::new(queried, request.half, &request.ignore);
        let shortening =
            self.shortening.get_or_insert_with(|| Shortening::new(request.start, path, 1.0));
        let Some(target) = target_in_room(request, &inflated) else {
            return Some(Outcome::Outside);
        };
        let mut lens = Lens::default();
        let perimeter_steps = self.perimeter.steps() - before;
        for taken in perimeter_steps..steps {
            if shortening.is_done() {
                break;
            }
            if self.perimeter.steps().saturating_add(shortening.steps()) >= request.limit {
                return Some(Outcome::GaveUp);
            }
            shortening.step(&inflated, &target, &mut lens);
            if detector.has_found() {
                let shortening_steps = shortening.steps();
                self.shortening = None;
                self.perimeter.switch_to_polygons(shortening_steps, 1.0);
                return self.advance(obstacles, steps - taken - 1);
            }
        }
        shortening.is_done().then(|| Outcome::Found(shortening.best().to_vec()))
    }

    /// The path before it is shortened: see [`PerimeterSearch::walk`].
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.perimeter.walk()
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.perimeter.steps().saturating_add(self.shortening.as_ref().map_or(0, Shortening::steps))
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.perimeter.is_sound() && self.shortening.as_ref().is_none_or(Shortening::is_sound)
    }
}
