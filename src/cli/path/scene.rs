//! What stands around a mover.

use super::number::MOST;
use crate::geometry::{Aabb, Convex, DVec2};
use crate::navigation::{ObstacleField, ObstacleKey};

/// Boxes and convex polygons in the way of a mover.
#[derive(Debug)]
pub(super) struct Scene {
    /// The obstacles as they stand.
    pub boxes: Vec<Aabb>,
    /// Convex ones that are no boxes; they count on where the boxes end.
    pub polygons: Vec<Convex>,
    /// The area that the mover may not leave; `None` when it may go anywhere.
    pub bounds: Option<Aabb>,
    /// The mover's half-size.
    pub half: DVec2,
}

impl Scene {
    /// The scene as the mover's centre sees it, each obstacle by its place in the list.
    ///
    /// Boxes are grown here, once, so that a search has nothing left to add up: whatever rounding
    /// there is, it sees the same box at every look.
    pub fn field(&self) -> ObstacleField {
        let everywhere = Aabb::square(DVec2::ZERO, 4.0 * MOST);
        let room = self.bounds.unwrap_or(everywhere).inflated(-self.half);
        let grown = self.boxes.iter().map(|obstacle| obstacle.inflated(self.half));
        let keys = || (0..).map(ObstacleKey);
        let mut field = ObstacleField::new(room, keys().zip(grown).collect());
        for (key, polygon) in keys().skip(self.boxes.len()).zip(&self.polygons) {
            field.insert_polygon(key, polygon.inflated(self.half));
        }
        field
    }
}
