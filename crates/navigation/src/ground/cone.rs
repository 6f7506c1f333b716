//! What is visible from a place through a part of a portal.

use terrarium_space::geometry::{DVec2, Segment};

/// The cone of sight from a root through an interval.
pub(super) enum Cone {
    /// The root is on the interval and sees all beyond.
    Open,
    /// The root is on the line of the interval, beside it, and sees only one of its ends.
    Closed { near: usize },
    /// The vectors from the root to both ends, the second to the left of the first; and which end of the
    /// interval is the first.
    Between { root: DVec2, rays: [DVec2; 2], first: usize },
}

/// The parts of a segment, as shares of it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parts {
    pub visible: Option<[f64; 2]>,
    /// Those that are hidden behind each end of the interval.
    pub hidden: [Option<[f64; 2]>; 2],
}

impl Cone {
    /// The cone from `root` through the interval between these ends.
    pub fn through(root: DVec2, ends: [DVec2; 2]) -> Self {
        let rays = ends.map(|end| end - root);
        let side = rays[0].perp_dot(rays[1]);
        if side > 0.0 {
            Self::Between { root, rays, first: 0 }
        } else if side < 0.0 {
            Self::Between { root, rays: [rays[1], rays[0]], first: 1 }
        } else if rays[0].dot(rays[1]) <= 0.0 {
            Self::Open
        } else {
            Self::Closed { near: usize::from(rays[1].length_squared() < rays[0].length_squared()) }
        }
    }

    /// Divides a segment beyond the interval into what is visible and what is not.
    pub fn divide(&self, segment: &Segment) -> Parts {
        const WHOLE: Option<[f64; 2]> = Some([0.0, 1.0]);
        let mut parts = Parts::default();
        match self {
            Self::Open => parts.visible = WHOLE,
            Self::Closed { near } => parts.hidden[*near] = WHOLE,
            Self::Between { root, rays, first } => {
                let ends = [segment.from - root, segment.to - root];
                let [right, left] = [0, 1].map(|ray: usize| {
                    // How far either end is on the inner side of the ray.
                    let inside = ends.map(|end| rays[ray].perp_dot(end));
                    if ray == 0 { inside } else { inside.map(|side| -side) }
                });
                let is_point = segment.from == segment.to;
                let visible = overlap(positive(right), positive(left));
                parts.visible = visible.filter(|part| is_point || is_wide(part));
                for (ray, inside) in [right, left].into_iter().enumerate() {
                    let end = if ray == 0 { *first } else { 1 - first };
                    let hidden = positive(inside.map(|side| -side));
                    let is_hidden = if is_point {
                        inside[0] < 0.0
                    } else {
                        hidden.is_some_and(|part| is_wide(&part))
                    };
                    parts.hidden[end] = hidden.filter(|_| is_hidden);
                }
            }
        }
        parts
    }
}

/// The share of a portal below which a difference is a rounding error.
const NARROW: f64 = 1e-11;

/// Whether a part is more than a point: a single point is an end of the part beside it.
fn is_wide([low, high]: &[f64; 2]) -> bool {
    high - low > NARROW
}

/// Where a linear function with these values at both ends of a segment is not negative, as shares. An
/// end of the segment is not missed by a rounding error.
fn positive([from, to]: [f64; 2]) -> Option<[f64; 2]> {
    let zero = (from / (from - to)).clamp(0.0, 1.0);
    match (from >= 0.0, to >= 0.0) {
        (true, true) => Some([0.0, 1.0]),
        (false, false) => None,
        (true, false) => Some([0.0, if zero > 1.0 - NARROW { 1.0 } else { zero }]),
        (false, true) => Some([if zero < NARROW { 0.0 } else { zero }, 1.0]),
    }
}

fn overlap(a: Option<[f64; 2]>, b: Option<[f64; 2]>) -> Option<[f64; 2]> {
    let ([a_low, a_high], [b_low, b_high]) = (a?, b?);
    let part = [a_low.max(b_low), a_high.min(b_high)];
    (part[0] <= part[1]).then_some(part)
}
