//! Path finding among polygons.

use serde::{Deserialize, Serialize};

use super::enclosure::EnclosureSearch;
use super::shapes::{Shape, Shapes};
use super::visibility_graph::{Scene, VisibilityGraph};
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
    ToGoal(LazyPath),
    /// There is none. Search for a path to the border.
    ToBorder(LazyPath),
    /// There is none either: find a minimal set that separates the start from the border.
    StartBarriers(EnclosureSearch),
    /// Check whether that set separates the start from the goal, too.
    ConfirmStart(Vec<Shape>, VisibilityGraph),
    /// There is a path to the border: find a minimal set that separates start and goal.
    GoalBarriers(EnclosureSearch),
    /// Check whether that set would suffice without the border.
    WithoutBorder(Vec<Shape>, VisibilityGraph),
    /// It would not. Measure the area around the start.
    Measure(Vec<Shape>, VisibilityGraph),
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
        match &self.phase {
            Phase::ToGoal(lazy) | Phase::ToBorder(lazy) => lazy.is_sound(&self.known),
            Phase::StartBarriers(enclosure) | Phase::GoalBarriers(enclosure) => {
                enclosure.is_sound()
            }
            Phase::ConfirmStart(between, graph)
            | Phase::WithoutBorder(between, graph)
            | Phase::Measure(between, graph) => graph.is_sound(between),
            Phase::Start | Phase::Goal | Phase::Done(_) => true,
        }
    }

    fn next(&mut self, phase: Phase, query: &PolygonQuery, shapes: &Shapes) -> Phase {
        let PolygonQuery { start, room, target } = *query;
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
                    by if by.is_empty() => Phase::ToGoal(LazyPath::new(start)),
                    by => Phase::Done(Outcome::GoalEnclosed { by }),
                }
            }
            Phase::ToGoal(mut lazy) => match lazy.step(&mut self.known, shapes, room, &targets) {
                None => Phase::ToGoal(lazy),
                Some(Some(path)) => Phase::Done(Outcome::Found(path)),
                Some(None) => Phase::ToBorder(LazyPath::new(start)),
            },
            Phase::ToBorder(mut lazy) => match lazy.step(&mut self.known, shapes, room, &sides) {
                None => Phase::ToBorder(lazy),
                Some(Some(_)) => {
                    Phase::GoalBarriers(EnclosureSearch::new(start, self.known.clone()))
                }
                Some(None) => Phase::StartBarriers(EnclosureSearch::new(start, self.known.clone())),
            },
            Phase::StartBarriers(mut enclosure) => match enclosure.step(room, &sides) {
                None => Phase::StartBarriers(enclosure),
                Some(around) => Phase::ConfirmStart(around, VisibilityGraph::new(start)),
            },
            Phase::ConfirmStart(around, mut graph) => {
                if !graph.is_done() {
                    graph.step(&Scene { shapes: &around, room, targets: &targets });
                    Phase::ConfirmStart(around, graph)
                } else if graph.path().is_some() {
                    // The goal lies in the same area, and is separated by other obstacles.
                    Phase::GoalBarriers(EnclosureSearch::new(start, self.known.clone()))
                } else {
                    Phase::Done(Outcome::StartEnclosed { by: Shape::barriers(&around) })
                }
            }
            Phase::GoalBarriers(mut enclosure) => match enclosure.step(room, &targets) {
                None => Phase::GoalBarriers(enclosure),
                Some(between) => Phase::WithoutBorder(between, VisibilityGraph::new(start)),
            },
            Phase::WithoutBorder(between, mut graph) => {
                let all = between.iter().map(|shape| shape.area.bounds());
                let beyond = all.fold(room, |all, area| all.union(&area)).inflated(DVec2::ONE);
                if !graph.is_done() {
                    graph.step(&Scene { shapes: &between, room: beyond, targets: &targets });
                    Phase::WithoutBorder(between, graph)
                } else if graph.path().is_some() {
                    Phase::Measure(between, VisibilityGraph::new(start))
                } else {
                    Phase::Done(Outcome::GoalEnclosed { by: Shape::barriers(&between) })
                }
            }
            Phase::Measure(between, mut graph) => {
                if graph.is_done() {
                    return Phase::Done(enclosed_with_border(&between, &graph, &room));
                }
                graph.step(&Scene { shapes: &between, room, targets: &targets });
                Phase::Measure(between, graph)
            }
            done @ Phase::Done(_) => done,
        }
    }
}

/// A lazy search for the shortest path, which queries only the obstacles that candidate paths
/// enter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct LazyPath {
    start: DVec2,
    graph: VisibilityGraph,
    /// The number of segments of the path tested so far, and the shapes that they enter.
    tested: usize,
    met: Vec<Shape>,
}

impl LazyPath {
    fn new(start: DVec2) -> Self {
        Self { start, graph: VisibilityGraph::new(start), tested: 0, met: Vec::new() }
    }

    /// Whether all references resolve.
    fn is_sound(&self, known: &[Shape]) -> bool {
        let count = self.graph.path().map_or(0, <[DVec2]>::len);
        self.start.is_finite() && self.tested <= count && self.graph.is_sound(known)
    }

    /// Takes a step. Returns the path, or that there is none, once that is decided.
    fn step(
        &mut self,
        known: &mut Vec<Shape>,
        shapes: &Shapes,
        room: Aabb,
        targets: &[Aabb],
    ) -> Option<Option<Vec<DVec2>>> {
        if !self.graph.is_done() {
            self.graph.step(&Scene { shapes: known, room, targets });
            return None;
        }
        let Some(path) = self.graph.path() else { return Some(None) };
        if self.tested < path.len() {
            let from = if self.tested == 0 { self.start } else { path[self.tested - 1] };
            self.met.extend(shapes.entered_by(&Segment::new(from, path[self.tested])));
            self.tested += 1;
            return None;
        }
        if self.met.is_empty() {
            return Some(Some(path.to_vec()));
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
fn enclosed_with_border(between: &[Shape], graph: &VisibilityGraph, room: &Aabb) -> Outcome {
    let by = [Shape::barriers(between), vec![Barrier::Border]].concat();
    let scene = Scene { shapes: between, room: *room, targets: &sides(room) };
    let mut places: Vec<DVec2> = graph.reached().collect();
    for at in graph.reached() {
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
