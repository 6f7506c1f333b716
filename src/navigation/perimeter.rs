//! The perimeter follower: straight at the goal, and around what is in the way by the shorter side.

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::grown::Grown;
use super::leave::{Detours, Leave};
use super::outline::Outline;
use super::taut::{Bend, pull_at};
use super::{Barrier, Navigator, Obstacles, Outcome, Request, Search};
use crate::geometry::{Aabb, DVec2};

/// The navigator that follows perimeters.
///
/// It goes straight at the goal until it hits an obstacle, then once around the outline of the heap
/// of overlapping obstacles to which that belongs. Where the goal lies on the other side of the
/// outline there is no way. Otherwise it takes the side around that looks shorter, leaves where a
/// taut string would, and goes straight at the goal again. In the end the whole path is pulled
/// tight.
///
/// That can lead back to a heap that was left before. So the detours made on an outline in this
/// way are summed up, and no place is left like this twice. When the detours on an outline would
/// come to more than half its length, then from there on every outline is left where it is nearest
/// to the goal: no heap is met twice after that, for all of it is farther away. So the search ends.
///
/// The path is never longer than the straight distance and the outlines met: half of each goes to
/// the detours, and half is the most that leaving it at its nearest can add.
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
    /// What leaving early has cost; `None` once no more detours are affordable.
    detours: Option<Detours>,
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
    Walk(Box<Outline>),
    /// From the path's end to the first corner of the outline, cutting the corner at the hit.
    Join(Box<Outline>, Leave),
    /// Pulling the path tight at this index.
    Pull(usize),
    Done(Outcome),
}

impl PerimeterSearch {
    pub(super) fn new(mut request: Request) -> Self {
        request.ignore.sort_unstable();
        let path = vec![request.start];
        Self { request, steps: 0, path, detours: Some(Detours::default()), phase: Phase::Start }
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

    /// The way as far as it is known, the start first. It grows until it ends at the goal, and is
    /// pulled tight only from the next step on.
    #[must_use]
    pub fn walk(&self) -> &[DVec2] {
        &self.path
    }

    /// How many steps it has taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    fn step(&mut self, phase: Phase, obstacles: &dyn Obstacles, near: &mut Vec<Body>) -> Phase {
        let Self { request, path, detours, .. } = self;
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
                    Some(hit) => Phase::Walk(Box::new(Outline::new(hit))),
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
                let from = path[path.len() - 1];
                let leave = match detours {
                    Some(detours) => Leave::early(&outline, from, &target, detours),
                    None => None,
                };
                if leave.is_none() {
                    *detours = None;
                }
                let leave = leave.or_else(|| Leave::nearest(&outline, &target));
                let Some(leave) = leave else {
                    return Phase::Done(enclosed(&outline, grown.room()));
                };
                Phase::Join(outline, leave)
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

/// Tells who is enclosed, given an outline that parts start and goal.
///
/// An inside that runs along the border can be either's: what the border helps to part is two
/// places of the same kind, and the smaller is the enclosed one.
fn enclosed(outline: &Outline, room: Option<Aabb>) -> Outcome {
    let by = outline.barriers();
    let half = room.map_or(0.0, |room| room.area() * 0.5);
    let is_the_world = by.contains(&Barrier::Border) && outline.area() > half;
    if outline.is_outside() || is_the_world {
        Outcome::GoalEnclosed { by }
    } else {
        Outcome::StartEnclosed { by }
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
