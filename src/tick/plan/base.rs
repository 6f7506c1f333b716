//! How to get to a base.

use crate::behaviour::BaseId;
use crate::geometry::{Aabb, lattice};
use crate::navigation::Goal;
use crate::world::Layout;

/// Where a creature that can stand anywhere in `room` has to get to next so as to come to a base:
/// the tile from which it is taken. `None` where there is no such base.
pub(in crate::tick) fn way_to_base(base: BaseId, layout: &Layout, room: &Aabb) -> Option<Goal> {
    let site = layout.sites.get(base.index())?;
    Some(Goal::Point(lattice::snap_point(room.nearest_point(site.middle))))
}
