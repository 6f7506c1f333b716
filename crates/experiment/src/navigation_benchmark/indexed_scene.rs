//! A scene with its spatial index, shared by all problems in it.

use terrarium_navigation::grid::{Grid, OnGrid};
use terrarium_navigation::regions::WithRegions;
use terrarium_navigation::{ObstacleField, Obstacles, SweptBox};
use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::Scene;

/// A scene, and the index that navigators query.
#[derive(Debug)]
pub struct IndexedScene {
    /// The obstacles, and the size of the mover.
    pub scene: Scene,
    index: Index,
}

#[derive(Debug)]
enum Index {
    Plain(ObstacleField),
    Open(WithRegions<ObstacleField>),
    Tiled(OnGrid<WithRegions<ObstacleField>>),
}

impl IndexedScene {
    /// Indexes a scene.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        let index = Index::Plain(scene.field());
        Self { scene, index }
    }

    /// Indexes a map, on which there will be many problems. The index has the regions of its free
    /// space too, for the navigators that use them; and it knows which tiles are free, if they are as
    /// large as the mover. Navigators get all this in advance, as they get the index of obstacles.
    #[must_use]
    pub fn of_tiles(scene: Scene) -> Self {
        let field = WithRegions::new(scene.field(), scene.half);
        field.regions(scene.half);
        let index = match Grid::new(scene.area(), scene.half, 0.0) {
            Some(grid) => Index::Tiled(OnGrid::new(field, grid)),
            None => Index::Open(field),
        };
        Self { scene, index }
    }

    /// The indexed obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &dyn Obstacles {
        match &self.index {
            Index::Plain(field) => field,
            Index::Open(field) => field,
            Index::Tiled(field) => field,
        }
    }

    /// Whether the mover fits at a point.
    #[must_use]
    pub fn is_free_at(&self, point: DVec2) -> bool {
        is_free(self.obstacles(), self.scene.half, &Segment::new(point, point))
    }

    /// The first segment of a path that enters an obstacle or leaves the world. Uses no navigator.
    #[must_use]
    pub fn first_blocked(&self, path: &[DVec2]) -> Option<Segment> {
        let mut segments = path.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
        segments.find(|segment| !is_free(self.obstacles(), self.scene.half, segment))
    }
}

/// Whether the centre of a mover can move along `segment`. Exact on the lattice.
pub(super) fn is_free(obstacles: &dyn Obstacles, half: DVec2, segment: &Segment) -> bool {
    let room = obstacles.bounds().inflated(-half);
    if !room.min.cmple(room.max).all() || !room.contains_box(&segment.bounds()) {
        return false;
    }
    let mut free = true;
    let mut reach = SweptBox::segment(segment.from, segment.to, half);
    obstacles.visit(&mut reach, &mut |reach, key, area: Aabb| {
        free &= match obstacles.polygons().get(&key) {
            Some(polygon) => !polygon.inflated(half).is_entered_by(segment),
            None => !segment.enters(&area.inflated(half)),
        };
        if !free {
            reach.close();
        }
    });
    free
}
