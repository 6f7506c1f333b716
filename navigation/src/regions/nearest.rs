//! The reachable place nearest to one that cannot be reached.

use super::Regions;
use crate::geometry::DVec2;

impl Regions {
    /// The place nearest to `goal`, by distance, that a path from `start` leads to: `goal` itself if
    /// it can be reached. Of equally near places the one with the lowest x, then y. `None` when the
    /// start is not in the free space.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, DVec2};
    /// use terrarium_navigation::regions::Regions;
    ///
    /// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
    /// let rock = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 7.0));
    /// let regions = Regions::new(room, [rock]);
    /// let inside = DVec2::new(5.5, 4.0);
    /// assert_eq!(regions.nearest_reachable(DVec2::ONE, inside), Some(DVec2::new(6.0, 4.0)));
    /// ```
    #[must_use]
    pub fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2> {
        let from = self.region_at(start)?;
        let reachable =
            (0..).zip(&self.regions).filter(|&(region, _)| self.blocks.connects(from, region));
        let places = reachable.map(|(_, region)| region.area.nearest_point(goal));
        places.min_by(|a, b| {
            let [near, far] = [a, b].map(|place| place.distance_squared(goal));
            near.total_cmp(&far).then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y))
        })
    }
}
