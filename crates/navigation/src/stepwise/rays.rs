//! What rays see: where they end, and the windows between what they hit.

use core::f64::consts::TAU;

use terrarium_space::geometry::{Aabb, DVec2};

/// A window between two rays: the direction of its centre as a multiple of half the angle between
/// rays, measured clockwise from the goal's direction, and its width in rays.
pub(super) struct Window {
    pub centre: i32,
    pub rays: usize,
    /// The distance of its nearer edge.
    pub edge: f64,
}

/// All windows of up to half a turn in which everything is farther away than the nearer edge by at
/// least the agent's width, and that are wide enough there.
pub(super) fn windows(distances: &[f64], width: f64, range: f64) -> Vec<Window> {
    let rays = distances.len();
    let step = TAU / rays as f64;
    let mut windows = Vec::new();
    for first in 0..rays {
        let mut nearest = f64::INFINITY;
        for wide in 1..=rays / 2 {
            if wide > 1 {
                nearest = nearest.min(distances[(first + wide - 1) % rays]);
            }
            let edge = distances[first].min(distances[(first + wide) % rays]);
            // Where no obstacle is in range, the range counts as free.
            let near = edge.min(range);
            let needed = libm::asin((width / near).min(1.0));
            if wide as f64 * step >= needed && nearest >= near + width {
                let turned = i32::try_from((2 * first + wide) % (2 * rays)).unwrap_or(0);
                let half = i32::try_from(rays).unwrap_or(i32::MAX);
                let centre = if turned > half { turned - 2 * half } else { turned };
                windows.push(Window { centre, rays: wide, edge: near });
            }
        }
    }
    windows
}

/// The distance along a ray to a box; infinite when it misses.
pub(super) fn reaching(from: DVec2, along: DVec2, aabb: &Aabb) -> f64 {
    let (near, far) = slabs(from, along, aabb);
    if near < far && far > 0.0 { near.max(0.0) } else { f64::INFINITY }
}

/// The distance along a ray to the exit of a box.
pub(super) fn leaving(from: DVec2, along: DVec2, aabb: &Aabb) -> f64 {
    slabs(from, along, aabb).1.max(0.0)
}

/// The distances at which a line enters a box and leaves it.
fn slabs(from: DVec2, along: DVec2, aabb: &Aabb) -> (f64, f64) {
    let axis = |from: f64, along: f64, min: f64, max: f64| {
        if along == 0.0 {
            let is_within = min < from && from < max;
            let all = (f64::NEG_INFINITY, f64::INFINITY);
            return if is_within { all } else { (f64::INFINITY, f64::NEG_INFINITY) };
        }
        let (a, b) = ((min - from) / along, (max - from) / along);
        (a.min(b), a.max(b))
    };
    let x = axis(from.x, along.x, aabb.min.x, aabb.max.x);
    let y = axis(from.y, along.y, aabb.min.y, aabb.max.y);
    (x.0.max(y.0), x.1.min(y.1))
}
