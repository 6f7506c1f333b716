//! The interface of a set of obstacles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Convex, DVec2};

use super::SweptBox;
use super::grid::{OccupancyGrid, SuccessorBoard};
use super::ground::{Ground, WeightedRegions};
use super::regions::{CornerGraph, Hierarchy, Regions};

/// The key of an obstacle: unique in its set, and the tie-breaker between obstacles that are equal
/// otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObstacleKey(pub u64);

/// A set of boxes and convex polygons that an agent may touch but not enter, within an area that it
/// may not leave.
///
/// The set may change during a search. The search then does not panic, and ends once the set stops
/// changing; but its path may lead through an obstacle that moved, or it may give up. It is a logic
/// error if two obstacles share a key.
///
/// ```
/// use terrarium_navigation::geometry::Aabb;
/// use terrarium_navigation::{ObstacleKey, Obstacles, SweptBox};
///
/// /// A set small enough for a linear scan per query.
/// struct Few(Aabb, Vec<Aabb>);
///
/// impl Obstacles for Few {
///     fn bounds(&self) -> Aabb {
///         self.0
///     }
///
///     fn visit(&self, swept: &mut SweptBox, visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb)) {
///         for (key, obstacle) in (0..).map(ObstacleKey).zip(&self.1) {
///             if swept.touches(obstacle) {
///                 visitor(swept, key, *obstacle);
///             }
///         }
///     }
/// }
/// ```
pub trait Obstacles {
    /// The area in which the whole agent has to stay, in world units.
    fn bounds(&self) -> Aabb;

    /// Passes `visitor` every obstacle that `swept` touches, once each, in any order. Further
    /// obstacles may be passed too. Boxes are passed as they are, not inflated by any agent.
    ///
    /// The visitor may shorten the swept box; obstacles that the shortened one does not touch may
    /// be skipped from then on. Passing obstacles near its origin first saves work, but does not
    /// change the result of any search.
    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    );

    /// The set that this one wraps, if its obstacles and its bounds are the same. All that a wrapped set
    /// offers, this one offers by default. By default it wraps none.
    fn wrapped(&self) -> Option<&dyn Obstacles> {
        None
    }

    /// The exact shapes of the obstacles that are not boxes. By default there are none.
    ///
    /// Such an obstacle is passed to visitors as its bounding box. A search that ignores its exact
    /// shape keeps clear of that box.
    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        static NONE: BTreeMap<ObstacleKey, Convex> = BTreeMap::new();
        self.wrapped().map_or(&NONE, |set| set.polygons())
    }

    /// Precomputed free cells of a grid, when the set has them. By default it has none. They must
    /// agree with what querying the obstacles would give; they only save the queries. Of several
    /// shortest paths, `jump-point` may find another one with them.
    fn occupancy(&self) -> Option<&OccupancyGrid> {
        self.wrapped()?.occupancy()
    }

    /// A board with all its shortest paths, precomputed, when the set has one. By default it has
    /// none. It must agree with what querying the obstacles would give; it only saves the queries
    /// and the computation.
    fn board(&self) -> Option<&SuccessorBoard> {
        self.wrapped()?.board()
    }

    /// The precomputed free space of the centre of an agent of half-size `half`, when the set has it.
    /// By default it has none. It must agree with what querying the obstacles would give; it only
    /// saves the queries.
    fn regions(&self, half: DVec2) -> Option<&Regions> {
        self.wrapped()?.regions(half)
    }

    /// The hierarchy of the [regions](Self::regions) for agents of half-size `half`, when the set has it. By default it
    /// has none. With it, [`Perimeter`](crate::Perimeter) searches for paths to goals far away through it.
    fn hierarchy(&self, half: DVec2) -> Option<&Hierarchy> {
        self.wrapped()?.hierarchy(half)
    }

    /// The graph of the corners of the [regions](Self::regions) for agents of half-size `half`, when the set has it. By
    /// default it has none. With it, [`Exact`](crate::Exact) searches over it.
    fn corner_graph(&self, half: DVec2) -> Option<&CornerGraph> {
        self.wrapped()?.corner_graph(half)
    }

    /// The cost of a unit of path at every place, when it is not the same everywhere. By default it is.
    ///
    /// The searches that find shortest paths on a grid then find the cheapest ones. Others that count
    /// costs use [`weighted_regions`](Self::weighted_regions).
    fn ground(&self) -> Option<&Ground> {
        self.wrapped()?.ground()
    }

    /// The precomputed free space of the centre of an agent of half-size `half`, divided by the cost of the
    /// ground, when the set has it. By default it has none.
    ///
    /// Searches of [`Exact`](crate::Exact) and [`Perimeter`](crate::Perimeter) that ignore no obstacle then
    /// find paths of low cost.
    fn weighted_regions(&self, half: DVec2) -> Option<&WeightedRegions> {
        self.wrapped()?.weighted_regions(half)
    }
}
