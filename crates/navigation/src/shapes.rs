//! Inflated obstacles of any convex shape.

use core::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Convex, DVec2, Segment};

use super::{Barrier, ObstacleKey, Obstacles, Request, SweptBox};

/// An open convex area that the agent's centre may touch but not enter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shape {
    pub barrier: Barrier,
    pub area: Convex,
}

impl Shape {
    /// The barriers of shapes, sorted.
    pub fn barriers<'a>(shapes: impl IntoIterator<Item = &'a Self>) -> Vec<Barrier> {
        let mut barriers: Vec<_> = shapes.into_iter().map(|shape| shape.barrier).collect();
        barriers.sort_unstable();
        barriers.dedup();
        barriers
    }
}

/// The shapes inflated so far, which searches meet again and again. Valid while no obstacle changes.
#[derive(Debug, Default)]
pub(super) struct KnownShapes(RefCell<BTreeMap<ObstacleKey, Option<Rc<Shape>>>>);

/// A set of obstacles inflated for one agent, without those that it ignores.
pub(super) struct Shapes<'a> {
    obstacles: &'a dyn Obstacles,
    half: DVec2,
    /// Sorted.
    ignore: &'a [ObstacleKey],
    known: &'a KnownShapes,
}

impl<'a> Shapes<'a> {
    /// The obstacles inflated for `request`, whose list of ignored keys must be sorted.
    pub fn new(obstacles: &'a dyn Obstacles, request: &'a Request, known: &'a KnownShapes) -> Self {
        Self { obstacles, half: request.half, ignore: &request.ignore, known }
    }

    /// All shapes that the segment enters, ordered by key.
    pub fn entered_by(&self, segment: &Segment) -> Vec<Rc<Shape>> {
        let mut entered = Vec::new();
        let swept = SweptBox::segment(segment.from, segment.to, self.half);
        self.visit(swept, |_, shape| {
            if shape.area.is_entered_by(segment) {
                entered.push(Rc::clone(shape));
            }
        });
        entered.sort_unstable_by_key(|shape| shape.barrier);
        entered
    }

    /// Whether the segment enters no shape.
    pub fn is_free(&self, segment: &Segment) -> bool {
        let mut is_free = true;
        self.visit(SweptBox::segment(segment.from, segment.to, self.half), |swept, shape| {
            if is_free && shape.area.is_entered_by(segment) {
                is_free = false;
                swept.close();
            }
        });
        is_free
    }

    /// All shapes that contain the point, ordered by key.
    pub fn covering(&self, point: DVec2) -> Vec<Rc<Shape>> {
        self.entered_by(&Segment::new(point, point))
    }

    /// All shapes near a triangle, ordered by key, without those that certainly lie apart from it or
    /// from `area`.
    pub fn near(&self, corners: [DVec2; 3], area: &Aabb) -> Vec<Rc<Shape>> {
        let mut swept = SweptBox::triangle(corners, self.half);
        swept.clip(area);
        self.all(swept)
    }

    /// All shapes whose bounding boxes touch an area, ordered by key.
    pub fn touching(&self, area: &Aabb) -> Vec<Rc<Shape>> {
        let mut touching = self.all(SweptBox::area(area, self.half));
        touching.retain(|shape| shape.area.bounds().touches(area));
        touching
    }

    fn all(&self, swept: SweptBox) -> Vec<Rc<Shape>> {
        let mut all = Vec::new();
        self.visit(swept, |_, shape| all.push(Rc::clone(shape)));
        all.sort_unstable_by_key(|shape| shape.barrier);
        all
    }

    fn visit(&self, mut swept: SweptBox, mut visitor: impl FnMut(&mut SweptBox, &Rc<Shape>)) {
        let mut known = self.known.0.borrow_mut();
        self.obstacles.visit(&mut swept, &mut |swept, key, aabb| {
            let shape = known.entry(key).or_insert_with(|| self.inflated(key, &aabb));
            if let Some(shape) = shape {
                visitor(swept, shape);
            }
        });
    }

    /// An obstacle, inflated; `None` when it is ignored or has no interior.
    fn inflated(&self, key: ObstacleKey, aabb: &Aabb) -> Option<Rc<Shape>> {
        if self.ignore.binary_search(&key).is_ok() {
            return None;
        }
        let area = match self.obstacles.polygons().get(&key) {
            Some(polygon) => polygon.inflated(self.half),
            None => Convex::of_box(&aabb.inflated(self.half))?,
        };
        Some(Rc::new(Shape { barrier: Barrier::Obstacle(key), area }))
    }
}
