//! Inflated obstacles of any convex shape.

use serde::{Deserialize, Serialize};

use super::{Barrier, ObstacleKey, Obstacles, Request, SweptBox};
use crate::geometry::{Aabb, Convex, DVec2, Segment};

/// An open convex area that the agent's centre may touch but not enter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shape {
    pub key: ObstacleKey,
    pub area: Convex,
}

impl Shape {
    /// The keys of shapes as barriers, sorted.
    pub fn barriers(shapes: &[Self]) -> Vec<Barrier> {
        let mut barriers: Vec<_> = shapes.iter().map(|s| Barrier::Obstacle(s.key)).collect();
        barriers.sort_unstable();
        barriers
    }
}

/// A set of obstacles inflated for one agent, without those that it ignores.
pub(super) struct Shapes<'a> {
    obstacles: &'a dyn Obstacles,
    half: DVec2,
    /// Sorted.
    ignore: &'a [ObstacleKey],
}

impl<'a> Shapes<'a> {
    /// The obstacles inflated for `request`, whose list of ignored keys must be sorted.
    pub fn new(obstacles: &'a dyn Obstacles, request: &'a Request) -> Self {
        Self { obstacles, half: request.half, ignore: &request.ignore }
    }

    /// All shapes that the segment enters, ordered by key.
    pub fn entered_by(&self, segment: &Segment) -> Vec<Shape> {
        let mut entered = Vec::new();
        let mut swept = SweptBox::segment(segment.from, segment.to, self.half);
        self.obstacles.visit(&mut swept, &mut |_, key, aabb| {
            let inflated = aabb.inflated(self.half);
            if segment.enters(&inflated) && self.ignore.binary_search(&key).is_err() {
                let area = self.inflated(key, &inflated).filter(|area| area.is_entered_by(segment));
                entered.extend(area.map(|area| Shape { key, area }));
            }
        });
        entered.sort_unstable_by_key(|shape| shape.key);
        entered
    }

    /// All shapes that contain the point, ordered by key.
    pub fn covering(&self, point: DVec2) -> Vec<Shape> {
        self.entered_by(&Segment::new(point, point))
    }

    fn inflated(&self, key: ObstacleKey, aabb: &Aabb) -> Option<Convex> {
        match self.obstacles.polygons().get(&key) {
            Some(polygon) => Some(polygon.inflated(self.half)),
            None => Convex::of_box(aabb),
        }
    }
}
