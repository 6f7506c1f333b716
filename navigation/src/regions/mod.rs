//! The free space around unchanging obstacles as rectangles with portals between them, and shortest
//! paths through it.
//!
//! Building takes the obstacles once, for an agent of one size; then shortest paths are found in time
//! that depends on the rectangles they pass, not on all obstacles.

mod coverage;
mod nearest;
mod portal;
mod search;
mod sweep;

use std::ops::Range;

use rstar::{AABB, RTree, RTreeObject};

use crate::geometry::{Aabb, DVec2};
use crate::space::envelope_of;
use portal::Portal;
use sweep::Decomposition;

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
    locator: RTree<Located>,
}

/// A free rectangle.
#[derive(Debug, Clone, Copy)]
struct Region {
    area: Aabb,
    /// The connected part of the free space that it belongs to.
    component: u32,
    /// The first of its exits to the left.
    first_left: u32,
    /// The first of its exits to the right, and the end of those to the left.
    first_right: u32,
    /// The end of its exits.
    end: u32,
}

/// A portal, seen from the region that it leads out of.
#[derive(Debug, Clone, Copy)]
struct Exit {
    low: f64,
    high: f64,
    /// The region that it leads to.
    to: u32,
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

#[derive(Debug, Clone, Copy)]
struct Located {
    area: Aabb,
    region: u32,
}

impl RTreeObject for Located {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.area)
    }
}

impl Regions {
    /// The regions that `obstacles` leave free of `room`. Obstacles are open boxes, already inflated
    /// by the half-size of the agent: its centre may be on their sides, and in a gap between two that
    /// has no width. The room is closed.
    #[must_use]
    pub fn new(room: Aabb, obstacles: impl IntoIterator<Item = Aabb>) -> Self {
        let Decomposition { regions, portals } = Decomposition::of(room, obstacles);
        let components = components(regions.len(), &portals);
        let mut numbered = Vec::with_capacity(portals.len() * 2);
        for Portal { rows, left, right } in &portals {
            let (low, high) = (rows.low, rows.high);
            numbered.push((*left, true, Exit { low, high, to: *right }));
            numbered.push((*right, false, Exit { low, high, to: *left }));
        }
        numbered.sort_unstable_by(|a, b| {
            let ends = a.2.low.total_cmp(&b.2.low).then(a.2.high.total_cmp(&b.2.high));
            (a.0, a.1).cmp(&(b.0, b.1)).then(ends).then(a.2.to.cmp(&b.2.to))
        });
        let index = |place: usize| u32::try_from(place).expect("fewer than 2^32 portals");
        let mut next = 0;
        let mut take = |region: u32, is_right: bool| {
            let rest = numbered[next..].iter();
            next += rest.take_while(|it| (it.0, it.1) == (region, is_right)).count();
            index(next)
        };
        let numbers = 0..index(regions.len());
        let regions: Vec<Region> = numbers
            .zip(regions)
            .scan(0, |first_left, (number, area)| {
                let (first_right, end) = (take(number, false), take(number, true));
                let component = components[number as usize];
                let first_left = std::mem::replace(first_left, end);
                Some(Region { area, component, first_left, first_right, end })
            })
            .collect();
        let located = (0..).zip(&regions).map(|(region, it)| Located { area: it.area, region });
        let locator = RTree::bulk_load(located.collect());
        Self { exits: numbered.into_iter().map(|(.., exit)| exit).collect(), locator, regions }
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
        let [from, to] = self.ends(start, goal)?;
        let mut path = if from == to {
            vec![goal]
        } else {
            search::Search::new(self, start, goal, to).run(from).ok_or(NoPath::Disconnected)?
        };
        if path.first() == Some(&start) {
            path.remove(0);
        }
        Ok(path)
    }

    fn ends(&self, start: DVec2, goal: DVec2) -> Result<[u32; 2], NoPath> {
        let from = self.region_at(start).ok_or(NoPath::StartCovered)?;
        let to = self.region_at(goal).ok_or(NoPath::GoalCovered)?;
        let component = |region: u32| self.regions[region as usize].component;
        if component(from) == component(to) { Ok([from, to]) } else { Err(NoPath::Disconnected) }
    }

    /// The region of a place; of several that touch there, the first.
    fn region_at(&self, place: DVec2) -> Option<u32> {
        let at = place.to_array();
        let touching = self.locator.locate_in_envelope_intersecting(AABB::from_point(at));
        touching.map(|located| located.region).min()
    }

    /// The indices of the exits of a region on one side, from low to high.
    fn exits(&self, region: u32, is_right: bool) -> Range<u32> {
        let Region { first_left, first_right, end, .. } = self.regions[region as usize];
        if is_right { first_right..end } else { first_left..first_right }
    }
}

/// The connected component of every region, by the lowest number of a region in it.
fn components(regions: usize, portals: &[Portal]) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..).take(regions).collect();
    fn root(parents: &mut [u32], mut region: u32) -> u32 {
        while parents[region as usize] != region {
            let above = parents[parents[region as usize] as usize];
            parents[region as usize] = above;
            region = above;
        }
        region
    }
    for portal in portals {
        let [a, b] = [portal.left, portal.right].map(|region| root(&mut parents, region));
        parents[a.max(b) as usize] = a.min(b);
    }
    (0..).take(regions).map(|region| root(&mut parents, region)).collect()
}
