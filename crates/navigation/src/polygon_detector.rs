//! Detecting that a search among boxes has come near a polygon.

use core::cell::Cell;
use std::collections::BTreeMap;

use terrarium_space::geometry::{Aabb, Convex};

use super::{ObstacleKey, Obstacles, SweptBox};

/// A set of obstacles that records whether any query touched the bounding box of a polygon.
pub(super) struct PolygonDetector<'a> {
    obstacles: &'a dyn Obstacles,
    /// Sorted.
    ignore: &'a [ObstacleKey],
    has_found: Cell<bool>,
}

impl<'a> PolygonDetector<'a> {
    pub fn new(obstacles: &'a dyn Obstacles, ignore: &'a [ObstacleKey]) -> Self {
        Self { obstacles, ignore, has_found: Cell::new(false) }
    }

    /// Whether a query has touched a polygon that is not ignored.
    pub fn has_found(&self) -> bool {
        self.has_found.get()
    }
}

impl Obstacles for PolygonDetector<'_> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        if !self.has_found() {
            // The visitor may shorten the swept box by an amount that depends on the order of the
            // set.
            self.obstacles.visit(&mut swept.clone(), &mut |whole, key, aabb| {
                let is_polygon = self.polygons().contains_key(&key);
                if is_polygon && self.ignore.binary_search(&key).is_err() && whole.touches(&aabb) {
                    self.has_found.set(true);
                }
            });
        }
        self.obstacles.visit(swept, visitor);
    }

    fn polygons(&self) -> &BTreeMap<ObstacleKey, Convex> {
        self.obstacles.polygons()
    }
}
