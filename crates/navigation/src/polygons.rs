//! Path finding among polygons.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::enclosure::EnclosureSearch;
use super::separation::{Ring, Separation};
use super::shapes::{Shape, Shapes};
use super::target_ends::TargetEnds;
use super::visibility_graph::{MAX_WEIGHT, Scene, VisibilityGraph};
use super::{Barrier, Outcome};

/// A search for a path among obstacles some of which are polygons.
///
/// Sloped edges cross at fractions that no double may represent, so outlines of polygons cannot be
/// followed exactly. But shortest paths bend only at corners of inflated obstacles, and these are
/// exact; and so are the turns around a point along a chain of obstacles. So two searches alternate
/// until one of them decides: A* over mutually visible corners for a path, and a search for rings of
/// overlapping obstacles that separate start and goal. Where there are such rings, a minimal part of
/// them is reported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PolygonSearch {
    /// The path is longer than the shortest by at most this factor.
    weight: f64,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Check the start.
    Start,
    /// Query the places at which a path may end.
    Goal,
    /// Search for a path, and for rings.
    Both(Box<Race>),
    /// There is no path: find out why.
    Enclosed(EnclosureSearch),
    Done(Outcome),
}

/// The search for a path and that for rings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Race {
    graph: VisibilityGraph,
    /// The free places at which a path may end.
    ends: Vec<DVec2>,
    /// The obstacles at the target, and those of the rings found so far.
    around: Vec<Shape>,
    /// The search for a ring that separates the start from the end with this index; none once an end
    /// is known to be reachable.
    rings: Option<Separation>,
    end: usize,
    /// The number of steps taken.
    steps: u32,
}

/// The problem that a search solves.
pub(super) struct PolygonQuery {
    pub start: DVec2,
    pub room: Aabb,
    pub target: Aabb,
}

/// The number of steps that the search for a path takes alone: most paths are found sooner.
const ALONE: u32 = 64;

/// The distance of the first view, as a part of the distance to the target.
const FIRST_VIEW: f64 = 1.0 / 16.0;

/// The least distance of the first view, as a part of the longer side of the room.
const LEAST_VIEW: f64 = 1.0 / 4096.0;

impl PolygonSearch {
    /// A search that has not begun, for a path that is longer than the shortest by at most the factor
    /// `weight`.
    pub fn new(weight: f64) -> Self {
        Self { weight, phase: Phase::Start }
    }

    /// Takes a step, with at most four queries of the obstacles. Returns the outcome, once there is
    /// one.
    pub fn step(&mut self, query: &PolygonQuery, shapes: &Shapes) -> Option<Outcome> {
        let phase = core::mem::replace(&mut self.phase, Phase::Start);
        self.phase = self.next(phase, query, shapes);
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// Whether all references resolve.
    pub fn is_sound(&self) -> bool {
        let is_phase_sound = match &self.phase {
            Phase::Both(race) => race.is_sound(),
            Phase::Enclosed(enclosure) => enclosure.is_sound(),
            Phase::Start | Phase::Goal | Phase::Done(_) => true,
        };
        is_phase_sound && (1.0..=MAX_WEIGHT).contains(&self.weight)
    }

    fn next(&self, phase: Phase, query: &PolygonQuery, shapes: &Shapes) -> Phase {
        let PolygonQuery { start, target, .. } = *query;
        match phase {
            Phase::Start => match shapes.covering(start) {
                by if by.is_empty() => Phase::Goal,
                by => Phase::Done(Outcome::StartEnclosed { by: barriers(&by) }),
            },
            Phase::Goal if target.min == target.max => match shapes.covering(target.min) {
                by if by.is_empty() => Race::begun(query, self.weight, Vec::new()),
                by => Phase::Done(Outcome::GoalEnclosed { by: barriers(&by) }),
            },
            Phase::Goal => {
                let around = shapes.touching(&target);
                let around = around.iter().map(|shape| Shape::clone(shape)).collect();
                Race::begun(query, self.weight, around)
            }
            Phase::Both(mut race) => race.step(query, shapes).unwrap_or(Phase::Both(race)),
            Phase::Enclosed(mut enclosure) => match enclosure.step() {
                Some(outcome) => Phase::Done(outcome),
                None => Phase::Enclosed(enclosure),
            },
            done @ Phase::Done(_) => done,
        }
    }
}

fn barriers(shapes: &[Rc<Shape>]) -> Vec<Barrier> {
    Shape::barriers(shapes.iter().map(AsRef::as_ref))
}

impl Race {
    /// The phase after the obstacles at the target are known.
    fn begun(query: &PolygonQuery, weight: f64, around: Vec<Shape>) -> Phase {
        let PolygonQuery { start, room, target } = *query;
        let ends = TargetEnds { target }.free_among(around.iter(), start, &room);
        let Some(&end) = ends.first() else { return enclosed(query, around) };
        let least = (room.size().max_element() * LEAST_VIEW).max(f64::MIN_POSITIVE);
        let range = (target.distance_to(start) * FIRST_VIEW).max(least);
        Phase::Both(Box::new(Self {
            graph: VisibilityGraph::new(start, range, weight),
            rings: Some(Separation::new([start, end], &room)),
            ends,
            around,
            end: 0,
            steps: 0,
        }))
    }

    /// Takes a step of one of the searches. Returns the next phase, once that is decided.
    fn step(&mut self, query: &PolygonQuery, shapes: &Shapes) -> Option<Phase> {
        self.steps = self.steps.saturating_add(1);
        let PolygonQuery { start, room, target } = *query;
        let is_alone = self.rings.is_none() || self.steps < ALONE || self.steps.is_multiple_of(2);
        match self.graph.path() {
            Some(Some(path)) => return Some(Phase::Done(Outcome::Found(path.to_vec()))),
            // Only obstacles that change leave neither a path nor a ring.
            Some(None) if self.rings.is_none() => return Some(Phase::Done(Outcome::GaveUp)),
            None if is_alone => {
                self.graph.step(&Scene { shapes, room, target, ends: &self.ends });
                return None;
            }
            Some(None) | None => {}
        }
        match self.rings.as_mut()?.step(shapes)? {
            Ring::None => self.rings = None,
            Ring::Of(ring) => {
                self.around.extend(ring);
                self.end += 1;
                let Some(&end) = self.ends.get(self.end) else {
                    return Some(enclosed(query, core::mem::take(&mut self.around)));
                };
                self.rings = Some(Separation::new([start, end], &room));
            }
        }
        None
    }

    fn is_sound(&self) -> bool {
        self.graph.is_sound()
            && self.ends.iter().all(|end| end.is_finite())
            && self.end < self.ends.len()
            && self.rings.as_ref().is_none_or(Separation::is_sound)
    }
}

/// The phase after it is known that shapes separate start and target.
fn enclosed(query: &PolygonQuery, by: Vec<Shape>) -> Phase {
    let PolygonQuery { start, room, target } = *query;
    Phase::Enclosed(EnclosureSearch::new(start, TargetEnds { target }, room, by))
}
