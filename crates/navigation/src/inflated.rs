//! The world in the configuration space of the agent's centre: obstacles inflated, the border
//! shrunk.

use terrarium_space::geometry::{Aabb, DVec2};

use super::body::Body;
use super::{Barrier, ObstacleKey, Obstacles, Request, SweptBox};

/// A set of obstacles inflated for one agent, without those that it ignores.
pub(super) struct InflatedObstacles<'a> {
    obstacles: &'a dyn Obstacles,
    half: DVec2,
    /// Sorted.
    ignore: &'a [ObstacleKey],
}

impl<'a> InflatedObstacles<'a> {
    #[inline]
    pub fn new(obstacles: &'a dyn Obstacles, half: DVec2, ignore: &'a [ObstacleKey]) -> Self {
        Self { obstacles, half, ignore }
    }

    /// Half the agent's width and height.
    #[inline]
    pub fn half(&self) -> DVec2 {
        self.half
    }

    /// The area of the agent's centre within the world; `None` when the agent is larger than the
    /// world.
    #[inline]
    pub fn room(&self) -> Option<Aabb> {
        let bounds = self.obstacles.bounds().inflated(-self.half);
        bounds.min.cmple(bounds.max).all().then_some(bounds)
    }

    /// Passes every body that `swept` touches to the visitor, except the border.
    #[inline]
    pub fn visit(&self, mut swept: SweptBox, mut visitor: impl FnMut(&mut SweptBox, Body)) {
        self.obstacles.visit(&mut swept, &mut |swept, key, aabb| {
            let aabb = aabb.inflated(self.half);
            let has_interior = aabb.min.cmplt(aabb.max).all();
            if has_interior && self.ignore.binary_search(&key).is_err() {
                visitor(swept, Body { barrier: Barrier::Obstacle(key), aabb });
            }
        });
    }

    /// The area that the agent sweeps along a segment.
    #[inline]
    pub fn segment(&self, from: DVec2, to: DVec2) -> SweptBox {
        SweptBox::segment(from, to, self.half)
    }

    /// The area that the agent sweeps over a triangle.
    #[inline]
    pub fn triangle(&self, corners: [DVec2; 3]) -> SweptBox {
        SweptBox::triangle(corners, self.half)
    }

    /// The barriers that contain the point, ordered by key.
    pub fn covering(&self, point: DVec2) -> Vec<Barrier> {
        let mut covering = Vec::new();
        self.visit(SweptBox::place(point, self.half), |_, body| {
            if body.aabb.contains_inside(point) {
                covering.push(body.barrier);
            }
        });
        covering.sort_unstable();
        covering
    }

    /// Fills `near` with every body that overlaps `body`, including the border, in no particular
    /// order.
    pub fn overlapping(&self, body: &Body, near: &mut Vec<Body>) {
        near.clear();
        let Some(room) = self.room() else { return };
        self.visit(SweptBox::area(&body.aabb, self.half), |_, other| {
            if other.aabb.overlaps(&body.aabb) && other.barrier != body.barrier {
                near.push(other);
            }
        });
        if body.barrier == Barrier::Border || !room.contains_box(&body.aabb) {
            let walls = walls(&room).into_iter();
            near.extend(walls.filter(|w| w.aabb.overlaps(&body.aabb) && w.aabb != body.aabb));
        }
    }
}

/// The border as four bodies around the room, overlapping at its corners.
pub(super) fn walls(room: &Aabb) -> [Body; 4] {
    // The thickness is arbitrary, since no path leads behind the walls.
    let outer = room.inflated(DVec2::ONE);
    let wall = |min, max| Body { barrier: Barrier::Border, aabb: Aabb::new(min, max) };
    [
        wall(outer.min, DVec2::new(room.min.x, outer.max.y)),
        wall(outer.min, DVec2::new(outer.max.x, room.min.y)),
        wall(DVec2::new(room.max.x, outer.min.y), outer.max),
        wall(DVec2::new(outer.min.x, room.max.y), outer.max),
    ]
}

/// The boxes of obstacles in an area for the centre of an agent of half-size `half`, inflated by that.
pub(super) fn inflated_boxes(obstacles: &dyn Obstacles, area: &Aabb, half: DVec2) -> Vec<Aabb> {
    let mut boxes = Vec::new();
    obstacles.visit(&mut SweptBox::area(area, half), &mut |_, _, aabb| {
        let inflated = aabb.inflated(half);
        // Sets may pass further obstacles.
        if inflated.overlaps(area) {
            boxes.push(inflated);
        }
    });
    boxes
}

/// The target clipped to the available area; `None` when it or the start lies outside that area.
pub(super) fn target_in_room(request: &Request, inflated: &InflatedObstacles) -> Option<Aabb> {
    let room = inflated.room()?;
    let start = Aabb::spanning(request.start, request.start);
    request.target().intersection(&room).filter(|_| room.contains_box(&start))
}
