//! The navigator that finds the paths, advanced in slices.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::answer::Answer;
use super::changing_scene::{Bounded, ChangingScene};
use super::link::LinkTaken;
use super::problem::Problem;
use super::sequence::Query;
use crate::cli::Failure;
use crate::clock::now;
use crate::geometry::{Aabb, DVec2};
use crate::navigation::ground::{Ground, WithGround};
use crate::navigation::links::{Crossing, LinkSearch, Links, walked_parts};
use crate::navigation::regions::{Regions, WithRegions};
use crate::navigation::{Goal, Guarantee, Method, Obstacles, Request, leads_to_goal};
use crate::navigation_benchmark::Scene;

/// Among up to this many boxes, their regions are computed in a tenth of a millisecond.
const FEW_BOXES: usize = 64;

/// From this many queries on, the regions of a sequence save more time than they take.
const MANY_QUERIES: usize = 16;

/// A navigator, and the number of steps it takes per slice.
pub(super) struct PathPlanner {
    method: Method,
    slice: u32,
    /// Whether to go to the nearest reachable point where the goal cannot be reached.
    nearest: bool,
    precomputed: Option<Precomputed>,
}

/// What searches get beside the regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precomputed {
    /// Their hierarchy.
    Hierarchy,
    /// The graph of their corners.
    CornerGraph,
}

impl Precomputed {
    /// The option that asks for it.
    fn option(self) -> &'static str {
        match self {
            Self::Hierarchy => "--hierarchy",
            Self::CornerGraph => "--corner-graph",
        }
    }

    /// The name of the navigator that uses it.
    fn navigator(self) -> &'static str {
        match self {
            Self::Hierarchy => "perimeter",
            Self::CornerGraph => "exact",
        }
    }
}

/// A scene as a navigator searches it.
pub(super) struct SearchSpace<'a> {
    obstacles: Box<dyn Obstacles + 'a>,
    /// The mover's half-size; zero where the obstacles are inflated by it.
    half: DVec2,
    links: Links,
}

impl PathPlanner {
    /// The navigator called `name`, parameters included, with `slice` steps per slice; without
    /// `slice` a search runs to its end at once. With `nearest`, paths lead to the nearest reachable
    /// point where the goal cannot be reached.
    pub fn new(name: &str, slice: Option<NonZeroU32>, nearest: bool) -> Result<Self, Failure> {
        let method =
            name.parse().map_err(|problem| Failure::input(format!("--navigator: {problem}")))?;
        let slice = slice.map_or(u32::MAX, NonZeroU32::get);
        Ok(Self { method, slice, nearest, precomputed: None })
    }

    /// The same, and searches get this. Fails where the navigator does not use it.
    pub fn with(self, precomputed: Precomputed) -> Result<Self, Failure> {
        let name = self.method.navigator().name();
        let (option, user) = (precomputed.option(), precomputed.navigator());
        if name != user {
            return Err(Failure::input(format!(
                "{option}: the navigator `{name}` does not use it; choose {user}, or leave out {option}"
            )));
        }
        Ok(Self { precomputed: Some(precomputed), ..self })
    }

    /// Prepares a map for the navigator. The regions of its free space are computed when a search first
    /// wants them: even a single search across a map can save more than that takes.
    ///
    /// Fails when the map is too large for the navigator's cells.
    pub fn map_space(&self, scene: &Scene) -> Result<SearchSpace<'static>, String> {
        self.space(scene, scene.area(), true)
    }

    /// Prepares the scene of a problem. Fails when it is too large for the navigator's cells.
    pub fn space_of(&self, problem: &Problem) -> Result<SearchSpace<'static>, String> {
        let Problem { scene, start, goal, .. } = problem;
        let area = if self.is_bounded() { scene.area_around(*start, *goal) } else { scene.area() };
        self.space(scene, area, self.wants_regions(scene.boxes.len()))
    }

    /// What searches get where they get regions.
    pub fn precomputed(&self) -> Option<Precomputed> {
        self.precomputed
    }

    /// Whether searches among the obstacles that stand now, in a sequence with so many queries, get regions.
    pub fn wants_regions_among(&self, scene: &ChangingScene, queries: usize) -> bool {
        let is_worth_it = queries >= MANY_QUERIES || self.wants_regions(scene.box_count());
        !self.is_bounded() && scene.ground().is_none() && is_worth_it
    }

    /// Prepares the obstacles that stand now for one query, as [`space_of`](Self::space_of) does for a
    /// problem. With `has_regions`, searches get the regions that are prepared.
    pub fn space_among<'a>(
        &self,
        scene: &'a ChangingScene,
        query: &Query,
        has_regions: bool,
    ) -> Result<SearchSpace<'a>, String> {
        let &Query { start, goal, half, .. } = query;
        let area =
            if self.is_bounded() { scene.area_around(half, start, goal) } else { scene.area() };
        self.check_cells(&area)?;
        let by = self.inflation(half);
        let bounded = Bounded { field: scene.field(by), bounds: area.inflated(-by) };
        let beyond = (scene.ground(), scene.links());
        match scene.regions(by).filter(|_| has_regions) {
            Some(regions) => {
                let known = WithRegions::known(bounded, half - by, Arc::clone(regions));
                let known = match (scene.hierarchy(by), scene.corner_graph(by)) {
                    (Some(hierarchy), _) => known.with_known_hierarchy(Arc::clone(hierarchy)),
                    (_, Some(graph)) => known.with_known_corner_graph(Arc::clone(graph)),
                    _ => known,
                };
                self.space_on(known, half - by, false, beyond)
            }
            None => self.space_on(bounded, half - by, false, beyond),
        }
    }

    fn space(
        &self,
        scene: &Scene,
        area: Aabb,
        has_regions: bool,
    ) -> Result<SearchSpace<'static>, String> {
        self.check_cells(&area)?;
        let by = self.inflation(scene.half);
        let field = scene.field_of(area.inflated(-by), by);
        let terrain = (scene.ground.as_ref(), &scene.links);
        self.space_on(field, scene.half - by, has_regions, terrain)
    }

    /// Obstacles as the navigator searches them. Fails where it would have to count the cost of the ground
    /// among polygons.
    fn space_on<'a>(
        &self,
        obstacles: impl Obstacles + 'a,
        half: DVec2,
        has_regions: bool,
        (ground, links): (Option<&Ground>, &Links),
    ) -> Result<SearchSpace<'a>, String> {
        if ground.is_some() && !self.is_bounded() && !obstacles.polygons().is_empty() {
            let method = &self.method;
            return Err(format!(
                "--navigator {method}: the cost of the ground is counted among boxes only; choose \
                 grid-astar, or replace the polygons by boxes"
            ));
        }
        let obstacles: Box<dyn Obstacles + 'a> = match ground {
            Some(ground) => {
                let obstacles = WithRegions::new(obstacles, half);
                Box::new(WithGround::new(obstacles, half, ground.clone()))
            }
            None if has_regions => {
                let known = WithRegions::new(obstacles, half);
                Box::new(match self.precomputed {
                    Some(Precomputed::Hierarchy) => known.with_hierarchy(),
                    Some(Precomputed::CornerGraph) => known.with_corner_graph(),
                    None => known,
                })
            }
            None => Box::new(obstacles),
        };
        let space = SearchSpace { obstacles, half, links: links.clone() };
        if self.precomputed.is_some() {
            space.prepare();
        }
        Ok(space)
    }

    /// Whether the navigator stays in the area around the obstacles and both ends where there are no
    /// bounds: grids need an end, and rays that meet nothing.
    fn is_bounded(&self) -> bool {
        !matches!(self.method.navigator().guarantee(), Guarantee::Shortest | Guarantee::Complete)
    }

    /// By how much obstacles are inflated for a mover of half-size `half`, and so must be prepared in a
    /// scene before a query in it.
    ///
    /// Complete navigators get obstacles inflated by all of it, so that no search rounds, whatever the
    /// numbers are. Navigators that work on a grid, or move the body itself, need the mover's size.
    pub fn inflation(&self, half: DVec2) -> DVec2 {
        if self.is_bounded() { DVec2::ZERO } else { half }
    }

    /// Whether a single search among so many boxes gets regions. For one search they save no time;
    /// where they take little, they lead `perimeter` to better paths.
    fn wants_regions(&self, boxes: usize) -> bool {
        let uses_few = self.method.navigator().guarantee() == Guarantee::Complete;
        self.precomputed.is_some() || (uses_few && boxes <= FEW_BOXES)
    }

    /// Fails when an area is too large for the navigator's cells.
    fn check_cells(&self, area: &Aabb) -> Result<(), String> {
        let method = &self.method;
        method.check_cells(area).map_err(|error| format!("--navigator {method}: {error}"))
    }

    /// Finds a path. Fails where the nearest reachable point is asked for among polygons.
    pub fn answer(
        &self,
        space: &SearchSpace<'_>,
        start: DVec2,
        goal: DVec2,
    ) -> Result<Answer, String> {
        let answer = self.find_path(space, start, goal);
        if !self.nearest || !answer.path.is_empty() {
            return Ok(answer);
        }
        let Some(nearest) = space.nearest_reachable(start, goal)? else { return Ok(answer) };
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
        if !space.links.is_empty() {
            return self.find_linked_path(space, start, goal);
        }
        let begin = now();
        let request = space.request(start, goal);
        let mut search = self.method.for_request(&request).begin(request);
        let outcome = loop {
            if let Some(outcome) = search.advance(&*space.obstacles, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        let ground = space.obstacles.ground();
        let cost = ground.zip(outcome.path()).map(|(ground, path)| ground.path_cost(start, path));
        Answer { cost, ..Answer::new(start, goal, outcome, search.steps(), micros) }
    }

    /// Finds a path that may lead over links.
    fn find_linked_path(&self, space: &SearchSpace<'_>, start: DVec2, goal: DVec2) -> Answer {
        let begin = now();
        let request = space.request(start, goal);
        let method = self.method.for_request(&request).clone();
        let mut search = LinkSearch::new(method, request, &space.links);
        let outcome = loop {
            if let Some(outcome) = search.advance(&*space.obstacles, self.slice) {
                break outcome;
            }
        };
        let micros = begin.elapsed().as_nanos() as f64 / 1000.0;
        let cost = space.obstacles.ground().and_then(|_| search.cost());
        let answer = Answer::new(start, goal, outcome, search.steps(), micros);
        Answer { cost, ..answer.over(search.crossings(), &space.links) }
    }

    /// The path before it is shortened, without links; where there is no path, as far as the search got.
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

impl SearchSpace<'_> {
    /// Computes now what searches would compute when they first want it.
    pub fn prepare(&self) {
        self.obstacles.regions(self.half);
        self.obstacles.weighted_regions(self.half);
        self.obstacles.hierarchy(self.half);
        self.obstacles.corner_graph(self.half);
    }

    /// The reachable point nearest to a goal that cannot be reached; `None` if it can be, or the start
    /// is covered. Fails among polygons.
    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Result<Option<DVec2>, String> {
        let computed;
        let regions = match self.obstacles.regions(self.half) {
            Some(regions) => regions,
            None => {
                let regions = Regions::among(&*self.obstacles, self.half);
                computed = regions.ok_or(
                    "--nearest: the nearest reachable point is known among boxes only; leave out \
                     --nearest, or replace the polygons by boxes",
                )?;
                &computed
            }
        };
        let nearest = self.links.nearest_reachable(regions, start, goal);
        Ok(nearest.filter(|&nearest| nearest != goal))
    }

    /// Whether a path, start included, is free from its start to a goal, and its links can be used.
    pub fn leads_to_goal(&self, goal: DVec2, points: &[DVec2], taken: &[LinkTaken]) -> bool {
        let Some(crossings) = self.crossings(taken) else { return false };
        let is_free = |part: &[DVec2], goal: DVec2| {
            let (&start, rest) = part.split_first().expect("a part has a start");
            leads_to_goal(&self.request(start, goal), rest, &*self.obstacles)
        };
        let parts = walked_parts(points, &crossings);
        let (last, others) = parts.split_last().expect("a path has a part");
        others.iter().all(|part| part.last().is_some_and(|&end| is_free(part, end)))
            && is_free(last, goal)
    }

    /// Where a path leads over links; `None` if one of them can no longer be used.
    pub fn crossings(&self, taken: &[LinkTaken]) -> Option<Vec<Crossing>> {
        taken.iter().map(|link| link.crossing(&self.links)).collect()
    }

    /// The links.
    pub fn links(&self) -> &Links {
        &self.links
    }

    fn request(&self, start: DVec2, goal: DVec2) -> Request {
        Request::new(start, Goal::Point(goal), self.half)
    }
}
