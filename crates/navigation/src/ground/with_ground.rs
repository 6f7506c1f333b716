//! Obstacles that do not change, on ground of different costs.

use std::sync::OnceLock;

use terrarium_space::geometry::{Aabb, DVec2};

use super::{Ground, WeightedRegions};
use crate::{ObstacleKey, Obstacles, SweptBox};

/// A set of obstacles that does not change, with the [`Ground`] between them and its
/// [`WeightedRegions`] for agents of one half-size.
///
/// The regions are computed when a search first wants them. Searches of [`Exact`](crate::Exact) and
/// [`Perimeter`](crate::Perimeter) for agents of this half-size use them if they ignore no obstacle;
/// [`GridAStar`](crate::grid::GridAStar) and [`JumpPoint`](crate::grid::JumpPoint) use the ground itself.
/// All others ignore it. Where there are [polygons](Obstacles::polygons), there are no regions.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::ground::{Ground, WithGround};
/// use terrarium_navigation::{Goal, ObstacleField, Request, navigator};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::splat(8.0));
/// let swamp = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(5.0, 6.0));
/// let half = DVec2::splat(0.5);
/// let ground = Ground::new([(swamp, 9.0)]).unwrap();
/// let field = WithGround::new(ObstacleField::new(world, Vec::new()), half, ground);
/// let [start, goal] = [DVec2::new(1.0, 4.0), DVec2::new(7.0, 4.0)];
/// let found = navigator("exact").unwrap().find(Request::new(start, Goal::Point(goal), half), &field);
/// let around = [DVec2::new(3.0, 6.0), DVec2::new(5.0, 6.0), goal];
/// assert_eq!(found.path().unwrap(), around);
/// ```
#[derive(Debug, Clone)]
pub struct WithGround<O> {
    obstacles: O,
    half: DVec2,
    ground: Ground,
    regions: OnceLock<Option<WeightedRegions>>,
}

impl<O: Obstacles> WithGround<O> {
    /// Offers the ground, and its regions for agents of half-size `half`, without computing these yet.
    #[must_use]
    pub fn new(obstacles: O, half: DVec2, ground: Ground) -> Self {
        Self { obstacles, half, ground, regions: OnceLock::new() }
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &O {
        &self.obstacles
    }
}

impl<O: Obstacles> Obstacles for WithGround<O> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.obstacles.visit(swept, visitor);
    }

    fn wrapped(&self) -> Option<&dyn Obstacles> {
        Some(&self.obstacles)
    }

    fn ground(&self) -> Option<&Ground> {
        Some(&self.ground).filter(|ground| !ground.is_plain())
    }

    fn weighted_regions(&self, half: DVec2) -> Option<&WeightedRegions> {
        if half != self.half || self.ground.is_plain() {
            return None;
        }
        let among = || WeightedRegions::among(&self.obstacles, half, &self.ground);
        self.regions.get_or_init(among).as_ref()
    }
}
