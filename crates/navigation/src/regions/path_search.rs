//! Searches for shortest paths that advance some steps at a time.

use terrarium_space::geometry::DVec2;

use super::{NoPath, RegionSearch, Regions};

/// A search for the shortest path through regions, some steps at a time.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::Regions;
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let (start, goal) = (DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0));
/// let mut search = regions.path_search(start, goal);
/// assert_eq!(search.advance(&regions, 1), None);
/// let found = std::iter::repeat_with(|| search.advance(&regions, 1)).flatten().next();
/// assert_eq!(found, Some(regions.shortest_path(start, goal)));
/// assert!(search.work() > 1);
/// ```
#[derive(Debug, Clone)]
pub struct PathSearch(RegionSearch);

impl Regions {
    /// Begins a search for the shortest path from one place to another.
    #[must_use]
    pub fn path_search(&self, start: DVec2, goal: DVec2) -> PathSearch {
        self.path_search_within(start, goal, 1.0)
    }

    /// Begins a search for a path that is longer than the shortest by at most a factor of 1 or more, which is found
    /// sooner.
    #[must_use]
    pub fn path_search_within(&self, start: DVec2, goal: DVec2, factor: f64) -> PathSearch {
        PathSearch(RegionSearch::new(start, goal, factor))
    }
}

impl PathSearch {
    /// Takes at most `steps` steps through the regions with which the search began. Returns the waypoints
    /// after the start, or why there is no path, once that is known.
    pub fn advance(&mut self, regions: &Regions, steps: u32) -> Option<Result<Vec<DVec2>, NoPath>> {
        self.0.advance(regions, steps)
    }

    /// The work so far: the intervals expanded, and those that were found in doing so.
    #[must_use]
    pub fn work(&self) -> u64 {
        u64::from(self.0.steps()) + self.0.nodes() as u64
    }
}
