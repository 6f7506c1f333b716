//! Thinking again on the way, without wavering.

use super::grown::Grown;
use super::{Navigator, Obstacles, Outcome, Request, way_length};
use crate::geometry::DVec2;

/// The way on for a mover that is under way: a new one, unless `rest`, what is left of its old one,
/// still leads to the goal and is no longer.
///
/// A navigator that does not promise the shortest way may prefer one side of an obstacle from here
/// and the other from a little farther on. Who asks it afresh at every step may go to and fro
/// between the two. Asked like this, what is left of the way never grows as long as nothing
/// gets in the way and the goal stays where it is, and a side is changed only for a shorter way.
///
/// ```
/// use terrarium::geometry::{Aabb, DVec2};
/// use terrarium::navigation::{Goal, ObstacleField, Outcome, Perimeter, Request, reconsidered};
///
/// let field = ObstacleField::new(Aabb::square(DVec2::ZERO, 10.0), Vec::new());
/// let request = Request::new(DVec2::ZERO, Goal::Point(DVec2::X), DVec2::ZERO);
/// let way = reconsidered(&Perimeter, request, &[DVec2::Y, DVec2::X], &field);
/// assert_eq!(way, Outcome::Found(vec![DVec2::X]), "the detour is no longer needed");
/// ```
#[must_use]
pub fn reconsidered(
    navigator: &dyn Navigator,
    request: Request,
    rest: &[DVec2],
    obstacles: &dyn Obstacles,
) -> Outcome {
    let start = request.start;
    let kept = leads_there(&request, rest, obstacles);
    let outcome = navigator.find(request, obstacles);
    let is_better = outcome.length_from(start).is_some_and(|new| new < way_length(start, rest));
    if kept && !is_better { Outcome::Found(rest.to_vec()) } else { outcome }
}

/// Whether a way is free from start to goal.
fn leads_there(request: &Request, way: &[DVec2], obstacles: &dyn Obstacles) -> bool {
    let mut ignore = request.ignore.clone();
    ignore.sort_unstable();
    let grown = Grown::new(obstacles, request.half, &ignore);
    let end = way.last().copied().unwrap_or(request.start);
    let Some(room) = grown.room() else { return false };
    let points = || core::iter::once(request.start).chain(way.iter().copied());
    request.target().nearest_point(end) == end
        && points().all(|point| room.nearest_point(point) == point)
        && grown.covering(request.start).is_empty()
        && points().zip(way).all(|(from, &to)| grown.first_hit(from, to).is_none())
}
