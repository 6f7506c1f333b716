//! The navigator that finds the paths, advanced in slices.

use std::num::NonZeroU32;

use super::answer::Answer;
use super::problem::Problem;
use crate::cli::Failure;
use crate::clock::now;
use crate::geometry::DVec2;
use crate::navigation::{Goal, Guarantee, Method, ObstacleField, Request};
use crate::navigation_benchmark::Scene;

/// A navigator, and the number of steps it takes per slice.
pub(super) struct PathPlanner {
    method: Method,
    slice: u32,
}

/// A scene as a navigator searches it.
pub(super) struct SearchSpace {
    field: ObstacleField,
    /// The mover's half-size; zero where the obstacles are inflated by it.
    half: DVec2,
}

impl PathPlanner {
    /// The navigator called `name`, parameters included, with `slice` steps per slice; without
    /// `slice` a search runs to its end at once.
    pub fn new(name: &str, slice: Option<NonZeroU32>) -> Result<Self, Failure> {
        let method =
            name.parse().map_err(|problem| Failure::input(format!("--navigator: {problem}")))?;
        Ok(Self { method, slice: slice.map_or(u32::MAX, NonZeroU32::get) })
    }

    /// Prepares a scene for the navigator. Complete navigators get obstacles inflated by the
    /// mover's half-size, so that no search rounds, whatever the numbers are. Navigators that work
    /// on a grid, or move the body itself, need the mover's size.
    ///
    /// Fails when the scene is too large for the navigator's cells.
    pub fn search_space(&self, scene: &Scene) -> Result<SearchSpace, String> {
        let method = &self.method;
        method
            .check_cells(&scene.area())
            .map_err(|error| format!("--navigator {method}: {error}"))?;
        Ok(match method.navigator().guarantee() {
            Guarantee::Shortest | Guarantee::Complete => {
                SearchSpace { field: scene.inflated_field(), half: DVec2::ZERO }
            }
            _ => SearchSpace { field: scene.field(), half: scene.half },
        })
    }

    /// Prepares the scene of a problem. A grid needs an end: without bounds it covers the area around
    /// the obstacles and both ends.
    pub fn space_of(&self, problem: &Problem) -> Result<SearchSpace, String> {
        let Problem { scene, start, goal } = problem;
        match self.method.navigator().guarantee() {
            Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid => {
                let bounds = Some(scene.area_around(*start, *goal));
                self.search_space(&Scene { bounds, ..scene.clone() })
            }
            _ => self.search_space(scene),
        }
    }

    /// Finds a path.
    pub fn find_path(&self, space: &SearchSpace, start: DVec2, goal: DVec2) -> Answer {
        let begin = now();
        let mut search = self.method.begin(space.request(start, goal));
        let outcome = loop {
            if let Some(outcome) = search.advance(&space.field, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        Answer::new(start, goal, outcome, search.steps(), micros)
    }

    /// The path before it is shortened; where there is no path, as far as the search got.
    pub fn raw_path(&self, space: &SearchSpace, start: DVec2, goal: DVec2) -> Vec<DVec2> {
        let mut search = self.method.begin(space.request(start, goal));
        let mut path = Vec::new();
        while path.last() != Some(&goal) {
            let ended = search.advance(&space.field, 1).is_some();
            path = search.walk();
            if ended {
                break;
            }
        }
        path
    }
}

impl SearchSpace {
    fn request(&self, start: DVec2, goal: DVec2) -> Request {
        Request::new(start, Goal::Point(goal), self.half)
    }
}
