//! The places at which a path to a target may end.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2};

use super::crossings::crossings;
use super::request::is_box;
use super::shapes::Shape;

/// A target, and the shapes near it, of which each may cover a part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct TargetEnds {
    pub target: Aabb,
}

impl TargetEnds {
    /// The places at which a shortest path from the outside can end where no shape contains them:
    /// the nearest to `start`, the corners of the target, and the points where shapes cross its
    /// sides.
    pub fn free_among<'a>(
        &self,
        shapes: impl Iterator<Item = &'a Shape> + Clone,
        start: DVec2,
        room: &Aabb,
    ) -> Vec<DVec2> {
        let target = self.target;
        let near = shapes.filter(|shape| shape.area.bounds().touches(&target));
        let mut ends = vec![target.nearest_point(start)];
        if target.min != target.max {
            ends.extend(target.corners());
            for shape in near.clone() {
                let crossings = shape.area.edges().flat_map(|edge| crossings(edge, &target));
                ends.extend(crossings.filter(|&place| target.nearest_point(place) == place));
            }
        }
        ends.retain(|&end| {
            room.nearest_point(end) == end
                && !near.clone().any(|shape| shape.area.contains_inside(end))
        });
        ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        ends.dedup();
        ends
    }

    /// Whether the target is a finite box.
    pub fn is_sound(&self) -> bool {
        is_box(&self.target)
    }
}
