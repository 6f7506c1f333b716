//! A scene with its index: shared by all problems that are set in it.

use super::Scene;
use crate::geometry::{Aabb, DVec2, Segment};
use crate::navigation::{ObstacleField, Obstacles, Reach};

/// A scene, and the index that navigators look at.
#[derive(Debug)]
pub struct Ground {
    /// What stands there.
    pub scene: Scene,
    /// The same, indexed.
    pub field: ObstacleField,
}

impl Ground {
    /// Indexes a scene.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        let field = scene.field();
        Self { scene, field }
    }

    /// Whether the mover can be at a place.
    #[must_use]
    pub fn is_free_at(&self, place: DVec2) -> bool {
        is_free(&self.field, self.scene.half, &Segment::new(place, place))
    }

    /// The first part of a way, from point to point, that leads through an obstacle or out of the
    /// world; looked at without any navigator.
    #[must_use]
    pub fn first_blocked(&self, way: &[DVec2]) -> Option<Segment> {
        let mut legs = way.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        legs.find(|leg| !is_free(&self.field, self.scene.half, leg))
    }
}

/// Whether the centre of a mover can go along `leg`. Exact on the lattice.
pub(super) fn is_free(obstacles: &dyn Obstacles, half: DVec2, leg: &Segment) -> bool {
    let room = obstacles.bounds().inflated(-half);
    if !room.min.cmple(room.max).all() || !room.contains_box(&leg.bounds()) {
        return false;
    }
    let mut free = true;
    let mut reach = Reach::way(leg.from, leg.to, half);
    obstacles.visit(&mut reach, &mut |reach, key, area: Aabb| {
        free &= match obstacles.polygons().get(&key) {
            Some(polygon) => !polygon.inflated(half).is_entered_by(leg),
            None => !leg.enters(&area.inflated(half)),
        };
        if !free {
            reach.close();
        }
    });
    free
}
