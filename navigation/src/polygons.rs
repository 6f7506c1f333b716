//! Finding ways among polygons.

use serde::{Deserialize, Serialize};

use super::enclosure::EnclosureSearch;
use super::shapes::{Shape, Shapes};
use super::web::{Scene, Web};
use super::{Barrier, Outcome};
use crate::geometry::{Aabb, Convex, DVec2, Segment};

/// A search for the shortest way among obstacles some of which are polygons.
///
/// Where sloped edges cross is a fraction that no double need hold, so their outlines cannot be
/// followed exactly. But shortest ways bend only at corners of grown obstacles, and these are exact.
/// So: take the shortest way among what is known, which is nothing at first; look what it runs into;
/// add that to what is known; again. A way that runs into nothing is the shortest of all; and where
/// what is known leaves no way there is none. Each round adds an obstacle, so this ends.
///
/// Where there is no way the same kind of search toward the border tells whether the start is closed
/// in, and obstacles are left out for as long as the others suffice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PolygonSearch {
    known: Vec<Shape>,
    phase: Phase,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Is the start a place to be?
    Start,
    /// Is the goal?
    Goal,
    /// Is there a way to the goal?
    Reach(Venture),
    /// There is none. Is there one to the border?
    Escape(Venture),
    /// There is none either: what parts the start from it?
    CloseIn(EnclosureSearch),
    /// These do. Do they part it from the goal as well?
    Confirm(Vec<Shape>, Web),
    /// There is one: what parts the start from the goal?
    Part(EnclosureSearch),
    /// These do. Would they without the border?
    Lift(Vec<Shape>, Web),
    /// They would not. How large is the place of the start?
    Measure(Vec<Shape>, Web),
    Done(Outcome),
}

/// The question of a search.
pub(super) struct PolygonQuery {
    pub start: DVec2,
    pub room: Aabb,
    pub target: Aabb,
}

impl PolygonSearch {
    /// A search that has looked at nothing yet.
    pub fn new() -> Self {
        Self { known: Vec::new(), phase: Phase::Start }
    }

    /// Goes on a step, at most one look at the obstacles. The answer, once there is one.
    pub fn step(&mut self, quest: &PolygonQuery, shapes: &Shapes) -> Option<Outcome> {
        let phase = core::mem::replace(&mut self.phase, Phase::Start);
        self.phase = self.next(phase, quest, shapes);
        match &self.phase {
            Phase::Done(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// Whether what it refers to is there.
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
                    // The goal is in there, too, and something else covers it.
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

/// A shortest way that is found by looking at nothing but what it runs into.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Venture {
    start: DVec2,
    web: Web,
    /// How many legs of the way have been looked at, and what they run into.
    legs: usize,
    met: Vec<Shape>,
}

impl Venture {
    fn new(start: DVec2) -> Self {
        Self { start, web: Web::new(start), legs: 0, met: Vec::new() }
    }

    /// Whether what it refers to is there.
    fn is_sound(&self, known: &[Shape]) -> bool {
        let legs = self.web.way().map_or(0, <[DVec2]>::len);
        self.start.is_finite() && self.legs <= legs && self.web.is_sound(known)
    }

    /// Goes on a step. The way, or that there is none, once that is clear.
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

/// Who is closed in by shapes that part start and goal with the help of the border: the one in the
/// smaller place.
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

/// The four sides of a box as boxes.
fn sides(area: &Aabb) -> [Aabb; 4] {
    let [a, b, c, d] = corners(area);
    [(a, b), (b, c), (d, c), (a, d)].map(|(from, to)| Aabb::spanning(from, to))
}
