//! Replanning on the way without oscillating between paths.

use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::inflated::{InflatedObstacles, target_in_room};
use super::shapes::{KnownShapes, Shapes};
use super::{Navigator, Obstacles, Outcome, Request, path_length};

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
    let kept = leads_to_goal(&request, rest, obstacles);
    let outcome = navigator.find(request, obstacles);
    let is_better = outcome.length_from(start).is_some_and(|new| new < path_length(start, rest));
    if kept && !is_better { Outcome::Found(rest.to_vec()) } else { outcome }
}

/// Whether a path, its waypoints after the start, still leads to the goal of a request: whether it ends
/// there and is free of obstacles. It takes one query of the obstacles per waypoint, and one at the
/// start.
///
/// An agent whose world changes needs no search while this holds and nothing was removed.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::{
///     Exact, Goal, Navigator, ObstacleField, ObstacleKey, Request, leads_to_goal,
/// };
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 0.0), DVec2::new(5.0, 3.0));
/// let mut field = ObstacleField::new(world, vec![(ObstacleKey(0), wall)]);
/// let goal = DVec2::new(9.0, 4.0);
/// let request = Request::new(DVec2::new(1.0, 4.0), Goal::Point(goal), DVec2::splat(0.5));
/// let straight = Exact.find(request.clone(), &field);
/// assert_eq!(straight.path(), Some([goal].as_slice()));
///
/// // A rock far from the path changes nothing.
/// field.insert(ObstacleKey(1), Aabb::square(DVec2::new(8.0, 1.0), 1.0));
/// assert!(leads_to_goal(&request, &[goal], &field));
///
/// // A gate closes: the path leads around it. It opens again: the path is straight.
/// let gate = Aabb::new(DVec2::new(4.0, 3.0), DVec2::new(5.0, 6.0));
/// field.insert(ObstacleKey(2), gate);
/// assert!(!leads_to_goal(&request, &[goal], &field));
/// let around = Exact.find(request.clone(), &field);
/// let corners = [(3.5, 6.5), (5.5, 6.5)].map(DVec2::from);
/// assert_eq!(around.path(), Some([corners[0], corners[1], goal].as_slice()));
/// assert!(field.remove(ObstacleKey(2), gate));
/// assert_eq!(Exact.find(request, &field), straight);
/// ```
#[must_use]
pub fn leads_to_goal(request: &Request, path: &[DVec2], obstacles: &dyn Obstacles) -> bool {
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
