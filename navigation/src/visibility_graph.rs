//! The shortest path among a few convex shapes: A* over the visibility graph of their corners.

use serde::{Deserialize, Serialize};

use super::best_first::BestFirst;
use super::shapes::Shape;
use crate::geometry::{Aabb, Axis, Convex, DVec2, Segment, turn};

/// The shapes that a path must not enter, and the targets at which it may end.
pub(super) struct Scene<'a> {
    pub shapes: &'a [Shape],
    /// The area in which the agent's centre may be.
    pub room: Aabb,
    /// Closed boxes; a path may end at any of them.
    pub targets: &'a [Aabb],
}

impl Scene<'_> {
    /// Whether the straight segment between two points in the room is free.
    pub fn sees(&self, from: DVec2, to: DVec2) -> bool {
        let segment = Segment::new(from, to);
        !self.shapes.iter().any(|shape| shape.area.is_entered_by(&segment))
    }

    /// The points at which a path from `at` can end: the nearest point of a target, and, in case a
    /// shape covers that, the corners of shapes within the target and the points where shapes cross
    /// its border.
    pub fn arrivals(&self, at: DVec2) -> Vec<DVec2> {
        let mut arrivals = Vec::new();
        for target in self.targets {
            arrivals.push(target.nearest_point(at));
            for shape in self.shapes.iter().filter(|shape| shape.area.bounds().touches(target)) {
                let corners = shape.area.corners().iter().copied();
                let crossings = shape.area.edges().flat_map(|edge| crossings(edge, target));
                let is_there = |&place: &DVec2| target.nearest_point(place) == place;
                arrivals.extend(corners.chain(crossings).filter(is_there));
            }
        }
        arrivals.retain(|&place| self.is_in_room(place));
        arrivals
    }

    fn is_in_room(&self, place: DVec2) -> bool {
        self.room.nearest_point(place) == place
    }

    fn distance_from(&self, place: DVec2) -> f64 {
        self.targets.iter().map(|t| t.distance_to(place)).fold(f64::INFINITY, f64::min)
    }
}

/// The points where an edge, with the interior of its shape on the left, crosses the lines of a
/// box's sides. Points are rounded outwards.
fn crossings(edge: Segment, area: &Aabb) -> impl Iterator<Item = DVec2> + use<> {
    let Segment { from, to } = edge;
    let lines =
        [(Axis::X, area.min), (Axis::X, area.max), (Axis::Y, area.min), (Axis::Y, area.max)];
    lines.into_iter().filter_map(move |(axis, side)| {
        let (line, along) = (axis.of(side), axis.other());
        let (start, end) = (axis.of(from), axis.of(to));
        if start == end || line < start.min(end) || line > start.max(end) {
            return None;
        }
        let (low, high) = (along.of(from.min(to)), along.of(from.max(to)));
        let place = along.of(from + (to - from) * ((line - start) / (end - start)));
        let mut place = place.clamp(low, high);
        // Left of the direction of x is up, left of the direction of y is down.
        let outward = if (axis == Axis::X) == (end > start) { -1.0 } else { 1.0 };
        let mut nudge = f64::EPSILON * (low.abs() + high.abs()) * outward;
        let point = |place: f64| along.with(side, place);
        // The outer end of the edge is outside, even where a turn overflows.
        let end = if outward < 0.0 { low } else { high };
        while place != end && turn(from, to, point(place)).is_gt() {
            let next = (place + nudge).clamp(low, high);
            place = if next == place { end } else { next };
            nudge *= 2.0;
        }
        Some(point(place))
    })
}

/// A search for the shortest path in a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct VisibilityGraph {
    /// The corners reached, by the index of their shape in the scene and of the corner in the shape.
    reached: BestFirst<Reached, (u32, u32)>,
    /// The shortest path so far and its length.
    best: Option<(f64, Vec<DVec2>)>,
}

/// The start or a corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Reached {
    point: DVec2,
    corner: Option<(u32, u32)>,
}

impl VisibilityGraph {
    /// A search from `start` that has not begun.
    pub fn new(start: DVec2) -> Self {
        let start = Reached { point: start, corner: None };
        Self { reached: BestFirst::new(start), best: None }
    }

    /// Whether all numbers are finite and all references resolve.
    pub fn is_sound(&self, shapes: &[Shape]) -> bool {
        let has_corner = |(number, place): (u32, u32)| {
            let shape = shapes.get(number as usize);
            shape.is_some_and(|shape| (place as usize) < shape.area.corners().len())
        };
        let is_sound =
            |reached: &Reached| reached.point.is_finite() && reached.corner.is_none_or(has_corner);
        self.reached.is_sound(is_sound)
            && self.path().is_none_or(|path| path.iter().all(|point| point.is_finite()))
    }

    /// Whether no open node can lead to a shorter path.
    pub fn is_done(&self) -> bool {
        let best = self.best_length();
        self.reached.bound().is_none_or(|bound| bound >= best)
    }

    /// The waypoints after the start, once the search is done; `None` when there is no path.
    pub fn path(&self) -> Option<&[DVec2]> {
        self.best.as_ref().map(|(_, path)| path.as_slice())
    }

    /// The start and all corners reached.
    pub fn reached(&self) -> impl Iterator<Item = DVec2> {
        self.reached.places().map(|reached| reached.point)
    }

    /// Expands the most promising node.
    pub fn step(&mut self, scene: &Scene) {
        let Some(index) = self.reached.expand() else { return };
        let node = self.reached.node(index);
        let (at, so_far) = (node.place.point, node.length);
        for goal in scene.arrivals(at) {
            let length = so_far + at.distance(goal);
            if length < self.best_length() && scene.sees(at, goal) {
                self.best = Some((length, self.path_through(index, goal)));
            }
        }
        for (number, shape) in (0..).zip(scene.shapes) {
            for (place, &corner) in (0..).zip(shape.area.corners()) {
                if corner != at
                    && is_tangent(&shape.area, place, at, corner)
                    && self.is_wrapped_at(index, corner, scene)
                    && scene.is_in_room(corner)
                {
                    self.add_node(index, (number, place), corner, scene);
                }
            }
        }
    }

    fn best_length(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |&(length, _)| length)
    }

    /// Whether a string that arrives at a node and continues to `after` stays taut there.
    fn is_wrapped_at(&self, index: u32, after: DVec2, scene: &Scene) -> bool {
        let Reached { point, corner } = self.reached.node(index).place;
        let Some((number, place)) = corner else { return true };
        let area = &scene.shapes[number as usize].area;
        let before = self.reached.parent(index).point;
        let bend = turn(before, point, after);
        let [one, other] = neighbours(area, place).map(|next| turn(before, point, next));
        let inward = one.then(other);
        bend != inward.reverse() && is_tangent(area, place, after, point)
    }

    /// Adds a corner that can be reached from the node `parent`, if it is visible and this is the
    /// shortest path to it so far.
    fn add_node(&mut self, parent: u32, key: (u32, u32), point: DVec2, scene: &Scene) {
        let from = self.reached.node(parent);
        let length = from.length + from.place.point.distance(point);
        let bound = length + scene.distance_from(point);
        if bound < self.best_length()
            && self.reached.is_shorter(&key, length)
            && scene.sees(from.place.point, point)
        {
            let place = Reached { point, corner: Some(key) };
            self.reached.reach(key, place, length, parent, bound);
        }
    }

    /// The waypoints from the start through a node to the goal.
    fn path_through(&self, index: u32, goal: DVec2) -> Vec<DVec2> {
        let mut path = vec![goal];
        path.extend(self.reached.path_back(index).map(|reached| reached.point));
        path.extend(self.reached.places().next().map(|start| start.point));
        path.dedup();
        path.pop();
        path.reverse();
        path
    }
}

/// Whether the line from `from` through a corner of a polygon passes it without entering it.
fn is_tangent(area: &Convex, place: u32, from: DVec2, corner: DVec2) -> bool {
    let [before, after] = neighbours(area, place).map(|next| turn(from, corner, next));
    before.is_eq() || after.is_eq() || before == after
}

/// The corners before and after a corner.
fn neighbours(area: &Convex, place: u32) -> [DVec2; 2] {
    let (corners, place) = (area.corners(), place as usize);
    let count = corners.len();
    [corners[(place + count - 1) % count], corners[(place + 1) % count]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damaged search can hold any finite corners. Turns among such large ones overflow.
    #[test]
    fn crossings_of_huge_edges_are_found() {
        for huge in [1e150, 1e200, 1e300, f64::MAX] {
            let area = Aabb::new(DVec2::splat(-huge * 0.5), DVec2::splat(huge * 0.25));
            for (x, y) in [(huge, huge), (huge, -huge), (huge, 1.0), (1.0, huge)] {
                for edge in [[-1.0, 1.0], [1.0, -1.0]] {
                    let [from, to] = edge.map(|end| DVec2::new(x * end, y * end));
                    let count = crossings(Segment::new(from, to), &area).count();
                    assert!(count <= 4, "{from} to {to}");
                }
            }
        }
    }
}
