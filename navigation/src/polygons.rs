//! Path finding among polygons.

use serde::{Deserialize, Serialize};

use super::enclosure::EnclosureSearch;
use super::shapes::{Shape, Shapes};
use super::web::{Scene, Web};
use super::{Barrier, Outcome};
use crate::geometry::{Aabb, Convex, DVec2, Segment};

/// A search for the shortest path among obstacles some of which are polygons.
///
/// Sloped edges cross at fractions that no double may represent, so outlines of polygons cannot be
/// followed exactly. But shortest paths bend only at corners of inflated obstacles, and these are
/// exact. So the search is lazy: it takes the shortest path among the obstacles known so far,
/// initially none, adds the obstacles that the path enters, and repeats. A path that enters none is
/// the shortest of all; and where the known obstacles leave no path, there is none. Each round adds
/// an obstacle, so the search terminates.
///
/// Where there is no path, the same kind of search toward the border decides whether the start is
/// enclosed, and obstacles are left out while the others still separate start and goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PolygonSearch {
    known: Vec<Shape>,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Check the start.
    Start,
    /// Check the goal.
    Goal,
    /// Search for a path to the goal.
    Reach(Venture),
    /// There is none. Search for a path to the border.
    Escape(Venture),
    /// There is none either: find a minimal set that separates the start from the border.
    CloseIn(EnclosureSearch),
    /// Check whether that set separates the start from the goal, too.
    Confirm(Vec<Shape>, Web),
    /// There is a path to the border: find a minimal set that separates start and goal.
    Part(EnclosureSearch),
    /// Check whether that set would suffice without the border.
    Lift(Vec<Shape>, Web),
    /// It would not. Measure the area around the start.
    Measure(Vec<Shape>, Web),
    Done(Outcome),
}

/// The problem that a search solves.
pub(super) struct PolygonQuery {
    pub start: DVec2,
    pub room: Aabb,
    pub target: Aabb,
}

impl PolygonSearch {
    /// A search that has not begun.
    pub fn new() -> Self {
        Self { known: Vec::new(), phase: Phase::Start }
    }

    /// Takes a step, with at most one query of the obstacles. Returns the outcome, once there is
    /// one.
    pub fn step(&mut self, quest: &PolygonQuery, shapes: &Shapes) -> Option<Outcome> {
        let phase = core::mem::replace(&mut self.phase, Phase::Start);
        self.phase = self.next(phase, quest, shapes);
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// Whether all references resolve.
    pub fn is_sound(&self) -> bool {
        match &self.phase {
            Phase::Reach(venture) | Phase::Escape(venture) => venture.is_sound(&self.known),
            Phase::CloseIn(enclosure) | Phase::Part(enclosure) => enclosure.is_sound(),
            Phase::Confirm(between, web)
            | Phase::Lift(between, web)
            | Phase::Measure(between, web) => web.is_sound(between),
            Phase::Start | Phase::Goal | Phase::Done(_) => true,
        }
    }

    fn next(&mut self, phase: Phase, quest: &PolygonQuery, shapes: &Shapes) -> Phase {
        let PolygonQuery { start, room, target } = *quest;
        let (targets, sides) = ([target], sides(&room));
        match phase {
            Phase::Start => match Shape::barriers(&shapes.covering(start)) {
                by if by.is_empty() => Phase::Goal,
                by => Phase::Done(Outcome::StartEnclosed { by }),
            },
            Phase::Goal => {
                let is_point = target.min == target.max;
                let covering = if is_point { shapes.covering(target.min) } else { Vec::new() };
                match Shape::barriers(&covering) {
                    by if by.is_empty() => Phase::Reach(Venture::new(start)),
                    by => Phase::Done(Outcome::GoalEnclosed { by }),
                }
            }
            Phase::Reach(mut venture) => {
                match venture.step(&mut self.known, shapes, room, &targets) {
                    None => Phase::Reach(venture),
                    Some(Some(way)) => Phase::Done(Outcome::Found(way)),
                    Some(None) => Phase::Escape(Venture::new(start)),
                }
            }
            Phase::Escape(mut venture) => {
                match venture.step(&mut self.known, shapes, room, &sides) {
                    None => Phase::Escape(venture),
                    Some(Some(_)) => Phase::Part(EnclosureSearch::new(start, self.known.clone())),
                    Some(None) => Phase::CloseIn(EnclosureSearch::new(start, self.known.clone())),
                }
            }
            Phase::CloseIn(mut enclosure) => match enclosure.step(room, &sides) {
                None => Phase::CloseIn(enclosure),
                Some(around) => Phase::Confirm(around, Web::new(start)),
            },
            Phase::Confirm(around, mut web) => {
                if !web.is_done() {
                    web.step(&Scene { shapes: &around, room, targets: &targets });
                    Phase::Confirm(around, web)
                } else if web.way().is_some() {
                    // The goal lies in the same area, and is separated by other obstacles.
                    Phase::Part(EnclosureSearch::new(start, self.known.clone()))
                } else {
                    Phase::Done(Outcome::StartEnclosed { by: Shape::barriers(&around) })
                }
            }
            Phase::Part(mut enclosure) => match enclosure.step(room, &targets) {
                None => Phase::Part(enclosure),
                Some(between) => Phase::Lift(between, Web::new(start)),
            },
            Phase::Lift(between, mut web) => {
                let all = between.iter().map(|shape| shape.area.bounds());
                let beyond = all.fold(room, |all, area| all.union(&area)).inflated(DVec2::ONE);
                if !web.is_done() {
                    web.step(&Scene { shapes: &between, room: beyond, targets: &targets });
                    Phase::Lift(between, web)
                } else if web.way().is_some() {
                    Phase::Measure(between, Web::new(start))
                } else {
                    Phase::Done(Outcome::GoalEnclosed { by: Shape::barriers(&between) })
                }
            }
            Phase::Measure(between, mut web) => {
                if web.is_done() {
                    return Phase::Done(parted_by_border(&between, &web, &room));
                }
                web.step(&Scene { shapes: &between, room, targets: &targets });
                Phase::Measure(between, web)
            }
            done @ Phase::Done(_) => done,
        }
    }
}

/// A lazy search for the shortest path, which queries only the obstacles that candidate paths
/// enter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Venture {
    start: DVec2,
    web: Web,
    /// The number of segments of the path tested so far, and the shapes that they enter.
    legs: usize,
    met: Vec<Shape>,
}

impl Venture {
    fn new(start: DVec2) -> Self {
        Self { start, web: Web::new(start), legs: 0, met: Vec::new() }
    }

    /// Whether all references resolve.
    fn is_sound(&self, known: &[Shape]) -> bool {
        let legs = self.web.way().map_or(0, <[DVec2]>::len);
        self.start.is_finite() && self.legs <= legs && self.web.is_sound(known)
    }

    /// Takes a step. Returns the path, or that there is none, once that is decided.
    fn step(
        &mut self,
        known: &mut Vec<Shape>,
        shapes: &Shapes,
        room: Aabb,
        targets: &[Aabb],
    ) -> Option<Option<Vec<DVec2>>> {
        if !self.web.is_done() {
            self.web.step(&Scene { shapes: known, room, targets });
            return None;
        }
        let Some(way) = self.web.way() else { return Some(None) };
        if self.legs < way.len() {
            let from = if self.legs == 0 { self.start } else { way[self.legs - 1] };
            self.met.extend(shapes.entered_by(&Segment::new(from, way[self.legs])));
            self.legs += 1;
            return None;
        }
        if self.met.is_empty() {
            return Some(Some(way.to_vec()));
        }
        self.met.sort_by_key(|shape| shape.key);
        self.met.dedup_by_key(|shape| shape.key);
        known.append(&mut self.met);
        *self = Self::new(self.start);
        None
    }
}

/// Decides whether start or goal is enclosed when shapes and the border separate them together: the
/// one in the smaller area.
fn parted_by_border(between: &[Shape], web: &Web, room: &Aabb) -> Outcome {
    let by = [Shape::barriers(between), vec![Barrier::Border]].concat();
    let scene = Scene { shapes: between, room: *room, targets: &sides(room) };
    let mut places: Vec<DVec2> = web.reached().collect();
    for at in web.reached() {
        let mut border = scene.arrivals(at);
        border.extend(corners(room));
        places.extend(border.into_iter().filter(|&place| scene.sees(at, place)));
    }
    let area = Convex::around(places).map_or(0.0, |hull| hull.area());
    if area > room.area() * 0.5 {
        Outcome::GoalEnclosed { by }
    } else {
        Outcome::StartEnclosed { by }
    }
}

fn corners(area: &Aabb) -> [DVec2; 4] {
    let Aabb { min, max } = *area;
    [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}

/// The four sides of a box, as boxes.
fn sides(area: &Aabb) -> [Aabb; 4] {
    let [a, b, c, d] = corners(area);
    [(a, b), (b, c), (d, c), (a, d)].map(|(from, to)| Aabb::spanning(from, to))
}
