//! String pulling: making a free polyline taut without passing over an obstacle.

use core::cmp::Ordering;

use terrarium_space::geometry::{Aabb, Axis, DVec2, is_beyond, turn};

use super::corner::Corner;
use super::inflated::InflatedObstacles;

/// A bend of a free polyline, from one point around another to a third: the triangle that a string
/// sweeps when it is pulled tight.
pub(super) struct Bend {
    from: DVec2,
    to: DVec2,
    /// The triangle's edges as lines with the interior on the same side of each. The last one
    /// closes the triangle.
    edges: [(DVec2, DVec2); 3],
    bounds: Aabb,
    /// The middle point, possibly rounded.
    middle: DVec2,
}

impl Bend {
    /// The bend from `from` through `middle` to `to`.
    pub fn new(from: DVec2, middle: DVec2, to: DVec2) -> Self {
        let bounds = Aabb::new(from.min(middle).min(to), from.max(middle).max(to));
        Self { from, to, edges: [(from, middle), (middle, to), (to, from)], bounds, middle }
    }

    /// The bend from `from` straight toward `aim` until it hits the line from `beyond` to `to`,
    /// which is parallel to the axis `along`, and along that line to `to`. The hit, which rounds to
    /// `middle`, lies between `beyond` and `to`.
    pub fn at_hit(
        from: DVec2,
        aim: DVec2,
        middle: DVec2,
        (beyond, to, along): (DVec2, DVec2, Axis),
    ) -> Self {
        let bounds = Aabb::spanning(from, to);
        let bounds = Aabb {
            min: along.with(bounds.min, f64::NEG_INFINITY),
            max: along.with(bounds.max, f64::INFINITY),
        };
        Self { from, to, edges: [(from, aim), (beyond, to), (to, from)], bounds, middle }
    }

    /// The points between the two ends over which the taut string runs. The polyline through them
    /// is free if the bend is.
    ///
    /// No obstacle enters across the two segments, so the string can only catch on corners within
    /// the triangle, and the taut string is their convex hull.
    pub fn pulled(&self, inflated: &InflatedObstacles, posts: &mut Vec<Corner>) -> Vec<Corner> {
        let (from, aim) = self.edges[0];
        let inside = turn(from, aim, self.to);
        if inside.is_eq() {
            return Vec::new();
        }
        posts.clear();
        inflated.visit(inflated.triangle([from, self.middle, self.to]), |_, body| {
            if self.overlaps(&body.aabb, inside) {
                let corners = (0..4).map(|number| Corner::new(&body, number));
                posts.extend(corners.filter(|corner| self.catches(corner.point, inside)));
            }
        });
        wrapped(self.from, self.to, posts, inside.reverse())
    }

    /// Whether the open box and the open triangle share a point.
    fn overlaps(&self, aabb: &Aabb, inside: Ordering) -> bool {
        self.bounds.overlaps(aabb)
            && self.edges.iter().all(|&(a, b)| {
                // The box's corner that is farthest to the inside.
                let x_low = (b.y > a.y) == inside.is_gt();
                let y_high = (b.x > a.x) == inside.is_gt();
                let x = if x_low { aabb.min.x } else { aabb.max.x };
                let y = if y_high { aabb.max.y } else { aabb.min.y };
                turn(a, b, DVec2::new(x, y)) == inside
            })
    }

    /// Whether the string catches on a corner: it lies in the triangle and not on the closing edge.
    fn catches(&self, corner: DVec2, inside: Ordering) -> bool {
        let [first, second, closing] = self.edges;
        let outside = inside.reverse();
        turn(first.0, first.1, corner) != outside
            && turn(second.0, second.1, corner) != outside
            && turn(closing.0, closing.1, corner) == inside
    }
}

/// Advances along a path to the next bend that may be loose: the last point of `path`, between the one
/// before it and the last of `ahead`, which holds the rest in reverse order. False when all of it is
/// taut; then `path` is the whole path.
pub(super) fn advance_to_bend(path: &mut Vec<Corner>, ahead: &mut Vec<Corner>) -> bool {
    while let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) {
        if !middle.holds(before.point, after.point) {
            return true;
        }
        path.extend(ahead.pop());
    }
    path.extend(ahead.drain(..).rev());
    false
}

/// Pulls the path's end taut between the point before it and the point ahead.
pub(super) fn pull_bend(
    path: &mut Vec<Corner>,
    ahead: &mut Vec<Corner>,
    inflated: &InflatedObstacles,
    posts: &mut Vec<Corner>,
) {
    let (&[.., before, middle], Some(&after)) = (&path[..], ahead.last()) else { return };
    let pulled = Bend::new(before.point, middle.point, after.point).pulled(inflated, posts);
    if let [only] = pulled[..]
        && only.point == middle.point
    {
        path.extend(ahead.pop());
        return;
    }
    path.pop();
    ahead.extend(pulled.into_iter().rev());
    // The point before may have become loose.
    if path.len() < 2 {
        path.extend(ahead.pop());
    }
}

/// The corners over which a string from one point to another runs if no post may lie on its outer
/// side: their convex hull between the ends, by gift wrapping.
fn wrapped(from: DVec2, to: DVec2, posts: &[Corner], outside: Ordering) -> Vec<Corner> {
    let mut hull = Vec::new();
    let mut at = from;
    // No post is wrapped twice.
    for _ in 0..posts.len() {
        let mut next = Corner::none(to);
        for post in posts.iter().filter(|post| post.point != at) {
            let side = turn(at, next.point, post.point);
            if side == outside || (side.is_eq() && is_beyond(at, next.point, post.point)) {
                next = *post;
            }
        }
        if next.point == to {
            break;
        }
        hull.push(next);
        at = next.point;
    }
    hull
}
