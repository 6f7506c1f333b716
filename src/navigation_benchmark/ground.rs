//! A scene with its index: shared by all problems that are set in it.

use super::Scene;
use crate::geometry::{Aabb, DVec2, Segment};
use crate::navigation::grid::{Grid, OnGrid};
use crate::navigation::{ObstacleField, Obstacles, Reach};

/// A scene, and the index that navigators look at.
#[derive(Debug)]
pub struct IndexedScene {
    /// What stands there.
    pub scene: Scene,
    index: Index,
}

#[derive(Debug)]
enum Index {
    Plain(ObstacleField),
    Chequered(OnGrid<ObstacleField>),
}

impl IndexedScene {
    /// Indexes a scene.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        let index = Index::Plain(scene.field());
        Self { scene, index }
    }

    /// The same for a map of tiles as large as the mover: which of them are free is known in advance
    /// to who goes from tile to tile, as the index is to all others.
    #[must_use]
    pub fn of_tiles(scene: Scene) -> Self {
        let index = match Grid::new(scene.area(), scene.half, 0.0) {
            Some(grid) => Index::Chequered(OnGrid::new(scene.field(), grid)),
            None => Index::Plain(scene.field()),
        };
        Self { scene, index }
    }

    /// The obstacles, indexed.
    #[must_use]
    pub fn obstacles(&self) -> &dyn Obstacles {
        match &self.index {
            Index::Plain(field) => field,
            Index::Chequered(boarded) => boarded,
        }
    }

    /// Whether the mover can be at a place.
    #[must_use]
    pub fn is_free_at(&self, place: DVec2) -> bool {
        is_free(self.obstacles(), self.scene.half, &Segment::new(place, place))
    }

    /// The first part of a way, from point to point, that leads through an obstacle or out of the
    /// world; looked at without any navigator.
    #[must_use]
    pub fn first_blocked(&self, way: &[DVec2]) -> Option<Segment> {
        let mut legs = way.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        legs.find(|leg| !is_free(self.obstacles(), self.scene.half, leg))
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
