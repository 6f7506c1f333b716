//! The view from a point between convex shapes: the corners in sight and the gaps between them.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment, turn};

use super::shapes::{Shape, Shapes};

/// All directions from that of one point counter-clockwise to that of another, at most a quarter
/// turn. Both ends count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Gap {
    pub right: DVec2,
    pub left: DVec2,
}

/// The shapes in a gap as seen from a point, up to a distance.
pub(super) struct View {
    at: DVec2,
    gap: Gap,
    range: f64,
    /// Ordered by key.
    seen: Vec<Seen>,
}

/// A shape as seen from the point.
pub(super) struct Seen {
    pub shape: Rc<Shape>,
    /// The indices of its rightmost and of its leftmost corner.
    pub edges: [usize; 2],
}

/// The relative rounding error of a computed length after a few operations. Queries are widened by
/// it, so that no shape is missed.
const SLACK: f64 = 16.0 * f64::EPSILON;

impl Gap {
    /// The gaps that make up all directions, the first around the direction of `aim`.
    pub fn around(at: DVec2, aim: DVec2) -> [Self; 4] {
        let axis = (aim - at).normalize_or(DVec2::X) * reach(at);
        let directions = [axis, axis.perp(), -axis, -axis.perp(), axis];
        let [a, b, c, d, e] = directions.map(|direction| at + direction);
        [(a, b), (b, c), (c, d), (d, e)].map(|(right, left)| Self { right, left })
    }

    /// The gaps that make up all directions from `right` to `left`, less than half a turn.
    pub fn between(at: DVec2, right: DVec2, left: DVec2) -> impl Iterator<Item = Self> {
        let (u, v) = (right - at, left - at);
        let middle = at + u.perp().normalize_or_zero() * reach(at);
        let is_wide = u.dot(v) < 0.0;
        let first = Self { right, left: if is_wide { middle } else { left } };
        core::iter::once(first).chain(is_wide.then_some(Self { right: middle, left }))
    }

    /// Whether it is finite and no wider than half a turn.
    pub fn is_sound(&self, at: DVec2) -> bool {
        let (u, v) = (self.right - at, self.left - at);
        let side = turn(at, self.right, self.left);
        [self.right, self.left].iter().all(|end| end.is_finite() && *end != at)
            && (side.is_gt() || (side.is_eq() && u.dot(v) > 0.0))
    }

    /// Whether the direction of a point lies in the gap. Exact.
    pub fn holds(&self, at: DVec2, point: DVec2) -> bool {
        let (right, left) = (turn(at, self.right, point), turn(at, point, self.left));
        // A gap without width lies on one side of the point only.
        let is_ahead = || (self.right - at).dot(point - at) > 0.0;
        right.is_ge() && left.is_ge() && (right.is_gt() || left.is_gt() || is_ahead())
    }

    /// A lower bound of the length of a path from `at` through this gap to the target that is
    /// straight for the first `range` units, in which the rest counts `weight` times.
    pub fn detour(&self, at: DVec2, range: f64, target: &Aabb, weight: f64) -> f64 {
        let aim = target.nearest_point(at);
        let straight = at.distance(aim);
        if target.min != target.max || aim == at || self.holds(at, aim) {
            return range + (straight - range).max(0.0) * weight;
        }
        let by = |edge: DVec2| {
            let there = at + (edge - at).normalize_or_zero() * range;
            range + there.distance(aim) * weight
        };
        by(self.right).min(by(self.left)) * (1.0 - SLACK)
    }
}

/// The direction straight on from one point through another, turned outwards by no more than a
/// rounding error: to the right or to the left.
pub(super) fn straight_on(from: DVec2, at: DVec2, to_the_left: bool) -> DVec2 {
    let ahead = (at - from).normalize_or_zero() * reach(at);
    let aside = ahead.perp() * SLACK;
    at + ahead + if to_the_left { aside } else { -aside }
}

/// A distance at which points around `at` are told apart as finely as directions.
fn reach(at: DVec2) -> f64 {
    at.abs().max_element().max(1.0)
}

impl View {
    /// Queries the shapes in a gap up to the distance `range`.
    pub fn new(shapes: &Shapes, at: DVec2, gap: Gap, range: f64) -> Self {
        let mut view = Self { at, gap, range, seen: Vec::new() };
        let [right, left] =
            [gap.right - at, gap.left - at].map(|direction| direction.normalize_or_zero());
        let (right, left) = (right - right.perp() * SLACK, left + left.perp() * SLACK);
        let scale = range * (1.0 + 4.0 * SLACK) * 2.0 / (right + left).length();
        let triangle = [at, at + right * scale, at + left * scale];
        // Among the coordinates of a damaged search distances can overflow.
        if !triangle.iter().all(|corner| corner.is_finite()) {
            return view;
        }
        let around = Aabb::square(at, range * (1.0 + SLACK));
        for shape in shapes.near(triangle, &around) {
            let Some(edges) = shape.area.tangents(at) else { continue };
            let seen = Seen { shape, edges };
            if seen.shape.area.bounds().distance_to(at) * (1.0 - SLACK) <= range
                && view.shows(&seen)
            {
                view.seen.push(seen);
            }
        }
        view
    }

    /// The shapes in view, ordered by key.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// Whether a point in the gap within the distance can be reached straight.
    pub fn is_free(&self, point: DVec2) -> bool {
        let segment = Segment::new(self.at, point);
        !self.seen.iter().any(|seen| seen.shape.area.is_entered_by(&segment))
    }

    /// Whether a shape hides a direction of the gap, or ends it.
    fn shows(&self, seen: &Seen) -> bool {
        let [begin, _] = seen.ends();
        self.gap.holds(self.at, begin) || self.is_covered_from_the_right(seen)
    }

    /// Whether the gap's right end is hidden, or is the left end of what is hidden.
    fn is_covered_from_the_right(&self, seen: &Seen) -> bool {
        let [begin, end] = seen.ends();
        turn(self.at, begin, self.gap.right).is_gt() && turn(self.at, self.gap.right, end).is_ge()
    }

    /// The parts of the gap in which no shape that ends within the distance blocks the view.
    pub fn gaps(&self) -> Vec<Gap> {
        let (at, Gap { right, left }) = (self.at, self.gap);
        let is_near = |seen: &&Seen| {
            let corners = seen.shape.area.corners().iter();
            corners.map(|corner| corner.distance(at)).fold(0.0, f64::max) <= self.range
        };
        let near: Vec<&Seen> = self.seen.iter().filter(is_near).collect();
        let (over, mut begun): (Vec<&Seen>, Vec<&Seen>) =
            near.into_iter().partition(|seen| self.is_covered_from_the_right(seen));
        begun.sort_by(|a, b| turn(at, b.ends()[0], a.ends()[0]));
        let mut gaps = Vec::new();
        let mut free = right;
        for (is_over, seen) in
            over.into_iter().map(|seen| (true, seen)).chain(begun.into_iter().map(|s| (false, s)))
        {
            let [begin, end] = seen.ends();
            if !is_over && turn(at, free, begin).is_ge() {
                gaps.push(Gap { right: free, left: begin });
                free = begin;
            }
            if !self.gap.holds(at, end) {
                return gaps;
            }
            if turn(at, free, end).is_gt() {
                free = end;
            }
        }
        gaps.push(Gap { right: free, left });
        gaps
    }
}

impl Seen {
    /// Its rightmost and its leftmost corner.
    fn ends(&self) -> [DVec2; 2] {
        self.edges.map(|index| self.shape.area.corners()[index])
    }
}
