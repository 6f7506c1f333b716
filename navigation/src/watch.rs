//! Detecting that a search among boxes has come near a polygon.

use core::cell::Cell;
use std::collections::BTreeMap;

use super::{ObstacleKey, Obstacles, Reach};
use crate::geometry::{Aabb, Convex};

/// A set of obstacles that records whether any query touched the bounding box of a polygon.
pub(super) struct Watch<'a> {
    obstacles: &'a dyn Obstacles,
    /// Sorted.
    ignore: &'a [ObstacleKey],
    has_met: Cell<bool>,
}

impl<'a> Watch<'a> {
    pub fn new(obstacles: &'a dyn Obstacles, ignore: &'a [ObstacleKey]) -> Self {
        Self { obstacles, ignore, has_met: Cell::new(false) }
    }

    /// Whether a query has touched a polygon that is not ignored.
    pub fn has_met(&self) -> bool {
        self.has_met.get()
    }
}

impl Obstacles for Watch<'_> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(&self, reach: &mut Reach, visitor: &mut dyn FnMut(&mut Reach, ObstacleKey, Aabb)) {
        if !self.has_met() {
            // The visitor may shorten the swept box by an amount that depends on the order of the
            // set.
            self.obstacles.visit(&mut reach.clone(), &mut |whole, key, aabb| {
                let is_polygon = self.polygons().contains_key(&key);
                if is_polygon && self.ignore.binary_search(&key).is_err() && whole.touches(&aabb) {
                    self.has_met.set(true);
                }
            });
        }
        self.obstacles.visit(reach, visitor);
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.obstacles.polygons()
    }
}
