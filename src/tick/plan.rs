//! Finding the way: what a creature wants to reach becomes a journey.

use super::Simulation;
use crate::behaviour::Myself;
use crate::geometry::{Aabb, DVec2, lattice};
use crate::world::Journey;

/// What a journey leads to.
pub(super) enum Goal {
    /// The middle of the body on this point.
    Point(DVec2),
    /// Next to this body.
    Beside(Aabb),
}

/// The journey of a creature to its goal.
pub(super) fn journey(me: &Myself<'_>, goal: Goal, speed: f64, sim: &Simulation) -> Journey {
    let room = sim.world.setting.bounds.inflated(DVec2::splat(-me.radius));
    let aim = match goal {
        Goal::Point(point) => point,
        Goal::Beside(area) => area.inflated(DVec2::splat(me.radius)).nearest_point(me.centre),
    };
    Journey { waypoints: vec![lattice::snap_point(room.nearest_point(aim))], speed }
}
