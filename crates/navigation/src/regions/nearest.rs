//! The reachable place nearest to one that cannot be reached.

use terrarium_space::geometry::DVec2;

use super::Regions;

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
        self.nearest_of(goal, |region| self.blocks.connects(from, region))
    }

    /// The place nearest to another in those regions that are `wanted`.
    pub(super) fn nearest_of(&self, to: DVec2, wanted: impl Fn(u32) -> bool) -> Option<DVec2> {
        let mut nearest: Option<(f64, DVec2)> = None;
        self.locator.visit_nearest(to, |region, area| {
            if wanted(region) {
                let place = area.nearest_point(to);
                let found = (place.distance_squared(to), place);
                nearest = Some(nearest.map_or(found, |best| nearer(best, found)));
            }
            nearest.map_or(f64::INFINITY, |(far, _)| far)
        });
        nearest.map(|(_, place)| place)
    }
}

/// The place at the smaller distance; of two as near, the one with the lower x, then y.
fn nearer(a: (f64, DVec2), b: (f64, DVec2)) -> (f64, DVec2) {
    let order = a.0.total_cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.1.y.total_cmp(&b.1.y));
    if order.is_le() { a } else { b }
}
