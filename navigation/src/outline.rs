//! Following the outline of a heap: bodies that overlap, seen as one.

use core::cmp::Ordering;
use core::mem::take;

use serde::{Deserialize, Serialize};

use super::Barrier;
use super::body::{Body, Side};
use super::corner::Corner;
use super::hit::Hit;
use super::inflated::InflatedObstacles;
use crate::geometry::DVec2;

/// A walk once around the outline of a heap, counter-clockwise about its bodies, from the place
/// where a way hit it until that place comes round again.
///
/// Where two bodies of the heap cross, the walk changes from one to the other; bodies that merely
/// touch are different heaps, and the walk passes between them. All corners of an outline are
/// made of coordinates of bodies, so nothing is rounded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Outline {
    pub hit: Hit,
    body: Body,
    side: Side,
    at: Place,
    mark: Option<Mark>,
    /// The corners, in order from the hit on; those at which it turns right are nobody's.
    pub corners: Vec<Corner>,
    /// The bodies passed, some of them repeatedly.
    pub bodies: Vec<Body>,
    /// Quarter turns to the left less those to the right.
    turns: i32,
    /// How many bodies were passed.
    passed: u32,
    /// Where the walk was when that was last a power of two.
    post: Option<(Barrier, Side, Place)>,
}

/// How a step of a walk went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutlineStep {
    /// To the next body.
    On,
    /// To where the walk began.
    Round,
    /// Where it can never come round: the obstacles changed since it began.
    Astray,
}

/// The most sides of one body that are followed in a row.
const SIDES: usize = 6;

/// A place on the side that is being followed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Place {
    /// Where the way hit it.
    Hit,
    /// At this coordinate along it.
    At(f64),
}

/// Where the walk began: the first edge of any length.
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
        Self { hit, body, side, at, mark: None, corners, bodies, turns: 0, passed: 0, post: None }
    }

    /// Begins another walk.
    pub fn restart(&mut self, hit: Hit) {
        let (mut corners, mut bodies) = (take(&mut self.corners), take(&mut self.bodies));
        corners.clear();
        bodies.clear();
        bodies.push(hit.body);
        *self = Self { corners, bodies, ..Self::new(hit) };
    }

    /// Walks on to the next body, looking once at what overlaps this one.
    pub fn step(&mut self, inflated: &InflatedObstacles, near: &mut Vec<Body>) -> OutlineStep {
        inflated.overlapping(&self.body, near);
        // A body has four sides, and the one on which the walk begins may be followed twice.
        for _ in 0..SIDES {
            let line = self.side.line(&self.body.aabb);
            let bump = self.bump(line, near);
            let end = self.side.end(&self.body.aabb);
            let stop = bump.map_or(end, |b| self.side.previous().line(&b.aabb));
            if self.order(self.at, stop).is_lt() {
                match self.mark {
                    None => self.begin(line),
                    Some(mark) if self.passes(&mark, line, stop) => return OutlineStep::Round,
                    Some(_) => {}
                }
            }
            self.turn(line, stop, bump.copied());
            if bump.is_some() {
                // Turned all around on the spot: a hole that is a single point.
                let is_point = self.mark.is_none() && self.turns == -4;
                return if is_point { OutlineStep::Round } else { self.pass() };
            }
        }
        OutlineStep::Astray
    }

    /// Whether all its numbers are finite.
    pub fn is_sound(&self) -> bool {
        let is_finite = |place: &Place| match place {
            Place::Hit => true,
            Place::At(along) => along.is_finite(),
        };
        let mut places = [Some(self.at), self.post.map(|(.., at)| at)].into_iter().flatten();
        self.hit.is_sound()
            && self.body.is_sound()
            && self.bodies.iter().all(Body::is_sound)
            && self.corners.iter().all(Corner::is_sound)
            && places.all(|place| is_finite(&place))
            && self.mark.is_none_or(|mark| mark.line.is_finite() && is_finite(&mark.at))
    }

    /// Counts a body that was passed, and watches out for walking in circles: it remembers where
    /// it was after one body, two, four, eight and so on, and does not come there again.
    fn pass(&mut self) -> OutlineStep {
        let here = (self.body.barrier, self.side, self.at);
        if self.post == Some(here) {
            return OutlineStep::Astray;
        }
        self.passed = self.passed.saturating_add(1);
        if self.passed.is_power_of_two() {
            self.post = Some(here);
        }
        OutlineStep::On
    }

    /// Whether the outline is the outside of its heap; if not, it is the inside of a hole.
    pub fn is_outside(&self) -> bool {
        self.turns > 0
    }

    /// The point at which the way hit the outline, when that is one of its corners and thereby
    /// known exactly.
    pub fn exact_hit(&self) -> Option<DVec2> {
        match self.mark {
            Some(Mark { side, line, at: Place::At(along) }) => Some(side.point(line, along)),
            _ => None,
        }
    }

    /// Where the way hit the outline, rounded if need be.
    pub fn place_of_hit(&self) -> DVec2 {
        self.exact_hit().unwrap_or_else(|| self.hit.rounded())
    }

    /// The edges, each with its ends in the order of the walk; the first one holds the hit.
    pub fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let before = self.corners.iter().cycle().skip(self.corners.len().saturating_sub(1));
        before.map(|corner| corner.point).zip(self.corners.iter().map(|corner| corner.point))
    }

    /// The length of the whole outline.
    pub fn length(&self) -> f64 {
        self.edges().map(|(from, to)| from.distance(to)).sum()
    }

    /// The area that the outline runs around.
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

    /// Whether `point`, which the outline does not touch, is on the outline's free side: beyond
    /// the heap for an outside, within the hole for an inside.
    pub fn is_free_side(&self, point: DVec2) -> bool {
        let mut winding = 0;
        for (from, to) in self.edges().filter(|(from, to)| from.x == to.x && from.x > point.x) {
            winding += i32::from(from.y <= point.y && point.y < to.y);
            winding -= i32::from(to.y <= point.y && point.y < from.y);
        }
        (winding == 0) == self.is_outside()
    }

    /// What the outline runs along, in order of name.
    pub fn barriers(&self) -> Vec<Barrier> {
        let mut barriers: Vec<_> = self.bodies.iter().map(|body| body.barrier).collect();
        barriers.sort_unstable();
        barriers.dedup();
        barriers
    }

    /// The body first bumped into on the rest of the side: the one that holds the place just
    /// behind where it is entered.
    fn bump<'a>(&self, line: f64, near: &'a [Body]) -> Option<&'a Body> {
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

    /// Where `place` on the current side lies compared to `along`.
    fn order(&self, place: Place, along: f64) -> Ordering {
        match place {
            Place::Hit => self.hit.place(along).reverse(),
            Place::At(at) => self.side.progress(at).total_cmp(&self.side.progress(along)),
        }
    }

    /// Whether the edge from here to `stop` leads past the mark.
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
        self.post = None;
    }

    /// Ends the edge at `stop` and turns: to the right along what is in the way, or to the left
    /// around the body's own corner.
    fn turn(&mut self, line: f64, stop: f64, bump: Option<Body>) {
        let point = self.side.point(line, stop);
        let corner = match bump {
            Some(_) => Corner::none(point),
            None => Corner { point, quadrant: self.side.quadrant_at_end() },
        };
        match self.corners.last_mut() {
            Some(last) if last.point == point => {
                if bump.is_none() {
                    *last = corner;
                }
            }
            _ => self.corners.push(corner),
        }
        if let Some(body) = bump {
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
