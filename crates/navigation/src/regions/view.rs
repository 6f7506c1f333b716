//! What is visible through an interval.

use std::cmp::Ordering;
use std::ops::Range;

use terrarium_space::geometry::{DVec2, turn};

use super::portal::Exit;

/// How an interval, and the far side of the region behind it, is seen from a root.
pub(super) struct View {
    /// The line of sight to either end, by two points.
    rays: [[DVec2; 2]; 2],
    moves_right: bool,
    /// Whether the root is on the line of the interval, so that it sees all beyond.
    pub is_open: bool,
    /// The position of the far side, the heights of the rays there, and their rounding errors.
    far: f64,
    heights: [f64; 2],
    errors: [f64; 2],
}

impl View {
    /// The view along rays to both ends of an interval, on to the far side at `far`.
    pub fn new(rays: [[DVec2; 2]; 2], moves_right: bool, is_open: bool, far: f64) -> Self {
        let slope = |[from, to]: [DVec2; 2]| (to.y - from.y) * ((far - to.x) / (to.x - from.x));
        let slopes = rays.map(slope);
        let height = |end: usize| rays[end][1].y + slopes[end];
        let size = |end: usize| rays[end][1].y.abs() + slopes[end].abs();
        let error = |end: usize| ROUNDING * size(end) + f64::MIN_POSITIVE;
        let (heights, errors) = ([height(0), height(1)], [error(0), error(1)]);
        Self { rays, moves_right, is_open, far, heights, errors }
    }

    /// Whether a place is below, on or above the ray to one end.
    pub fn order(&self, place: DVec2, is_high: bool) -> Ordering {
        let [from, to] = self.rays[usize::from(is_high)];
        let side = turn(from, to, place);
        if self.moves_right { side } else { side.reverse() }
    }

    /// Whether a place beyond the interval is visible.
    pub fn shows(&self, place: DVec2) -> bool {
        self.is_open || (self.order(place, false).is_ge() && self.order(place, true).is_le())
    }

    /// Whether a place on the far side is below, on or above the ray to one end.
    pub fn order_at(&self, y: f64, is_high: bool) -> Ordering {
        let [above, error] = [self.heights, self.errors].map(|it| it[usize::from(is_high)]);
        if y - above > error {
            Ordering::Greater
        } else if above - y > error {
            Ordering::Less
        } else {
            self.order(DVec2::new(self.far, y), is_high)
        }
    }

    /// Those of the exits on the far side that begin below the lower ray, or end above the upper one.
    pub fn hidden(&self, exits: &[Exit], is_high: bool) -> Range<usize> {
        if is_high {
            exits.partition_point(|exit| self.order_at(exit.high, true).is_le())..exits.len()
        } else {
            0..exits.partition_point(|exit| self.order_at(exit.low, false).is_lt())
        }
    }

    /// The height of a ray on the far side, within an exit.
    pub fn height(&self, is_high: bool, exit: &Exit) -> f64 {
        self.heights[usize::from(is_high)].max(exit.low).min(exit.high)
    }
}

/// An upper bound of the relative rounding error of the height of a ray.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
