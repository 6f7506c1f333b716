//! Continuing through precomputed regions.

use super::{PerimeterSearch, Phase};
use crate::regions::{CornerSearch, FarSearch, RegionSearch, Regions};
use crate::{Goal, Obstacles, Outcome, Request};

/// A walk of this many steps around clusters is given up for a search through regions.
const LONG_WALK: u32 = 64;

/// A path through regions is longer than the shortest by at most this factor.
pub(super) const GOOD_WEIGHT: f64 = 1.05;

impl PerimeterSearch {
    /// Continues through the regions of the obstacles, if they have any that serve this request and
    /// connect its ends. The path is longer than the shortest by at most the factor `weight`.
    pub(crate) fn enter_regions(&mut self, obstacles: &dyn Obstacles, weight: f64) {
        if let Some(search) = region_search(&self.request, obstacles, weight) {
            self.finds_shortest = weight == 1.0;
            self.phase = Phase::Regions(Box::new(search));
        }
    }

    /// Continues over the graph of the corners of the regions, if the obstacles have one that serves this request.
    /// Returns whether they have.
    pub(crate) fn enter_corners(&mut self, obstacles: &dyn Obstacles) -> bool {
        let Goal::Point(goal) = self.request.goal else { return false };
        // The graph first: regions alone are computed only for a search that wants them.
        let Some(graph) = obstacles.corner_graph(self.request.half) else { return false };
        let Some(regions) = serving_regions(&self.request, obstacles) else { return false };
        let start = self.request.start;
        let serves = graph.is_of(regions) && regions.check(start, goal).is_ok();
        if serves {
            self.finds_shortest = true;
            self.phase = Phase::Corners(Box::new(CornerSearch::new(start, goal)));
        }
        serves
    }

    /// Continues through the hierarchy of the regions, if the obstacles have one and the goal is far away.
    pub(super) fn enter_hierarchy(&mut self, obstacles: &dyn Obstacles) {
        let Goal::Point(goal) = self.request.goal else { return };
        // The hierarchy first: regions alone are computed only for a search that gets lost.
        let Some(hierarchy) = obstacles.hierarchy(self.request.half) else { return };
        let Some(regions) = serving_regions(&self.request, obstacles) else { return };
        let start = self.request.start;
        let is_connected = || regions.check(start, goal).is_ok();
        if hierarchy.is_complete(regions) && hierarchy.is_far([start, goal]) && is_connected() {
            self.phase = Phase::Far(Box::new(FarSearch::new(start, goal)));
        }
    }

    /// Whether the search is one through precomputed parts of the free space.
    pub(super) fn is_in_regions(&self) -> bool {
        matches!(
            self.phase,
            Phase::Regions(_)
                | Phase::Nearby(_)
                | Phase::Far(_)
                | Phase::Corners(_)
                | Phase::Ground(_)
        )
    }

    /// Takes at most `steps` steps through regions, and returns how many.
    pub(super) fn advance_in_regions(&mut self, obstacles: &dyn Obstacles, steps: u32) -> u32 {
        let steps = steps.min(self.request.limit - self.steps);
        let (taken, outcome) = match &mut self.phase {
            Phase::Regions(search) => advance(search, &self.request, obstacles, steps),
            Phase::Nearby(search) => search.advance(&self.request, obstacles, steps),
            Phase::Far(search) => advance_far(search, &self.request, obstacles, steps),
            Phase::Corners(search) => advance_over_corners(search, &self.request, obstacles, steps),
            _ => return 0,
        };
        self.steps = self.steps.saturating_add(taken);
        if let Some(outcome) = outcome {
            self.phase = Phase::Done(outcome);
        }
        taken
    }

    /// Whether the walk around clusters has become so long that a path through regions is found sooner.
    pub(super) fn is_lost_among_clusters(&self) -> bool {
        self.clustered
            && self.steps >= LONG_WALK
            && self.steps.is_power_of_two()
            && matches!(self.phase, Phase::Aim | Phase::Walk | Phase::Join(_))
    }
}

/// Takes at most `steps` steps through the regions of the obstacles. Returns how many, and the outcome
/// once there is one.
fn advance(
    search: &mut RegionSearch,
    request: &Request,
    obstacles: &dyn Obstacles,
    steps: u32,
) -> (u32, Option<Outcome>) {
    let before = search.steps();
    let Some(regions) = serving_regions(request, obstacles) else {
        return (0, Some(Outcome::GaveUp));
    };
    match search.advance(regions, steps) {
        None => (steps, None),
        Some(path) => {
            // Without a path, the obstacles changed.
            let outcome = path.map_or(Outcome::GaveUp, Outcome::Found);
            (search.steps().saturating_sub(before), Some(outcome))
        }
    }
}

/// The same through their hierarchy.
fn advance_far(
    search: &mut FarSearch,
    request: &Request,
    obstacles: &dyn Obstacles,
    steps: u32,
) -> (u32, Option<Outcome>) {
    let regions = serving_regions(request, obstacles);
    let Some((regions, hierarchy)) = regions.zip(obstacles.hierarchy(request.half)) else {
        return (0, Some(Outcome::GaveUp));
    };
    let before = search.steps();
    let found = search.advance(regions, hierarchy, steps);
    let outcome = found.map(|path| path.map_or(Outcome::GaveUp, Outcome::Found));
    (search.steps().saturating_sub(before), outcome)
}

/// The same over the graph of their corners.
fn advance_over_corners(
    search: &mut CornerSearch,
    request: &Request,
    obstacles: &dyn Obstacles,
    steps: u32,
) -> (u32, Option<Outcome>) {
    let regions = serving_regions(request, obstacles);
    let Some((regions, graph)) = regions.zip(obstacles.corner_graph(request.half)) else {
        return (0, Some(Outcome::GaveUp));
    };
    let before = search.steps();
    let found = search.advance(regions, graph, steps);
    let outcome = found.map(|path| path.map_or(Outcome::GaveUp, Outcome::Found));
    (search.steps().saturating_sub(before), outcome)
}

/// A search through the regions of the obstacles, if they have any that serve a request and connect its
/// ends.
pub(super) fn region_search(
    request: &Request,
    obstacles: &dyn Obstacles,
    weight: f64,
) -> Option<RegionSearch> {
    let Goal::Point(goal) = request.goal else { return None };
    let regions = serving_regions(request, obstacles)?;
    let is_connected = regions.check(request.start, goal).is_ok();
    is_connected.then(|| RegionSearch::new(request.start, goal, weight))
}

fn serving_regions<'a>(request: &Request, obstacles: &'a dyn Obstacles) -> Option<&'a Regions> {
    let serves = request.ignore.is_empty() && obstacles.polygons().is_empty();
    if serves { obstacles.regions(request.half) } else { None }
}
