//! The perimeter follower: straight at the goal, and around what is in the way by the shorter side.

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::grown::Grown;
use super::outline::Outline;
use super::taut::{Bend, pull_at, wrapped};
use super::{Barrier, Navigator, Obstacles, Outcome, Request, Search, way_length};
use crate::geometry::{Aabb, DVec2, Segment};

/// The navigator that follows perimeters.
///
/// It goes straight at the goal until it hits an obstacle, then once around the outline of the heap
/// of overlapping obstacles to which that belongs, and leaves it where it is nearest to the goal, to
/// go straight again. From there the heap is never met again, for all of it is farther away, so
/// it is done after as many outlines as there are heaps; and where the goal lies on the other side
/// of an outline, there is no way. Of the two ways around the shorter is taken, and in the end the
/// whole path is pulled tight.
///
/// The path is never longer than the straight distance and half the outlines met.
#[derive(Debug, Clone, Copy)]
pub struct Perimeter;

impl Navigator for Perimeter {
    fn name(&self) -> &'static str {
        "perimeter"
    }

    fn about(&self) -> &'static str {
        "around each obstacle by the shorter side: finds a way whenever there is one"
    }

    fn begin(&self, request: Request) -> Search {
        Search::Perimeter(PerimeterSearch::new(request))
    }
}

/// A search of [`Perimeter`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PerimeterSearch {
    request: Request,
    steps: u32,
    /// From the start to as far as is known, free all along.
    path: Vec<DVec2>,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Is the start a place to be?
    Start,
    /// Is the goal?
    Goal,
    /// Straight ahead.
    Aim,
    /// Once around.
    Walk(Outline),
    /// From the path's end to the first corner of the outline, cutting the corner at the hit.
    Join(Outline, Leave),
    /// Pulling the path tight at this index.
    Pull(usize),
    Done(Outcome),
}

/// How to leave an outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Leave {
    /// The points from behind the hit to where it is left.
    way: Vec<DVec2>,
    /// The point of the outline on the other side of the hit.
    beyond: DVec2,
    /// Whether it goes clockwise about the heap.
    clockwise: bool,
}

impl PerimeterSearch {
    pub(super) fn new(mut request: Request) -> Self {
        request.ignore.sort_unstable();
        let path = vec![request.start];
        Self { request, steps: 0, path, phase: Phase::Start }
    }

    pub(super) fn request(&self) -> &Request {
        &self.request
    }

    /// Goes on with the search. See [`Search::advance`].
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let mut near = Vec::new();
        for _ in 0..steps {
            if matches!(self.phase, Phase::Done(_)) {
                break;
            }
            if self.steps == self.request.limit {
                self.phase = Phase::Done(Outcome::GaveUp);
                break;
            }
            self.steps += 1;
            let phase = core::mem::replace(&mut self.phase, Phase::Start);
            self.phase = self.step(phase, obstacles, &mut near);
        }
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// How many steps it has taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    fn step(&mut self, phase: Phase, obstacles: &dyn Obstacles, near: &mut Vec<Body>) -> Phase {
        let Self { request, path, .. } = self;
        let grown = Grown::new(obstacles, request.half, &request.ignore);
        let Some(target) = target_in_room(request, &grown) else {
            return Phase::Done(Outcome::Outside);
        };
        match phase {
            Phase::Start => match grown.covering(request.start) {
                by if by.is_empty() => Phase::Goal,
                by => Phase::Done(Outcome::StartEnclosed { by }),
            },
            Phase::Goal => match covering_target(&target, &grown) {
                by if by.is_empty() => Phase::Aim,
                by => Phase::Done(Outcome::GoalEnclosed { by }),
            },
            Phase::Aim => {
                let from = path[path.len() - 1];
                let aim = target.nearest_point(from);
                match grown.first_hit(from, aim) {
                    Some(hit) => Phase::Walk(Outline::new(hit)),
                    None => {
                        if aim != from {
                            path.push(aim);
                        }
                        pull_from(1, path)
                    }
                }
            }
            Phase::Walk(mut outline) => {
                if !outline.step(&grown, near) {
                    return Phase::Walk(outline);
                }
                match leave(&outline, path[path.len() - 1], &target) {
                    None => Phase::Done(enclosed(&outline)),
                    Some(leave) => Phase::Join(outline, leave),
                }
            }
            Phase::Join(outline, leave) => {
                join(path, &outline, leave, &grown);
                Phase::Aim
            }
            Phase::Pull(index) => pull_from(pull_at(path, index, &grown), path),
            done @ Phase::Done(_) => done,
        }
    }
}

/// Goes on to pull at `index`, or ends when that is the path's last point.
fn pull_from(index: usize, path: &[DVec2]) -> Phase {
    if index + 1 < path.len() {
        Phase::Pull(index)
    } else {
        Phase::Done(Outcome::Found(path[1..].to_vec()))
    }
}

/// Where to arrive; `None` when that, or the start, is out of this world.
pub(super) fn target_in_room(request: &Request, grown: &Grown) -> Option<Aabb> {
    let room = grown.room()?;
    let target = request.target();
    let target = Aabb { min: target.min.max(room.min), max: target.max.min(room.max) };
    let start = Aabb::spanning(request.start, request.start);
    (room.contains_box(&start) && target.min.cmple(target.max).all()).then_some(target)
}

/// What covers a target that is a single point; one with room in it cannot be told so easily.
fn covering_target(target: &Aabb, grown: &Grown) -> Vec<Barrier> {
    if target.min == target.max { grown.covering(target.min) } else { Vec::new() }
}

fn enclosed(outline: &Outline) -> Outcome {
    let by = outline.barriers();
    if outline.is_outside() { Outcome::GoalEnclosed { by } } else { Outcome::StartEnclosed { by } }
}

/// Finds where on the outline it is nearest to the target, and the shorter way there. `None` when
/// the outline parts the mover from the target.
fn leave(outline: &Outline, from: DVec2, target: &Aabb) -> Option<Leave> {
    let corners = &outline.corners;
    let last = corners.len() - 1;
    let mut exits: Vec<(f64, usize, DVec2)> = Vec::with_capacity(2 * corners.len());
    for (index, &to) in corners.iter().enumerate() {
        let from = corners[if index == 0 { last } else { index - 1 }];
        let edge = Aabb::spanning(from, to);
        for near_end in [from, to] {
            let exit = target.nearest_point(near_end).clamp(edge.min, edge.max);
            exits.push((target.nearest_point(exit).distance_squared(exit), index, exit));
        }
    }
    let touches = exits.iter().any(|&(distance, ..)| distance == 0.0);
    if !(touches || outline.is_free_side(target.min)) {
        return None;
    }
    exits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let is_free = |exit: DVec2| {
        let way = Segment::new(exit, target.nearest_point(exit));
        outline.bodies.iter().all(|body| !way.enters(&body.aabb))
    };
    let &(nearest, ..) = exits.iter().find(|&&(.., exit)| is_free(exit))?;
    exits
        .iter()
        .filter(|&&(distance, _, exit)| distance == nearest && is_free(exit))
        .flat_map(|&(_, index, exit)| both_ways(outline, index, exit))
        .map(|leave| (leave.length(from, target), leave))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, leave)| leave)
}

/// The ways along the outline to a point on its edge `index`, the one that ends at that corner.
fn both_ways(outline: &Outline, index: usize, exit: DVec2) -> Vec<Leave> {
    let corners = &outline.corners;
    let (first, last) = (corners[0], corners[corners.len() - 1]);
    let mut ways = Vec::with_capacity(2);
    if index > 0 || outline.is_behind_hit(exit) {
        let mut way = corners[..index].to_vec();
        way.push(exit);
        ways.push(Leave { way, beyond: last, clockwise: false });
    }
    if index > 0 || !outline.is_behind_hit(exit) {
        let mut way = if index > 0 { corners[index..].to_vec() } else { Vec::new() };
        way.reverse();
        way.push(exit);
        ways.push(Leave { way, beyond: first, clockwise: true });
    }
    ways
}

impl Leave {
    /// How long the way is from `from` by here to the target, with the string pulled tight and
    /// nothing else around.
    fn length(&self, from: DVec2, target: &Aabb) -> f64 {
        let to = target.nearest_point(self.way[self.way.len() - 1]);
        let outside = if self.clockwise { Ordering::Greater } else { Ordering::Less };
        let mut way = wrapped(from, to, &self.way, outside);
        way.push(to);
        way_length(from, &way)
    }
}

/// Lengthens the path by the way along the outline.
fn join(path: &mut Vec<DVec2>, outline: &Outline, leave: Leave, grown: &Grown) {
    let from = path[path.len() - 1];
    if let Some(hit) = outline.exact_hit() {
        path.push(hit);
    } else {
        let hit = &outline.hit;
        let along = hit.side.along();
        let line = (leave.beyond, leave.way[0], along);
        path.extend(Bend::at_hit(from, hit.to, hit.rounded(), line).pulled(grown));
    }
    path.extend(leave.way);
    path.dedup();
}
