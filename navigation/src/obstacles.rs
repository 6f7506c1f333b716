//! What stands in the way: the contract of a set of obstacles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Reach;
use super::grid::OccupancyGrid;
use crate::geometry::{Aabb, Convex};

/// The name of an obstacle: unique in its set, and what decides between obstacles that are equal
/// in all else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObstacleKey(pub u64);

/// A set of boxes and convex polygons that a mover may touch but not enter, and the area that it
/// may not leave.
///
/// When the set changes during a search, the search goes on without a panic, and ends once the set
/// stays as it is; but its answer may lead through what was moved, or be that it gave up. It is a
/// logic error if two obstacles share a key.
///
/// ```
/// use terrarium_navigation::geometry::Aabb;
/// use terrarium_navigation::{ObstacleKey, Obstacles, Reach};
///
/// /// A set so small that every question is answered by going through it.
/// struct Few(Aabb, Vec<Aabb>);
///
/// impl Obstacles for Few {
///     fn bounds(&self) -> Aabb {
///         self.0
///     }
///
///     fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
///         for (key, obstacle) in (0..).map(ObstacleKey).zip(&self.1) {
///             if reach.touches(obstacle) {
///                 visitor(reach, key, *obstacle);
///             }
///         }
///     }
/// }
/// ```
pub trait Obstacles {
    /// The area in which the whole mover has to stay, in world units.
    fn bounds(&self) -> Aabb;

    /// Shows `visitor` every obstacle that `reach` touches, once each, in any order. Others may be
    /// shown too. Boxes are given as they stand, not grown by any mover.
    ///
    /// The visitor may shorten the reach on the way; what the shortened reach does not touch can
    /// be left out from then on. A set that shows what is near the reach's origin first saves
    /// work; it does not change what anyone makes of it.
    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb));

    /// The true shapes of the obstacles that are no boxes: none, unless a set says otherwise.
    ///
    /// Such an obstacle is shown to visitors as the smallest box around it. Whoever does not ask for
    /// its shape keeps clear of that box.
    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        static NONE: BTreeMap<ObstacleKey, Convex> = BTreeMap::new();
        &NONE
    }

    /// Which cells of a grid are free, when the set knows that in advance: not, unless a set says
    /// otherwise. It has to be what looking at the obstacles would show; it spares the looks.
    fn occupancy(&self) -> Option<&OccupancyGrid> {
        None
    }
}
