//! The places at which a path to a target may end.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2, Segment, turn};

use super::request::is_box;
use super::shapes::Shape;

/// A target, and the shapes near it, of which each may cover a part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct TargetEnds {
    pub target: Aabb,
}

impl TargetEnds {
    /// The places at which a shortest path from the outside can end where no shape contains them:
    /// the nearest to `start`, the corners of the target, and the points where shapes cross its
    /// sides.
    pub fn free_among<'a>(
        &self,
        shapes: impl Iterator<Item = &'a Shape> + Clone,
        start: DVec2,
        room: &Aabb,
    ) -> Vec<DVec2> {
        let target = self.target;
        let near = shapes.filter(|shape| shape.area.bounds().touches(&target));
        let mut ends = vec![target.nearest_point(start)];
        if target.min != target.max {
            ends.extend(target.corners());
            for shape in near.clone() {
                let crossings = shape.area.edges().flat_map(|edge| crossings(edge, &target));
                ends.extend(crossings.filter(|&place| target.nearest_point(place) == place));
            }
        }
        ends.retain(|&end| {
            room.nearest_point(end) == end
                && !near.clone().any(|shape| shape.area.contains_inside(end))
        });
        ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        ends.dedup();
        ends
    }

    /// Whether the target is a finite box.
    pub fn is_sound(&self) -> bool {
        is_box(&self.target)
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
