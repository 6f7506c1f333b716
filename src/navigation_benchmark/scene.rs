//! What stands around a mover.

use crate::geometry::{Aabb, Convex, DVec2};
use crate::navigation::{ObstacleField, ObstacleKey};

/// Half the side of a world that has no ends, in units: far from everything that can stand in it.
const EVERYWHERE: f64 = 4.0 * 1_099_511_627_776.0;

/// Boxes and convex polygons in the way of a mover, in units.
#[derive(Debug, Clone)]
pub struct Scene {
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
    /// The area that the mover may not leave, however large.
    #[must_use]
    pub fn area(&self) -> Aabb {
        self.bounds.unwrap_or(Aabb::square(DVec2::ZERO, EVERYWHERE))
    }

    /// The scene as it stands, each obstacle by its place in the list: for a mover with a body.
    #[must_use]
    pub fn field(&self) -> ObstacleField {
        self.field_of(self.area(), DVec2::ZERO)
    }

    /// The scene as the mover's centre sees it: for a mover without a body.
    ///
    /// Obstacles are grown here, once, so that a search has nothing left to add up: whatever
    /// rounding there is, it sees the same box at every look. On the
    /// [`lattice`](crate::geometry::lattice) nothing is rounded, and it makes no difference.
    #[must_use]
    pub fn grown_field(&self) -> ObstacleField {
        self.field_of(self.area().inflated(-self.half), self.half)
    }

    fn field_of(&self, area: Aabb, by: DVec2) -> ObstacleField {
        let grown = self.boxes.iter().map(|obstacle| obstacle.inflated(by));
        let keys = || (0..).map(ObstacleKey);
        let mut field = ObstacleField::new(area, keys().zip(grown).collect());
        for (key, polygon) in keys().skip(self.boxes.len()).zip(&self.polygons) {
            field.insert_polygon(key, polygon.inflated(by));
        }
        field
    }
}
