//! What stands around a mover.

use super::number::MOST;
use crate::geometry::{Aabb, DVec2};
use crate::navigation::{ObstacleField, ObstacleKey};

/// Boxes in the way of a mover.
#[derive(Debug)]
pub(super) struct Scene {
    /// The obstacles as they stand.
    pub boxes: Vec<Aabb>,
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
        ObstacleField::new(room, (0..).map(ObstacleKey).zip(grown).collect())
    }
}
