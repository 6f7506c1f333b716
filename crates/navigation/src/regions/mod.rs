//! The free space around unchanging obstacles as rectangles with portals between them, and shortest
//! paths through it.
//!
//! Building takes the obstacles once, for an agent of one size; then shortest paths are found in time
//! that depends on the rectangles they pass, not on all obstacles.

mod affected;
mod block_patch;
mod blocks;
mod components;
mod corner_graph;
mod coverage;
mod exits;
mod expansion;
mod flow_field;
mod geojson;
mod hierarchy;
mod locator;
mod nearest;
mod obj;
mod open_list;
mod order;
mod path_search;
mod portal;
mod rank_set;
mod refresh;
mod search;
mod sweep;
mod union;
mod view;
mod waypoints;
mod with_regions;

use std::ops::Range;
use std::sync::OnceLock;

use terrarium_space::geometry::{Aabb, DVec2};

use blocks::Blocks;
use components::Components;
pub use corner_graph::{CornerGraph, CornerSearch};
use exits::Exits;
pub use flow_field::FlowField;
pub use hierarchy::{FarSearch, Hierarchy};
use locator::Locator;
pub(crate) use open_list::OpenList;
use order::{Order, precedence};
pub use path_search::PathSearch;
use portal::Exit;
pub use portal::Portal;
use refresh::Spare;
pub(crate) use search::RegionSearch;
use sweep::Decomposition;
pub use with_regions::WithRegions;

use crate::Obstacles;
use crate::inflated::inflated_boxes;

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
    room: Aabb,
    /// Those that were removed are still there, without exits.
    regions: Vec<Region>,
    /// Those of each region follow each other, those of its left side first, from low to high.
    exits: Vec<Exit>,
    blocks: Blocks,
    locator: Locator,
    /// Those of each component.
    components: Components,
    spare: Spare,
    /// How often they have been refreshed.
    revision: u64,
    /// The order of the regions, if it is not that in which they are stored.
    order: Option<OnceLock<Order>>,
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
        let Decomposition { regions: areas, portals } = Decomposition::new(room, obstacles);
        Self::from_parts(room, &areas, &portals)
    }

    /// Regions with these areas, and with portals in the order of their lines; on one line, those of a
    /// region are ordered from low to high.
    fn from_parts(room: Aabb, areas: &[Aabb], portals: &[Portal]) -> Self {
        let Exits { exits, blocks, sides, corners } = Exits::new(areas, portals);
        let locator = Locator::new((0..).zip(areas.iter().copied()));
        let ends = sides.windows(3).step_by(2);
        let regions = areas.iter().zip(ends).map(|(&area, ends)| Region {
            area,
            first_left: ends[0],
            first_right: ends[1],
            end: ends[2],
        });
        let (regions, spare) = (regions.collect(), Spare::with_corners(corners));
        Self {
            room,
            regions,
            exits,
            blocks,
            locator,
            components: Components::default(),
            spare,
            revision: 0,
            order: None,
        }
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
        self.regions.len() - self.spare.regions()
    }

    /// Changes with every refresh: how often there was one, and the number of regions.
    fn version(&self) -> (u64, usize) {
        (self.revision, self.len())
    }

    /// Whether no place is free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The areas of the regions, from left to right, and from low to high where they begin on one line. Some
    /// have no width or no height: gaps into which the agent just fits.
    pub fn areas(&self) -> impl Iterator<Item = Aabb> {
        self.slots().map(|slot| self.regions[slot as usize].area)
    }

    /// The component of every region, in the order of [`areas`](Self::areas): the number of the first
    /// region that a path connects it to. Paths lead between regions of the same component only.
    pub fn components(&self) -> impl Iterator<Item = u32> {
        let mut first = vec![u32::MAX; self.blocks.components()];
        (0..).zip(self.slots()).map(move |(number, slot)| {
            let first = &mut first[self.blocks.component(slot) as usize];
            *first = number.min(*first);
            *first
        })
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
        let order = self.order();
        let position = move |slot| order.map_or(slot, |order| order.position(slot));
        let exits = self.slots().flat_map(|slot| self.exits(slot, true));
        let portals = exits.filter_map(|exit| self.exits[exit as usize].portal());
        portals.map(move |portal| {
            let [left, right] = [portal.left, portal.right].map(position);
            Portal { left, right, ..portal }
        })
    }

    /// Where the regions are stored, in their order.
    fn slots(&self) -> impl Iterator<Item = u32> {
        let order = self.order();
        let count = order.map_or(self.regions.len(), |order| order.slots.len());
        (0..count as u32)
            .map(move |position| order.map_or(position, |order| order.slots[position as usize]))
    }

    /// The order of the regions, if it is not that in which they are stored.
    fn order(&self) -> Option<&Order> {
        self.order.as_ref().map(|order| order.get_or_init(|| Order::new(self)))
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
        let area = |region: u32| &self.regions[region as usize].area;
        let mut first: Option<u32> = None;
        self.locator.visit_at(place, |region| {
            let is_first = first.is_none_or(|it| precedence(area(region), area(it)).is_lt());
            first = if is_first { Some(region) } else { first };
        });
        first
    }

    /// The position of the left or of the right side of a region.
    fn end_of(&self, region: u32, is_right: bool) -> f64 {
        let Aabb { min, max } = self.regions[region as usize].area;
        if is_right { max.x } else { min.x }
    }

    /// The indices of the exits of a region on one side, from low to high.
    fn exits(&self, region: u32, is_right: bool) -> Range<u32> {
        let Region { first_left, first_right, end, .. } = self.regions[region as usize];
        if is_right { first_right..end } else { first_left..first_right }
    }

    /// The exits of a region on both sides.
    fn all_exits(&self, region: u32) -> &[Exit] {
        let Region { first_left, end, .. } = self.regions[region as usize];
        &self.exits[first_left as usize..end as usize]
    }
}

impl Region {
    /// Whether it exists: not one that was removed.
    fn exists(&self) -> bool {
        !self.area.min.x.is_nan()
    }
}
