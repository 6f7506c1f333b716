//! Pulling the found path taut, and what is tried where it stays far from straight.

use terrarium_space::geometry::{Aabb, DVec2};

use super::Phase;
use super::nearby::NearbySearch;
use super::through_regions::{GOOD_WEIGHT, region_search};
use crate::corner::Corner;
use crate::shortening::Shortening;
use crate::string_pulling::advance_to_bend;
use crate::{Obstacles, Outcome, Request, path_length};

/// Paths longer than the straight line by at most this factor are not shortened further.
const NEARLY_STRAIGHT: f64 = 1.02;

/// The same for paths around single obstacles, where a search without regions would take long.
const ROUNDABOUT: f64 = 1.25;

/// The shortening stops once the path is proven to be within this factor of the shortest.
const SHORTENING_WEIGHT: f64 = 1.08;

/// Completes the path and begins string pulling.
pub(super) fn arrive(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>, aim: DVec2) -> Phase {
    if path.last().is_some_and(|last| last.point != aim) {
        path.push(Corner::none(aim));
    }
    *ahead = path.split_off(path.len().min(2));
    ahead.reverse();
    next_bend(path, ahead)
}

/// Advances to the next bend that may be loose, or ends when the whole path is taut.
pub(super) fn next_bend(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>) -> Phase {
    if advance_to_bend(path, ahead) {
        return Phase::Pull;
    }
    Phase::Done(Outcome::Found(path[1..].iter().map(|corner| corner.point).collect()))
}

/// Begins the search for a shorter path if a taut path is still far from straight: through regions, or
/// without them if it leads around clusters.
pub(super) fn shorten(
    pulled: Phase,
    request: &Request,
    (target, clustered): (&Aabb, bool),
    obstacles: &dyn Obstacles,
) -> Phase {
    let Phase::Done(Outcome::Found(path)) = pulled else { return pulled };
    let (length, straight) = (path_length(request.start, &path), target.distance_to(request.start));
    let is_long = |factor: f64| length > straight * factor;
    if is_long(if clustered { NEARLY_STRAIGHT } else { ROUNDABOUT })
        && let Some(search) = region_search(request, obstacles, GOOD_WEIGHT)
    {
        return Phase::Regions(Box::new(search));
    }
    if clustered && is_long(NEARLY_STRAIGHT) {
        return Phase::Shorten(Box::new(Shortening::new(request.start, path, SHORTENING_WEIGHT)));
    }
    Phase::Done(Outcome::Found(path))
}

/// Continues the search for a shorter path, or ends it. `steps` are all steps taken.
pub(super) fn shorten_further(
    shortening: Box<Shortening>,
    request: &Request,
    steps: u32,
    obstacles: &dyn Obstacles,
) -> Phase {
    let before = steps.saturating_sub(shortening.steps());
    let has_taken =
        |share: u32| shortening.steps() > before.saturating_mul(share).saturating_add(64);
    if shortening.is_done() || has_taken(LONGEST) {
        return Phase::Done(Outcome::Found(shortening.best().to_vec()));
    }
    // It takes long: the regions around the path may be built sooner than it ends.
    if shortening.steps() == before.saturating_add(64)
        && let Some(search) = NearbySearch::new(request, shortening.best(), steps, obstacles)
    {
        return Phase::Nearby(Box::new(search));
    }
    Phase::Shorten(shortening)
}

/// The search for a shorter path may take so many times the steps taken before, and some more.
const LONGEST: u32 = 4;
