//! Replanning on the way without oscillating between paths.

use super::inflated::InflatedObstacles;
use super::inflated::target_in_room;
use super::shapes::{KnownShapes, Shapes};
use super::{Navigator, Obstacles, Outcome, Request, path_length};
use crate::geometry::{Aabb, DVec2, Segment};

/// The path for an agent that already follows one: a new path, unless `rest`, the remainder of the
/// old one, still leads to the goal and is no longer.
///
/// A navigator that does not guarantee the shortest path may prefer one side of an obstacle from
/// here and the other side a little farther on. An agent that replans from scratch at every step
/// can oscillate between the two. With this function, the remaining length never grows as long as
/// nothing blocks the path and the goal stays in place, and the agent changes sides only for a
/// shorter path.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::{Goal, ObstacleField, Outcome, Perimeter, Request, replanned};
///
/// let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 10.0), Vec::new());
/// let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::X), DVec2::ZERO);
/// let path = replanned(&Perimeter, request, &[DVec2::Y, DVec2::X], &field);
/// assert_eq!(path, Outcome::Found(vec![DVec2::X]), "the detour is no longer needed");
/// ```
#[must_use]
pub fn replanned(
    navigator: &dyn Navigator,
    request: Request,
    rest: &[DVec2],
    obstacles: &dyn Obstacles,
) -> Outcome {
    let start = request.start;
    let kept = leads_there(&request, rest, obstacles);
    let outcome = navigator.find(request, obstacles);
    let is_better = outcome.length_from(start).is_some_and(|new| new < path_length(start, rest));
    if kept && !is_better { Outcome::Found(rest.to_vec()) } else { outcome }
}

/// Whether a path is free from start to goal.
fn leads_there(request: &Request, path: &[DVec2], obstacles: &dyn Obstacles) -> bool {
    let mut request = request.clone();
    request.ignore.sort_unstable();
    let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
    let known = KnownShapes::default();
    let shapes = Shapes::new(obstacles, &request, &known);
    let is_free = |segment: &Segment| shapes.is_free(segment);
    let is_within = |area: Aabb, place: DVec2| area.nearest_point(place) == place;
    let (Some(room), Some(target)) = (inflated.room(), target_in_room(&request, &inflated)) else {
        return false;
    };
    let points = || core::iter::once(request.start).chain(path.iter().copied());
    let mut segments = points().zip(points().skip(1)).map(|(from, to)| Segment::new(from, to));
    points().last().is_some_and(|end| is_within(target, end))
        && points().all(|point| is_within(room, point))
        && is_free(&Segment::new(request.start, request.start))
        && segments.all(|segment| is_free(&segment))
}
