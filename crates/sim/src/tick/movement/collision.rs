//! When a mover would collide with another that goes on as it goes.

use glam::DVec2;
use terrarium_space::geometry::Aabb;

/// How a moving point enters a box.
#[derive(Debug, Clone, Copy)]
pub(super) struct Collision {
    /// The time until it does.
    pub time: f64,
    /// How far it would have to be aside to pass, as a share of half the box: 1 in the middle, 0 at the edge.
    pub missing: f64,
}

/// How a point with a velocity enters a box within some time; `None` if it does not.
pub(super) fn collision(
    area: &Aabb,
    from: DVec2,
    velocity: DVec2,
    within: f64,
) -> Option<Collision> {
    // Most are too far away, or go away; that is known without a division.
    let gap = (area.min - from).max(from - area.max);
    let closing = DVec2::select((area.min - from).cmpgt(DVec2::ZERO), velocity, -velocity);
    let is_apart = gap.cmpge(DVec2::ZERO);
    if (is_apart & gap.cmpge((closing * within).max(DVec2::ZERO))).any() {
        return None;
    }
    let slab = |from: f64, velocity: f64, min: f64, max: f64| {
        if velocity == 0.0 {
            let is_inside = min < from && from < max;
            return if is_inside { (0.0, f64::INFINITY) } else { (f64::INFINITY, 0.0) };
        }
        let (a, b) = ((min - from) / velocity, (max - from) / velocity);
        if a < b { (a, b) } else { (b, a) }
    };
    let x = slab(from.x, velocity.x, area.min.x, area.max.x);
    let y = slab(from.y, velocity.y, area.min.y, area.max.y);
    let (time, leaves) = (x.0.max(y.0).max(0.0), x.1.min(y.1));
    if time >= leaves || time >= within {
        return None;
    }
    let aside = (from + velocity * time - area.centre()).abs() / (area.size() * 0.5);
    let missing = 1.0 - if x.0 > y.0 { aside.y } else { aside.x };
    Some(Collision { time, missing })
}
