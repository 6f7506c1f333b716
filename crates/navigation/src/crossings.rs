//! Where an edge crosses the sides of a box.

use terrarium_space::geometry::{Aabb, Axis, DVec2, Segment, turn};

/// The points where an edge, with the interior of its shape on the left, crosses the lines of a
/// box's sides. Points are rounded outwards.
pub(super) fn crossings(edge: Segment, area: &Aabb) -> impl Iterator<Item = DVec2> + use<> {
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
