//! Following the outline of a cluster of overlapping bodies.

use core::cmp::Ordering;
use core::mem::{replace, take};

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::Barrier;
use super::body::{Body, Side};
use super::corner::Corner;
use super::hit::Hit;
use super::inflated::InflatedObstacles;

/// A walk once around the outline of a cluster, counter-clockwise around its bodies, from the point
/// where a segment hit it back to that point.
///
/// Where two bodies of the cluster cross, the walk changes from one to the other. Bodies that only
/// touch belong to different clusters, and the walk passes between them. The coordinates of all
/// corners of an outline are coordinates of bodies, so nothing is rounded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Outline {
    pub hit: Hit,
    body: Body,
    side: Side,
    at: Place,
    mark: Option<Mark>,
    /// The corners, in order from the hit; those at which the outline turns right belong to no
    /// body.
    pub corners: Vec<Corner>,
    /// The bodies passed, possibly repeated.
    pub bodies: Vec<Body>,
    /// The number of quarter turns to the left minus those to the right.
    turns: i32,
    /// The number of bodies passed.
    passed: u32,
    /// The position of the walk when that number was last a power of two.
    checkpoint: Option<(Barrier, Side, Place)>,
}

/// The result of a step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutlineStep {
    /// The walk reached the next body.
    Next,
    /// The walk is back at its beginning.
    Closed,
    /// The walk can never return to its beginning: the obstacles changed during the walk.
    Lost,
}

/// The maximum number of sides of one body that are followed in a row.
const SIDES: usize = 6;

/// A position on the side that is being followed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Place {
    /// The hit.
    Hit,
    /// The point with this coordinate along the side.
    At(f64),
}

/// The beginning of the walk: the first edge with a positive length.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Mark {
    side: Side,
    line: f64,
    at: Place,
}

impl Outline {
    /// A walk that begins at `hit`.
    pub fn new(hit: Hit) -> Self {
        let Hit { body, side, .. } = hit;
        let (side, at) = if hit.place(side.end(&body.aabb)).is_eq() {
            (side.next(), Place::At(hit.line()))
        } else {
            (side, Place::Hit)
        };
        let (corners, bodies) = (Vec::new(), vec![body]);
        Self {
            hit,
            body,
            side,
            at,
            mark: None,
            corners,
            bodies,
            turns: 0,
            passed: 0,
            checkpoint: None,
        }
    }

    /// Begins another walk.
    pub fn restart(&mut self, hit: Hit) {
        let (mut corners, mut bodies) = (take(&mut self.corners), take(&mut self.bodies));
        corners.clear();
        bodies.clear();
        bodies.push(hit.body);
        *self = Self { corners, bodies, ..Self::new(hit) };
    }

    /// Walks to the next body, with one query for the bodies that overlap this one.
    pub fn step(&mut self, inflated: &InflatedObstacles, near: &mut Vec<Body>) -> OutlineStep {
        inflated.overlapping(&self.body, near);
        // A body has four sides, and the one on which the walk begins may be followed twice.
        for _ in 0..SIDES {
            let line = self.side.line(&self.body.aabb);
            let blocker = self.blocker(line, near);
            let end = self.side.end(&self.body.aabb);
            let stop = blocker.map_or(end, |b| self.side.previous().line(&b.aabb));
            if self.order(self.at, stop).is_lt() {
                match self.mark {
                    None => self.begin(line),
                    Some(mark) if self.passes(&mark, line, stop) => return OutlineStep::Closed,
                    Some(_) => {}
                }
            }
            self.turn(line, stop, blocker.copied());
            if blocker.is_some() {
                // A full turn on the spot: the outline is a hole that consists of a single point.
                let is_point = self.mark.is_none() && self.turns == -4;
                return if is_point { OutlineStep::Closed } else { self.pass() };
            }
        }
        OutlineStep::Lost
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        let is_finite = |place: &Place| match place {
            Place::Hit => true,
            Place::At(along) => along.is_finite(),
        };
        let mut places = [Some(self.at), self.checkpoint.map(|(.., at)| at)].into_iter().flatten();
        self.hit.is_sound()
            && self.body.is_sound()
            && self.bodies.iter().all(Body::is_sound)
            && self.corners.iter().all(Corner::is_sound)
            && places.all(|place| is_finite(&place))
            && self.mark.is_none_or(|mark| mark.line.is_finite() && is_finite(&mark.at))
    }

    /// Counts a body passed, and detects cycles: it remembers its position after one body, two,
    /// four, eight and so on, and must not return to that position.
    fn pass(&mut self) -> OutlineStep {
        let here = (self.body.barrier, self.side, self.at);
        if self.checkpoint == Some(here) {
            return OutlineStep::Lost;
        }
        self.passed = self.passed.saturating_add(1);
        if self.passed.is_power_of_two() {
            self.checkpoint = Some(here);
        }
        OutlineStep::Next
    }

    /// Whether the outline is the outside of its cluster; otherwise it is the inside of a hole.
    pub fn is_outside(&self) -> bool {
        self.turns > 0
    }

    /// The exact point of the hit, when it is a corner of the outline.
    pub fn exact_hit(&self) -> Option<DVec2> {
        match self.mark {
            Some(Mark { side, line, at: Place::At(along) }) => Some(side.point(line, along)),
            _ => None,
        }
    }

    /// The point of the hit, rounded if necessary.
    pub fn place_of_hit(&self) -> DVec2 {
        self.exact_hit().unwrap_or_else(|| self.hit.rounded())
    }

    /// The edges, each with its ends in the order of the walk; the first one contains the hit.
    pub fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let mut from = self.corners.last().map_or(DVec2::ZERO, |last| last.point);
        let edge = move |corner: &Corner| (replace(&mut from, corner.point), corner.point);
        self.corners.iter().map(edge)
    }

    /// The length of the outline.
    pub fn length(&self) -> f64 {
        self.edges().map(|(from, to)| from.distance(to)).sum()
    }

    /// The area that the outline encloses.
    pub fn area(&self) -> f64 {
        self.edges().map(|(from, to)| from.x * (to.y - from.y)).sum::<f64>().abs()
    }

    /// Whether a point on the edge of the hit lies at or behind the hit.
    pub fn is_behind_hit(&self, point: DVec2) -> bool {
        self.mark.is_some_and(|Mark { side, at, .. }| match at {
            Place::Hit => self.hit.place(side.along().of(point)).is_ge(),
            Place::At(along) => side.progress(side.along().of(point)) >= side.progress(along),
        })
    }

    /// Whether `point`, which does not lie on the outline, is on its free side: outside the cluster
    /// for an outside, within the hole for an inside.
    pub fn is_free_side(&self, point: DVec2) -> bool {
        let mut winding = 0;
        for (from, to) in self.edges().filter(|(from, to)| from.x == to.x && from.x > point.x) {
            winding += i32::from(from.y <= point.y && point.y < to.y);
            winding -= i32::from(to.y <= point.y && point.y < from.y);
        }
        (winding == 0) == self.is_outside()
    }

    /// The barriers along the outline, ordered by key.
    pub fn barriers(&self) -> Vec<Barrier> {
        let mut barriers: Vec<_> = self.bodies.iter().map(|body| body.barrier).collect();
        barriers.sort_unstable();
        barriers.dedup();
        barriers
    }

    /// The first body that blocks the rest of the side: the one that contains the point just behind
    /// its entry.
    fn blocker<'a>(&self, line: f64, near: &'a [Body]) -> Option<&'a Body> {
        let (side, across) = (self.side, self.side.along().other());
        let end = side.progress(side.end(&self.body.aabb));
        let entry = |b: &Body| side.previous().line(&b.aabb);
        near.iter()
            .filter(|b| across.of(b.aabb.min) < line && line < across.of(b.aabb.max))
            .filter(|b| self.order(self.at, entry(b)).is_le() && side.progress(entry(b)) < end)
            .min_by(|a, b| {
                let order = side.progress(entry(a)).total_cmp(&side.progress(entry(b)));
                order.then(a.barrier.cmp(&b.barrier))
            })
    }

    /// The order of `place` on the current side relative to `along`.
    fn order(&self, place: Place, along: f64) -> Ordering {
        match place {
            Place::Hit => self.hit.place(along).reverse(),
            Place::At(at) => self.side.progress(at).total_cmp(&self.side.progress(along)),
        }
    }

    /// Whether the edge from here to `stop` passes the mark.
    fn passes(&self, mark: &Mark, line: f64, stop: f64) -> bool {
        let Place::At(start) = self.at else { return false };
        mark.side == self.side
            && mark.line == line
            && self.order(mark.at, start).is_ge()
            && self.order(mark.at, stop).is_lt()
    }

    fn begin(&mut self, line: f64) {
        self.mark = Some(Mark { side: self.side, line, at: self.at });
        self.corners.clear();
        self.turns = 0;
        self.checkpoint = None;
    }

    /// Ends the edge at `stop` and turns: right along a blocking body, or left around the body's
    /// own corner.
    fn turn(&mut self, line: f64, stop: f64, blocker: Option<Body>) {
        let point = self.side.point(line, stop);
        let corner = match blocker {
            Some(_) => Corner::none(point),
            None => Corner { point, quadrant: self.side.quadrant_at_end() },
        };
        match self.corners.last_mut() {
            Some(last) if last.point == point => {
                if blocker.is_none() {
                    *last = corner;
                }
            }
            _ => self.corners.push(corner),
        }
        if let Some(body) = blocker {
            self.turns = self.turns.saturating_sub(1);
            self.side = self.side.previous();
            self.body = body;
            self.bodies.push(body);
        } else {
            self.turns = self.turns.saturating_add(1);
            self.side = self.side.next();
        }
        self.at = Place::At(line);
    }
}
