//! The free space around unchanging obstacles as rectangles with portals between them, and shortest
//! paths through it.
//!
//! Building takes the obstacles once, for an agent of one size; then shortest paths are found in time
//! that depends on the rectangles they pass, not on all obstacles.

mod blocks;
mod coverage;
mod exits;
mod expansion;
mod flow_field;
mod geojson;
mod nearest;
mod obj;
mod open_list;
mod portal;
mod rank_set;
mod search;
mod sweep;
mod table;
mod view;
mod waypoints;
mod with_regions;

use std::ops::Range;

use crate::geometry::{Aabb, DVec2};
use crate::inflated::inflated_boxes;
use crate::packed::{Entry, PackedTree};
use crate::{ObstacleKey, Obstacles};
use blocks::Blocks;
use exits::Exits;
use portal::Exit;
use sweep::Decomposition;

pub use flow_field::FlowField;
pub(crate) use open_list::OpenList;
pub use portal::Portal;
pub(crate) use search::RegionSearch;
pub use with_regions::WithRegions;

/// The free space of an agent's centre: closed rectangles that do not overlap, and the portals between
/// those that touch on a vertical side.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::Regions;
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
/// let regions = Regions::new(room, [wall]);
/// let path = regions.shortest_path(DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0)).unwrap();
/// assert_eq!(path, [DVec2::new(4.0, 2.0), DVec2::new(6.0, 2.0), DVec2::new(9.0, 6.0)]);
/// ```
#[derive(Debug, Clone)]
pub struct Regions {
    regions: Vec<Region>,
    /// Sorted by the region that they lead out of, its left side first, from low to high.
    exits: Vec<Exit>,
    blocks: Blocks,
    locator: PackedTree,
}

/// A free rectangle.
#[derive(Debug, Clone, Copy)]
struct Region {
    area: Aabb,
    /// The first of its exits to the left.
    first_left: u32,
    /// The first of its exits to the right, and the end of those to the left.
    first_right: u32,
    /// The end of its exits.
    end: u32,
}

/// Why there is no path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPath {
    /// The start is not in the free space.
    StartCovered,
    /// The goal is not in the free space.
    GoalCovered,
    /// Start and goal are in parts of the free space that are not connected.
    Disconnected,
}

impl Regions {
    /// The regions that `obstacles` leave free of `room`. Obstacles are open boxes, already inflated
    /// by the half-size of the agent: its centre may be on their sides, and in a gap between two that
    /// has no width. The room is closed.
    #[must_use]
    pub fn new(room: Aabb, obstacles: impl IntoIterator<Item = Aabb>) -> Self {
        let Decomposition { regions: areas, portals } = Decomposition::of(room, obstacles);
        let Exits { exits, blocks, sides } = Exits::of(&areas, &portals);
        let entry = |(key, &aabb)| Entry { key: ObstacleKey(key), aabb };
        let locator = PackedTree::new((0..).zip(&areas).map(entry).collect());
        let ends = sides.windows(3).step_by(2);
        let regions = areas.iter().zip(ends).map(|(&area, ends)| Region {
            area,
            first_left: ends[0],
            first_right: ends[1],
            end: ends[2],
        });
        Self { regions: regions.collect(), exits, blocks, locator }
    }

    /// The regions of the centre of an agent of half-size `half` among obstacles; `None` if there are
    /// polygons.
    #[must_use]
    pub fn among(obstacles: &dyn Obstacles, half: DVec2) -> Option<Self> {
        if !obstacles.polygons().is_empty() {
            return None;
        }
        let room = obstacles.bounds().inflated(-half);
        Some(Self::new(room, inflated_boxes(obstacles, &room, half)))
    }

    /// The number of regions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.regions.len()
    }

    /// Whether no place is free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// The areas of the regions. Some have no width or no height: gaps into which the agent just fits.
    pub fn areas(&self) -> impl Iterator<Item = Aabb> {
        self.regions.iter().map(|region| region.area)
    }

    /// The component of every region, in the order of [`areas`](Self::areas): the number of the first
    /// region that a path connects it to. Paths lead between regions of the same component only.
    pub fn components(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.regions).map(|(region, _)| self.blocks.component(region))
    }

    /// The portals: every border of two regions once, by the number of the region to its left, then
    /// from low to high.
    ///
    /// ```
    /// use terrarium_navigation::geometry::{Aabb, DVec2};
    /// use terrarium_navigation::regions::{Portal, Regions};
    ///
    /// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
    /// let wall = Aabb::new(DVec2::new(4.0, 2.0), DVec2::new(6.0, 9.0));
    /// let regions = Regions::new(room, [wall]);
    /// let first = Portal { x: 4.0, low: 0.0, high: 2.0, left: 0, right: 1 };
    /// let second = Portal { x: 6.0, low: 0.0, high: 2.0, left: 1, right: 2 };
    /// assert!(regions.portals().eq([first, second]));
    /// assert!(regions.components().eq([0, 0, 0]));
    /// ```
    pub fn portals(&self) -> impl Iterator<Item = Portal> {
        self.exits.iter().filter_map(Exit::portal)
    }

    /// Whether a place is in the free space.
    #[must_use]
    pub fn is_free(&self, place: DVec2) -> bool {
        self.region_at(place).is_some()
    }

    /// Whether a path leads from one place to another. This takes no search.
    ///
    /// # Errors
    /// When there is none.
    pub fn check(&self, start: DVec2, goal: DVec2) -> Result<(), NoPath> {
        self.ends(start, goal).map(|_| ())
    }

    /// The waypoints after the start of the shortest path; empty if the start is the goal.
    ///
    /// # Errors
    /// When there is none.
    pub fn shortest_path(&self, start: DVec2, goal: DVec2) -> Result<Vec<DVec2>, NoPath> {
        let mut search = RegionSearch::new(start, goal, 1.0);
        loop {
            if let Some(path) = search.advance(self, u32::MAX) {
                return path;
            }
        }
    }

    fn ends(&self, start: DVec2, goal: DVec2) -> Result<[u32; 2], NoPath> {
        let from = self.region_at(start).ok_or(NoPath::StartCovered)?;
        let to = self.region_at(goal).ok_or(NoPath::GoalCovered)?;
        if self.blocks.connects(from, to) { Ok([from, to]) } else { Err(NoPath::Disconnected) }
    }

    /// The region of a place; of several that touch there, the first.
    fn region_at(&self, place: DVec2) -> Option<u32> {
        let mut first: Option<u64> = None;
        self.locator.visit_at(place, |ObstacleKey(region)| {
            first = Some(first.map_or(region, |first| first.min(region)));
        });
        first.map(|region| region as u32)
    }

    /// The indices of the exits of a region on one side, from low to high.
    fn exits(&self, region: u32, is_right: bool) -> Range<u32> {
        let Region { first_left, first_right, end, .. } = self.regions[region as usize];
        if is_right { first_right..end } else { first_left..first_right }
    }
}
