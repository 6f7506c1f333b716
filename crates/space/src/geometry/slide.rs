//! One straight step among boxes and polygons: move until contact, then slide along what is there.

use glam::DVec2;

use super::solid::outside;
use super::{Aabb, Axis, Segment, Solid, lattice};

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// The end of the step.
    pub end: DVec2,
    /// Where the point turned to slide along an obstacle; the end when the path was free.
    pub contact: DVec2,
    /// The index of the first obstacle touched; `None` when the path was free.
    pub blocker: Option<usize>,
}

/// The side that a point meets.
enum Side {
    /// That of a box, across this axis.
    OfBox(Axis, Aabb),
    /// An edge of a polygon.
    Edge(Segment),
}

/// Moves a point from `from` toward `to` among open areas that it may touch but not enter, within `room`.
///
/// The point moves straight to the first obstacle that blocks it, then along its side, as far as `to` is in that
/// direction, until the next obstacle. All coordinates lie on the [`lattice`], `from` and `to` lie in the room and
/// `from` in no obstacle; then neither does the end. Where two obstacles are met at once the earlier in the list
/// is the blocker.
#[must_use]
pub fn slide(from: DVec2, to: DVec2, obstacles: &[Solid], room: &Aabb) -> Slide {
    let segment = Segment::new(from, to);
    let Some((fraction, side, blocker)) = first_side(&segment, obstacles) else {
        return Slide { end: to, contact: to, blocker: None };
    };
    let contact = possible(from, contact_point(&segment, fraction, &side), obstacles, room);
    let end = match side {
        Side::OfBox(axis, _) => {
            let along = axis.other();
            along.with(contact, straight_limit(contact, along, along.of(to), obstacles))
        }
        Side::Edge(edge) => {
            let direction = (edge.to - edge.from).normalize();
            let end = contact + direction * (to - contact).dot(direction);
            room.nearest_point(outside(&edge, lattice::snap_point(end)))
        }
    };
    Slide { end: limited(contact, end, obstacles, room), contact, blocker: Some(blocker) }
}

/// The side that a segment meets first, the fraction of the segment until then, and the index of the obstacle.
fn first_side(segment: &Segment, obstacles: &[Solid]) -> Option<(f64, Side, usize)> {
    let mut first: Option<(f64, Side, usize)> = None;
    for (index, obstacle) in obstacles.iter().enumerate() {
        if !obstacle.is_entered_by(segment) {
            continue;
        }
        // A segment that enters an obstacle without starting in it enters across one of its sides.
        let entry = match obstacle {
            Solid::Box(area) => {
                segment.entry(area).map(|(fraction, axis)| (fraction, Side::OfBox(axis, *area)))
            }
            Solid::Convex(shape) => {
                shape.entry(segment).map(|(fraction, edge)| (fraction, Side::Edge(edge)))
            }
        };
        let Some((fraction, side)) = entry else { continue };
        if first.as_ref().is_none_or(|(best, ..)| fraction < *best) {
            first = Some((fraction, side, index));
        }
    }
    first
}

fn enters_any(from: DVec2, to: DVec2, obstacles: &[Solid]) -> bool {
    let segment = Segment::new(from, to);
    obstacles.iter().any(|obstacle| obstacle.is_entered_by(&segment))
}

/// How far a point can move straight toward `to`: to what it meets first.
fn limited(from: DVec2, to: DVec2, obstacles: &[Solid], room: &Aabb) -> DVec2 {
    let segment = Segment::new(from, to);
    match first_side(&segment, obstacles) {
        None => to,
        Some((fraction, side, _)) => {
            possible(from, contact_point(&segment, fraction, &side), obstacles, room)
        }
    }
}

/// A contact, unless rounding it to the lattice has moved it out of the room, or tilted the segment to it into an
/// obstacle that it only grazed. Then the point stays where it is.
fn possible(from: DVec2, contact: DVec2, obstacles: &[Solid], room: &Aabb) -> DVec2 {
    let is_inside = room.nearest_point(contact) == contact;
    if is_inside && !enters_any(from, contact, obstacles) { contact } else { from }
}

/// The contact with a side: on the side of a box exactly, rounded to the lattice along it; at the edge of a polygon
/// on the lattice, and not beyond it.
fn contact_point(segment: &Segment, fraction: f64, side: &Side) -> DVec2 {
    let point = lattice::snap_point(segment.from + (segment.to - segment.from) * fraction);
    match side {
        Side::OfBox(axis, area) => {
            let span = segment.bounds();
            let is_forward = axis.of(segment.to) > axis.of(segment.from);
            let side = if is_forward { area.min } else { area.max };
            axis.with(point.clamp(span.min, span.max), axis.of(side))
        }
        Side::Edge(edge) => outside(edge, point),
    }
}

/// How far along one axis a point can move toward `target` among the boxes, without rounding.
fn straight_limit(from: DVec2, axis: Axis, target: f64, obstacles: &[Solid]) -> f64 {
    let (start, across) = (axis.of(from), axis.other());
    let boxes = obstacles.iter().filter_map(|obstacle| match obstacle {
        Solid::Box(area) => Some(area),
        Solid::Convex(_) => None,
    });
    let in_the_way =
        boxes.filter(|o| across.of(o.min) < across.of(from) && across.of(from) < across.of(o.max));
    if target > start {
        in_the_way.map(|o| axis.of(o.min)).filter(|&side| side >= start).fold(target, f64::min)
    } else {
        in_the_way.map(|o| axis.of(o.max)).filter(|&side| side <= start).fold(target, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::super::Convex;
    use super::*;

    const ROOM: Aabb = Aabb { min: DVec2::splat(-10.0), max: DVec2::splat(10.0) };

    fn boxes(list: &[[f64; 4]]) -> Vec<Solid> {
        let area = |b: &[f64; 4]| Aabb::new(DVec2::new(b[0], b[1]), DVec2::new(b[2], b[3]));
        list.iter().map(|b| Solid::Box(area(b))).collect()
    }

    fn polygon(points: &[[f64; 2]]) -> Option<Solid> {
        let points = points.iter().map(|&point| lattice::snap_point(DVec2::from(point)));
        Convex::around(points).map(|shape| Solid::Convex(Arc::new(shape)))
    }

    #[test]
    fn a_free_move_reaches_its_end() {
        let result =
            slide(DVec2::ZERO, DVec2::new(5.0, 1.0), &boxes(&[[2.0, 1.0, 3.0, 2.0]]), &ROOM);
        let end = DVec2::new(5.0, 1.0);
        assert_eq!(result, Slide { end, contact: end, blocker: None });
    }

    #[test]
    fn a_blocked_agent_slides_along_the_side_that_it_hits() {
        let result =
            slide(DVec2::ZERO, DVec2::new(4.0, 2.0), &boxes(&[[2.0, -1.0, 3.0, 9.0]]), &ROOM);
        let contact = DVec2::new(2.0, 1.0);
        assert_eq!(result, Slide { end: DVec2::new(2.0, 2.0), contact, blocker: Some(0) });
    }

    #[test]
    fn a_corner_of_two_boxes_stops_the_agent() {
        let corner = boxes(&[[2.0, -1.0, 3.0, 9.0], [-1.0, 1.0, 2.0, 2.0]]);
        let result = slide(DVec2::ZERO, DVec2::new(4.0, 4.0), &corner, &ROOM);
        let contact = DVec2::ONE;
        assert_eq!(result, Slide { end: DVec2::new(2.0, 1.0), contact, blocker: Some(1) });
    }

    #[test]
    fn a_blocked_agent_slides_along_a_slope() {
        let slope = [polygon(&[[2.0, -6.0], [12.0, 4.0], [12.0, -6.0]]).unwrap()];
        let result = slide(DVec2::new(0.0, -4.0), DVec2::new(8.0, -4.0), &slope, &ROOM);
        assert_eq!(result.contact, DVec2::new(4.0, -4.0));
        assert!(result.end.distance(DVec2::new(6.0, -2.0)) < 4.0 * lattice::STEP);
    }

    prop_compose! {
        fn lattice_point(reach: f64)(x in -reach..reach, y in -reach..reach) -> DVec2 {
            lattice::snap_point(DVec2::new(x, y))
        }
    }

    /// A place in the room, often on its border.
    fn place() -> impl Strategy<Value = DVec2> {
        let coordinate = || prop_oneof![3 => -10.0..10.0, 1 => Just(10.0), 1 => Just(-10.0)];
        (coordinate(), coordinate()).prop_map(|(x, y)| lattice::snap_point(DVec2::new(x, y)))
    }

    proptest! {
        #[test]
        fn a_slide_ends_outside_all_obstacles_and_in_the_room(
            from in place(),
            to in place(),
            corners in prop::collection::vec((lattice_point(12.0), lattice_point(4.0)), 0..12),
            polygons in prop::collection::vec(
                (lattice_point(12.0), prop::collection::vec(lattice_point(4.0), 3..7)), 0..6,
            ),
        ) {
            let boxes = corners.iter().map(|&(corner, size)| Aabb::spanning(corner, corner + size));
            let shapes = polygons.iter().filter_map(|(middle, points)| {
                Convex::around(points.iter().map(|&point| *middle + point))
            });
            let obstacles: Vec<Solid> = boxes
                .map(Solid::Box)
                .chain(shapes.map(|shape| Solid::Convex(Arc::new(shape))))
                .filter(|o| !o.contains_inside(from))
                .collect();
            let result = slide(from, to, &obstacles, &ROOM);
            prop_assert!(lattice::holds(result.end));
            prop_assert!(ROOM.contains_box(&Aabb::spanning(result.contact, result.end)));
            prop_assert!(obstacles.iter().all(|o| !o.contains_inside(result.end)));
            let free = !enters_any(from, to, &obstacles);
            prop_assert_eq!(free, result.blocker.is_none());
            prop_assert_eq!(free, result.end == to);
            prop_assert!(!enters_any(from, result.contact, &obstacles));
            prop_assert!(!enters_any(result.contact, result.end, &obstacles));
            let reach = from.distance(to) + 16.0 * lattice::STEP;
            prop_assert!(from.distance(result.end) <= reach, "no step is longer than asked");
        }
    }
}
