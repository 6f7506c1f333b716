//! The navigator that finds the paths, advanced in slices.

use std::borrow::Borrow;
use std::num::NonZeroU32;

use super::answer::Answer;
use super::changing_scene::{Bounded, ChangingScene};
use super::problem::Problem;
use super::sequence::Query;
use crate::cli::Failure;
use crate::clock::now;
use crate::geometry::{Aabb, DVec2};
use crate::navigation::regions::{Regions, WithRegions};
use crate::navigation::{Goal, Guarantee, Method, Obstacles, Request, leads_to_goal};
use crate::navigation_benchmark::Scene;

/// Among up to this many boxes, their regions are computed in a tenth of a millisecond.
const FEW_BOXES: usize = 64;

/// A navigator, and the number of steps it takes per slice.
pub(super) struct PathPlanner {
    method: Method,
    slice: u32,
    /// Whether to go to the nearest reachable point where the goal cannot be reached.
    nearest: bool,
}

/// A scene as a navigator searches it.
pub(super) struct SearchSpace<'a> {
    obstacles: Box<dyn Obstacles + 'a>,
    /// The mover's half-size; zero where the obstacles are inflated by it.
    half: DVec2,
}

impl PathPlanner {
    /// The navigator called `name`, parameters included, with `slice` steps per slice; without
    /// `slice` a search runs to its end at once. With `nearest`, paths lead to the nearest reachable
    /// point where the goal cannot be reached.
    pub fn new(name: &str, slice: Option<NonZeroU32>, nearest: bool) -> Result<Self, Failure> {
        let method =
            name.parse().map_err(|problem| Failure::input(format!("--navigator: {problem}")))?;
        Ok(Self { method, slice: slice.map_or(u32::MAX, NonZeroU32::get), nearest })
    }

    /// Prepares a map for the navigator. The regions of its free space are computed when a search first
    /// wants them: even a single search across a map can save more than that takes.
    ///
    /// Fails when the map is too large for the navigator's cells.
    pub fn map_space(&self, scene: &Scene) -> Result<SearchSpace<'static>, String> {
        self.space(scene, true)
    }

    /// Prepares the scene of a problem. Grids need an end, and rays that meet nothing: without bounds
    /// they have the area around the obstacles and both ends.
    pub fn space_of(&self, problem: &Problem) -> Result<SearchSpace<'static>, String> {
        let Problem { scene, start, goal } = problem;
        match self.method.navigator().guarantee() {
            // For one search among boxes, regions save no time. Where they take little, they lead
            // `perimeter` to better paths.
            Guarantee::Complete => self.space(scene, scene.boxes.len() <= FEW_BOXES),
            Guarantee::Shortest => self.space(scene, false),
            Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid | Guarantee::Nothing => {
                let bounds = Some(scene.area_around(*start, *goal));
                self.space(&Scene { bounds, ..scene.clone() }, false)
            }
        }
    }

    /// By how much obstacles are inflated for a mover of half-size `half`, and so must be prepared in a
    /// scene before a query in it.
    pub fn inflation(&self, half: DVec2) -> DVec2 {
        match self.method.navigator().guarantee() {
            Guarantee::Shortest | Guarantee::Complete => half,
            _ => DVec2::ZERO,
        }
    }

    /// Prepares the obstacles that stand now for one query, as [`space_of`](Self::space_of) does for a
    /// problem. Regions last no longer than the query, so that no change makes them stale.
    pub fn space_among<'a>(
        &self,
        scene: &'a ChangingScene,
        query: &Query,
    ) -> Result<SearchSpace<'a>, String> {
        let &Query { start, goal, half, .. } = query;
        let guarantee = self.method.navigator().guarantee();
        let area = match guarantee {
            Guarantee::Shortest | Guarantee::Complete => scene.area(),
            Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid | Guarantee::Nothing => {
                scene.scene(half).area_around(start, goal)
            }
        };
        self.check_cells(&area)?;
        let field = scene.field(self.inflation(half));
        let (bounds, half) = match guarantee {
            Guarantee::Shortest | Guarantee::Complete => (area.inflated(-half), DVec2::ZERO),
            _ => (area, half),
        };
        let bounded = Bounded { field, bounds };
        let has_regions = guarantee == Guarantee::Complete && scene.box_count() <= FEW_BOXES;
        let obstacles: Box<dyn Obstacles + 'a> =
            if has_regions { Box::new(WithRegions::new(bounded, half)) } else { Box::new(bounded) };
        Ok(SearchSpace { obstacles, half })
    }

    /// Fails when an area is too large for the navigator's cells.
    fn check_cells(&self, area: &Aabb) -> Result<(), String> {
        let method = &self.method;
        method.check_cells(area).map_err(|error| format!("--navigator {method}: {error}"))
    }

    /// Complete navigators get obstacles inflated by the mover's half-size, so that no search rounds,
    /// whatever the numbers are. Navigators that work on a grid, or move the body itself, need the
    /// mover's size.
    fn space(&self, scene: &Scene, has_regions: bool) -> Result<SearchSpace<'static>, String> {
        self.check_cells(&scene.area())?;
        let (field, half) = match self.method.navigator().guarantee() {
            Guarantee::Shortest | Guarantee::Complete => (scene.inflated_field(), DVec2::ZERO),
            _ => (scene.field(), scene.half),
        };
        let obstacles: Box<dyn Obstacles> =
            if has_regions { Box::new(WithRegions::new(field, half)) } else { Box::new(field) };
        Ok(SearchSpace { obstacles, half })
    }

    /// Finds a path in a scene, prepared as `space`. Fails where the nearest reachable point is asked
    /// for among polygons.
    pub fn answer(
        &self,
        scene: &Scene,
        space: &SearchSpace<'_>,
        start: DVec2,
        goal: DVec2,
    ) -> Result<Answer, String> {
        let answer = self.find_path(space, start, goal);
        self.or_nearest(answer, || scene, space, start, goal)
    }

    /// The answer itself, or, where it has no path, that for the nearest reachable point if this was
    /// asked for.
    pub fn or_nearest<S: Borrow<Scene>>(
        &self,
        answer: Answer,
        scene: impl FnOnce() -> S,
        space: &SearchSpace<'_>,
        start: DVec2,
        goal: DVec2,
    ) -> Result<Answer, String> {
        if !self.nearest || !answer.path.is_empty() {
            return Ok(answer);
        }
        let Some(nearest) = nearest_reachable(scene().borrow(), start, goal)? else {
            return Ok(answer);
        };
        let to_nearest = self.find_path(space, start, nearest);
        Ok(Answer {
            steps: answer.steps.saturating_add(to_nearest.steps),
            micros: answer.micros + to_nearest.micros,
            nearest: Some(nearest),
            ..to_nearest
        })
    }

    /// Finds a path to the goal itself.
    pub fn find_path(&self, space: &SearchSpace<'_>, start: DVec2, goal: DVec2) -> Answer {
        let begin = now();
        let mut search = self.method.begin(space.request(start, goal));
        let outcome = loop {
            if let Some(outcome) = search.advance(&*space.obstacles, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        Answer::new(start, goal, outcome, search.steps(), micros)
    }

    /// The path before it is shortened; where there is no path, as far as the search got.
    pub fn raw_path(&self, space: &SearchSpace<'_>, start: DVec2, goal: DVec2) -> Vec<DVec2> {
        let mut search = self.method.begin(space.request(start, goal));
        let mut path = Vec::new();
        while path.last() != Some(&goal) {
            let ended = search.advance(&*space.obstacles, 1).is_some();
            path = search.walk();
            if ended {
                break;
            }
        }
        path
    }
}

/// The reachable point nearest to a goal that cannot be reached; `None` if it can be, or the start is
/// covered.
fn nearest_reachable(scene: &Scene, start: DVec2, goal: DVec2) -> Result<Option<DVec2>, String> {
    if !scene.polygons.is_empty() {
        return Err("--nearest: the nearest reachable point is known among boxes only; leave out \
                    --nearest, or replace the polygons by boxes"
            .to_owned());
    }
    let room = scene.area().inflated(-scene.half);
    if !room.min.cmple(room.max).all() {
        return Ok(None);
    }
    let regions = Regions::new(room, scene.boxes.iter().map(|body| body.inflated(scene.half)));
    Ok(regions.nearest_reachable(start, goal).filter(|&nearest| nearest != goal))
}

impl SearchSpace<'_> {
    /// Computes now what searches would compute when they first want it.
    pub fn prepare(&self) {
        self.obstacles.regions(self.half);
    }

    /// Whether a path is free from start to goal.
    pub fn leads_to_goal(&self, start: DVec2, goal: DVec2, waypoints: &[DVec2]) -> bool {
        leads_to_goal(&self.request(start, goal), waypoints, &*self.obstacles)
    }

    fn request(&self, start: DVec2, goal: DVec2) -> Request {
        Request::new(start, Goal::Point(goal), self.half)
    }
}
