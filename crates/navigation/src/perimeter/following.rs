//! Following the outline of a cluster, and leaving it.

use terrarium_space::geometry::{Aabb, DVec2};

use super::pulling::arrive;
use super::{Phase, Scratch};
use crate::corner::Corner;
use crate::hit::Hit;
use crate::inflated::InflatedObstacles;
use crate::leave_point::{Detours, LeavePoint};
use crate::outline::Outline;
use crate::string_pulling::Bend;
use crate::{Barrier, Outcome};

/// The first step.
pub(super) fn start(
    path: &mut Vec<Corner>,
    outline: &mut Option<Box<Outline>>,
    target: &Aabb,
    inflated: &InflatedObstacles,
) -> Phase {
    let from = path[path.len() - 1].point;
    let aim = target.nearest_point(from);
    let mut by = Vec::new();
    let hit = inflated.first_hit_and(from, aim, |body| {
        if body.aabb.contains_inside(from) {
            by.push(body.barrier);
        }
    });
    if !by.is_empty() {
        by.sort_unstable();
        return Phase::Done(Outcome::StartEnclosed { by });
    }
    match hit {
        Some(hit) => {
            begin_walk(outline, hit);
            // An extended target may be covered in part.
            if target.min == target.max { Phase::Goal } else { Phase::Walk }
        }
        None => arrive(path, &mut Vec::new(), aim),
    }
}

pub(super) fn begin_walk(outline: &mut Option<Box<Outline>>, hit: Hit) {
    match outline {
        Some(outline) => outline.restart(hit),
        None => *outline = Some(Box::new(Outline::new(hit))),
    }
}

/// The first hit on the straight line to the target.
pub(super) fn aim(
    last: Option<&Outline>,
    from: DVec2,
    target: &Aabb,
    inflated: &InflatedObstacles,
) -> Option<Hit> {
    let to = target.nearest_point(from);
    match last {
        // The next body is often about as far away as the last is large.
        Some(last) => {
            let size = last.hit.body.aabb.size().max_element();
            inflated.first_hit_near(from, to, size * 2.0)
        }
        None => inflated.first_hit(from, to),
    }
}

/// Decides where to leave an outline after following it around.
pub(super) fn leave(
    outline: &Outline,
    from: DVec2,
    target: &Aabb,
    inflated: &InflatedObstacles,
    detours: &mut Option<Detours>,
    scratch: &mut Scratch,
) -> Phase {
    let leave = match detours {
        Some(detours) => LeavePoint::early(outline, from, target, detours, &mut scratch.strings),
        None => None,
    };
    if leave.is_none() {
        *detours = None;
    }
    match leave.or_else(|| LeavePoint::nearest(outline, target)) {
        Some(leave) => Phase::Join(leave),
        None => Phase::Done(enclosed(outline, inflated.room())),
    }
}

/// Decides whether start or goal is enclosed, given an outline that separates them.
///
/// Where the outline runs along the border, neither side is the interior by itself; the smaller
/// area then counts as enclosed.
pub(super) fn enclosed(outline: &Outline, room: Option<Aabb>) -> Outcome {
    let by = outline.barriers();
    let half = room.map_or(0.0, |room| room.area() * 0.5);
    let is_the_world = by.contains(&Barrier::Border) && outline.area() > half;
    if outline.is_outside() || is_the_world {
        Outcome::GoalEnclosed { by }
    } else {
        Outcome::StartEnclosed { by }
    }
}

/// Extends the path along the outline to the leave point.
pub(super) fn join(
    path: &mut Vec<Corner>,
    outline: &Outline,
    leave: LeavePoint,
    inflated: &InflatedObstacles,
    posts: &mut Vec<Corner>,
) {
    let from = path[path.len() - 1].point;
    let mut push = |corner: Corner| {
        if path.last().is_none_or(|last| last.point != corner.point) {
            path.push(corner);
        }
    };
    if let Some(hit) = outline.exact_hit() {
        push(Corner::none(hit));
    } else if let (Some(beyond), Some(first)) = (leave.beyond(outline), leave.path(outline).next())
    {
        let hit = &outline.hit;
        let line = (beyond, first.point, hit.side.along());
        let bend = Bend::at_hit(from, hit.to, hit.rounded(), line);
        bend.pulled(inflated, posts).into_iter().for_each(&mut push);
    }
    leave.path(outline).for_each(push);
}
