//! One straight step among boxes: move until contact, then slide along the box.

use glam::DVec2;

use super::{Aabb, Axis, Segment, lattice};

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

/// Moves a point from `from` toward `to` among open boxes that it may touch but not enter.
///
/// The point moves straight to the first box that blocks it, then along that box's side, toward
/// `to` on the remaining axis, until the next box. All coordinates lie on the [`lattice`] and
/// `from` lies inside no obstacle; then neither does the end. Where two obstacles are met at once
/// the earlier in the list is the blocker.
#[must_use]
pub fn slide(from: DVec2, to: DVec2, obstacles: &[Aabb]) -> Slide {
    let segment = Segment::new(from, to);
    let mut first: Option<(f64, Axis, usize)> = None;
    for (index, obstacle) in obstacles.iter().enumerate().filter(|(_, o)| segment.enters(o)) {
        // A segment that enters a box without starting in it enters across one of its sides.
        let Some((fraction, axis)) = segment.entry(obstacle) else { continue };
        if first.is_none_or(|(best, ..)| fraction < best) {
            first = Some((fraction, axis, index));
        }
    }
    let Some((fraction, axis, blocker)) = first else {
        return Slide { end: to, contact: to, blocker: None };
    };
    let contact = contact_point(&segment, fraction, axis, &obstacles[blocker]);
    // Rounding to the lattice may tilt the segment to the contact into a box that it only grazed.
    let reached = Segment::new(from, contact);
    let contact = if obstacles.iter().any(|o| reached.enters(o)) { from } else { contact };
    let along = axis.other();
    let end = along.with(contact, straight_limit(contact, along, along.of(to), obstacles));
    Slide { end, contact, blocker: Some(blocker) }
}

/// The contact with the box's side: exact across the side, rounded to the lattice along it.
fn contact_point(segment: &Segment, fraction: f64, axis: Axis, obstacle: &Aabb) -> DVec2 {
    let point = lattice::snap_point(segment.from + (segment.to - segment.from) * fraction);
    let span = segment.bounds();
    let side =
        if axis.of(segment.to) > axis.of(segment.from) { obstacle.min } else { obstacle.max };
    axis.with(point.clamp(span.min, span.max), axis.of(side))
}

/// How far along one axis a point can move toward `target`, without rounding.
fn straight_limit(from: DVec2, axis: Axis, target: f64, obstacles: &[Aabb]) -> f64 {
    let (start, across) = (axis.of(from), axis.other());
    let in_the_way = obstacles
        .iter()
        .filter(|o| across.of(o.min) < across.of(from) && across.of(from) < across.of(o.max));
    if target > start {
        in_the_way.map(|o| axis.of(o.min)).filter(|&side| side >= start).fold(target, f64::min)
    } else {
        in_the_way.map(|o| axis.of(o.max)).filter(|&side| side <= start).fold(target, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn boxes(list: &[[f64; 4]]) -> Vec<Aabb> {
        list.iter().map(|b| Aabb::new(DVec2::new(b[0], b[1]), DVec2::new(b[2], b[3]))).collect()
    }

    #[test]
    fn a_free_move_reaches_its_end() {
        let result = slide(DVec2::ZERO, DVec2::new(5.0, 1.0), &boxes(&[[2.0, 1.0, 3.0, 2.0]]));
        let end = DVec2::new(5.0, 1.0);
        assert_eq!(result, Slide { end, contact: end, blocker: None });
    }

    #[test]
    fn a_blocked_agent_slides_along_the_side_that_it_hits() {
        let result = slide(DVec2::ZERO, DVec2::new(4.0, 2.0), &boxes(&[[2.0, -1.0, 3.0, 9.0]]));
        let contact = DVec2::new(2.0, 1.0);
        assert_eq!(result, Slide { end: DVec2::new(2.0, 2.0), contact, blocker: Some(0) });
    }

    #[test]
    fn a_corner_of_two_boxes_stops_the_agent() {
        let corner = boxes(&[[2.0, -1.0, 3.0, 9.0], [-1.0, 1.0, 2.0, 2.0]]);
        let result = slide(DVec2::ZERO, DVec2::new(4.0, 4.0), &corner);
        let contact = DVec2::ONE;
        assert_eq!(result, Slide { end: DVec2::new(2.0, 1.0), contact, blocker: Some(1) });
    }

    prop_compose! {
        fn lattice_point(reach: f64)(x in -reach..reach, y in -reach..reach) -> DVec2 {
            lattice::snap_point(DVec2::new(x, y))
        }
    }

    proptest! {
        #[test]
        fn a_slide_ends_outside_all_obstacles(
            from in lattice_point(10.0),
            to in lattice_point(10.0),
            corners in prop::collection::vec((lattice_point(12.0), lattice_point(4.0)), 0..12),
        ) {
            let obstacles: Vec<Aabb> = corners
                .iter()
                .map(|&(corner, size)| Aabb::spanning(corner, corner + size))
                .filter(|o| !o.contains_inside(from))
                .collect();
            let result = slide(from, to, &obstacles);
            prop_assert!(lattice::holds(result.end));
            prop_assert!(obstacles.iter().all(|o| !o.contains_inside(result.end)));
            let free = obstacles.iter().all(|o| !Segment::new(from, to).enters(o));
            prop_assert_eq!(free, result.blocker.is_none());
            prop_assert_eq!(free, result.end == to);
            for (from, to) in [(from, result.contact), (result.contact, result.end)] {
                prop_assert!(obstacles.iter().all(|o| !Segment::new(from, to).enters(o)));
            }
            prop_assert!(Aabb::spanning(from, to).contains_box(&Aabb::spanning(result.end, result.end)));
        }
    }
}
