//! The free place, and the reachable one, nearest to one that is not.

use terrarium_space::geometry::{Aabb, DVec2};

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
        let (mut nearest, mut others) = (Nearest::new(goal), 0);
        self.locator.visit_nearest(goal, |region, area| {
            if self.blocks.connects(from, region) {
                nearest.compare(&area)
            } else {
                others += 1;
                if others < FEW { nearest.distance_squared() } else { f64::NEG_INFINITY }
            }
        });
        if others >= FEW {
            let component = self.blocks.component(from);
            self.components.visit_nearest(self, component, goal, |_, area| nearest.compare(&area));
        }
        nearest.place()
    }

    /// The place in the free space that is nearest to a place: that place itself if it is free. Of equally
    /// near ones that with the lowest x, then y. `None` when no place is free.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, DVec2};
    /// use terrarium_navigation::regions::Regions;
    ///
    /// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
    /// let regions = Regions::new(room, [Aabb::new(DVec2::new(4.0, 0.0), DVec2::new(6.0, 8.0))]);
    /// assert_eq!(regions.nearest_free(DVec2::new(5.0, 3.0)), Some(DVec2::new(4.0, 3.0)));
    /// assert_eq!(regions.nearest_free(DVec2::new(7.0, 3.0)), Some(DVec2::new(7.0, 3.0)));
    /// ```
    #[must_use]
    pub fn nearest_free(&self, place: DVec2) -> Option<DVec2> {
        let mut nearest = Nearest::new(place);
        self.locator.visit_nearest(place, |_, area| nearest.compare(&area));
        nearest.place()
    }
}

/// The number of regions of other components after which only those of the right one are looked at.
const FEW: u32 = 32;

/// The nearest place to another so far.
struct Nearest {
    to: DVec2,
    best: Option<(f64, DVec2)>,
}

impl Nearest {
    fn new(to: DVec2) -> Self {
        Self { to, best: None }
    }

    /// Compares the nearest place of an area. Returns the square of the least distance.
    fn compare(&mut self, area: &Aabb) -> f64 {
        let place = area.nearest_point(self.to);
        let found = (place.distance_squared(self.to), place);
        self.best = Some(self.best.map_or(found, |best| nearer(best, found)));
        self.distance_squared()
    }

    fn distance_squared(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |(far, _)| far)
    }

    fn place(&self) -> Option<DVec2> {
        self.best.map(|(_, place)| place)
    }
}

/// The place at the smaller distance; of two as near, the one with the lower x, then y.
fn nearer(a: (f64, DVec2), b: (f64, DVec2)) -> (f64, DVec2) {
    let order = a.0.total_cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.1.y.total_cmp(&b.1.y));
    if order.is_le() { a } else { b }
}
