//! The first entry of a segment into an inflated obstacle, represented exactly without computing
//! it.

use core::cmp::Ordering;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Axis, DVec2, Segment, turn};

use super::body::{Body, Side};

/// The crossing of a segment with a side of a body. Its coordinate along the side is a fraction
/// that no double may represent, so it is never computed, only compared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Hit {
    pub from: DVec2,
    pub to: DVec2,
    pub body: Body,
    pub side: Side,
}

impl Hit {
    /// The hit of a segment on `body`; `None` when it does not enter it, or begins inside.
    pub fn new(segment: &Segment, body: Body) -> Option<Self> {
        if !segment.enters(&body.aabb) {
            return None;
        }
        let Segment { from, to } = *segment;
        let crossed = |axis: Axis| {
            let upward = axis.of(to) > axis.of(from);
            let side = Side::entered(axis, upward);
            let line = side.line(&body.aabb);
            let behind = if upward { axis.of(from) <= line } else { axis.of(from) >= line };
            behind.then_some(side)
        };
        let side = match (crossed(Axis::X), crossed(Axis::Y)) {
            (Some(x), Some(y)) => {
                let corner = DVec2::new(x.line(&body.aabb), y.line(&body.aabb));
                if x_first(from, to, corner).is_lt() { y } else { x }
            }
            (Some(side), None) | (None, Some(side)) => side,
            (None, None) => return None,
        };
        Some(Self { from, to, body, side })
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.from.is_finite() && self.to.is_finite() && self.body.is_sound()
    }

    /// The order of two hits along the same segment, then by barrier.
    pub fn cmp(&self, other: &Self) -> Ordering {
        let (mine, yours) = (self.line(), other.line());
        let place = match (self.side.along(), other.side.along()) {
            (Axis::Y, Axis::X) => x_first(self.from, self.to, DVec2::new(mine, yours)),
            (Axis::X, Axis::Y) => x_first(self.from, self.to, DVec2::new(yours, mine)).reverse(),
            (along, _) => {
                let across = along.other();
                let upward = across.of(self.to) > across.of(self.from);
                let order = mine.total_cmp(&yours);
                if upward { order } else { order.reverse() }
            }
        };
        place.then(self.body.barrier.cmp(&other.body.barrier))
    }

    /// The coordinate of the side that is crossed.
    pub fn line(&self) -> f64 {
        self.side.line(&self.body.aabb)
    }

    /// Whether the coordinate `along` the side lies before, at or behind the hit when the side is
    /// followed counter-clockwise.
    pub fn place(&self, along: f64) -> Ordering {
        let point = self.side.point(self.line(), along);
        // In the direction of entry, the side runs from left to right: what lies before is on the
        // left.
        turn(self.from, self.to, point).reverse()
    }

    /// The hit, rounded to doubles.
    pub fn rounded(&self) -> DVec2 {
        let across = self.side.along().other();
        let (from, to) = (across.of(self.from), across.of(self.to));
        let point = self.from + (self.to - self.from) * ((self.line() - from) / (to - from));
        let along = self.side.along().of(point.clamp(self.body.aabb.min, self.body.aabb.max));
        self.side.point(self.line(), along)
    }
}

/// Whether the line from `from` to `to` crosses the `x` of `corner` before its `y`: less if so,
/// equal if both at once.
fn x_first(from: DVec2, to: DVec2, corner: DVec2) -> Ordering {
    let side = turn(from, to, corner);
    let mirrored = (to.x > from.x) != (to.y > from.y);
    if mirrored { side } else { side.reverse() }
}
