//! Places in a formation: beside a leader, in the direction in which it moves.
//!
//! In a narrow passage the places move together, in front of a door into each other, and spread again behind it.
//! So a group goes in file where it has to, because those who go to one place make room for each other.

use glam::DVec2;
use terrarium_creatures::behaviour::{OwnState, Sighting};
use terrarium_space::Index;
use terrarium_space::geometry::{Aabb, Solid, lattice, slide};

/// The largest distance of a place ahead of the leader, and to its side, in units.
const FARTHEST: f64 = 512.0;

/// The place that lies `ahead` of a leader and to the `right` of it, in units, for the centre of the creature; or as
/// far toward it as the ground is passable, first ahead and then to the side. While the leader stands, it is the
/// nearest place at the same distance.
pub(super) fn place(
    index: &Index,
    bounds: &Aabb,
    me: &OwnState<'_>,
    leader: &Sighting,
    (ahead, right): (f64, f64),
) -> DVec2 {
    let [ahead, right] = [ahead, right].map(|it| it.clamp(-FARTHEST, FARTHEST));
    let room = bounds.inflated(DVec2::splat(-me.radius));
    let inside = |place: DVec2| lattice::snap_point(room.nearest_point(place));
    let reached = |from: DVec2, to: DVec2| {
        let half = DVec2::splat(me.radius);
        let mut solids: Vec<Solid> = Vec::new();
        index.visit_terrain(&Aabb::spanning(from, to).inflated(half), |_, block| {
            solids.push(block.inflated(half));
        });
        // A smaller leader may walk where this body has no room.
        solids.retain(|solid| !solid.contains_inside(from));
        slide(from, to, &solids, &room).contact
    };
    let from = inside(leader.centre + leader.velocity);
    let Some(direction) = leader.velocity.try_normalize() else {
        let away = (me.centre - leader.centre).normalize_or(DVec2::X);
        return reached(from, inside(from + away * DVec2::new(ahead, right).length()));
    };
    let beside = reached(from, inside(from + direction * ahead));
    // Where y points down, a direction turned to the left by its numbers is its right.
    reached(beside, inside(beside + direction.perp() * right))
}
