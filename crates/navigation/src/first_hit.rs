//! The first body that a segment enters.

use terrarium_space::geometry::{Aabb, Axis, DVec2, Segment};

use super::body::Body;
use super::hit::Hit;
use super::inflated::InflatedObstacles;

impl InflatedObstacles<'_> {
    /// The first body that the segment within the room enters.
    pub fn first_hit(&self, from: DVec2, to: DVec2) -> Option<Hit> {
        self.first_hit_and(from, to, |_| {})
    }

    /// The same, and also passes bodies near the segment, including all that contain `from`.
    pub fn first_hit_and(
        &self,
        from: DVec2,
        to: DVec2,
        mut also: impl FnMut(&Body),
    ) -> Option<Hit> {
        let mut first = None;
        self.hits(&Segment::new(from, to), None, &mut first, &mut also);
        first
    }

    /// The same as [`first_hit`](Self::first_hit), faster where a body is about as near as `reach`:
    /// queries the segment in parts of growing length.
    pub fn first_hit_near(&self, from: DVec2, to: DVec2, reach: f64) -> Option<Hit> {
        let segment = Segment::new(from, to);
        let mut first = None;
        let mut parts = Parts::of(&segment, self.half(), reach);
        while let Some(area) = parts.next_area() {
            self.hits(&segment, Some(&area), &mut first, &mut |_| {});
            if first.as_ref().is_some_and(|hit| parts.hold(hit)) {
                break;
            }
        }
        first
    }

    /// Sets `first` to the first hit on a body that touches the part of the segment in an area, or to
    /// one before that if there is one.
    fn hits(
        &self,
        segment: &Segment,
        area: Option<&Aabb>,
        first: &mut Option<Hit>,
        also: &mut impl FnMut(&Body),
    ) {
        let Segment { from, to } = *segment;
        let mut swept = self.segment(from, to);
        area.into_iter().for_each(|area| swept.clip(area));
        self.visit(swept, |swept, body| {
            also(&body);
            let Some(hit) = Hit::of(segment, body) else { return };
            if first.as_ref().is_none_or(|first| hit.cmp(first).is_lt()) {
                // An earlier hit lies before the far corner of this body.
                let Aabb { min, max } = body.aabb;
                let far = DVec2::select(to.cmpge(from), max, min);
                let across = hit.side.along().other();
                swept.clip(&Aabb::spanning(from, across.with(far, hit.line())));
                *first = Some(hit);
            }
        });
    }
}

/// A segment, divided into parts of growing length.
struct Parts<'a> {
    segment: &'a Segment,
    /// The axis along which the segment is longer.
    along: Axis,
    /// The distance along that axis at which the next part ends.
    reach: f64,
    /// Where the last part ended.
    end: DVec2,
    /// More than the rounding errors of points on the segment.
    slack: f64,
    is_done: bool,
}

/// The factor by which a part reaches farther than the one before.
const GROWTH: f64 = 4.0;

/// The relative rounding error of a point on a segment, and more.
const SLACK: f64 = 16.0 * f64::EPSILON;

impl<'a> Parts<'a> {
    fn of(segment: &'a Segment, half: DVec2, reach: f64) -> Self {
        let Segment { from, to } = *segment;
        let size = (to - from).abs();
        let along = if size.x >= size.y { Axis::X } else { Axis::Y };
        let slack = (from.abs().max(to.abs()) + half).max_element() * SLACK;
        // A part shorter than the rounding errors would not lead anywhere.
        let reach = reach.max(slack);
        Self { segment, along, reach, end: from, slack, is_done: false }
    }

    /// A box around the next part.
    fn next_area(&mut self) -> Option<Aabb> {
        if self.is_done {
            return None;
        }
        let Segment { from, to } = *self.segment;
        let share = self.reach / self.along.of(to - from).abs();
        self.is_done = share.is_nan() || share >= 1.0;
        let end = if self.is_done { to } else { from + (to - from) * share };
        let begin = core::mem::replace(&mut self.end, end);
        self.reach *= GROWTH;
        Some(Aabb::spanning(begin, end).inflated(DVec2::splat(self.slack)))
    }

    /// Whether a hit lies certainly on the parts so far.
    fn hold(&self, hit: &Hit) -> bool {
        let from = self.along.of(self.segment.from);
        let distance = |point: DVec2| (self.along.of(point) - from).abs();
        distance(hit.rounded()) + self.slack <= distance(self.end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{ObstacleField, ObstacleKey};

    fn point(limit: f64) -> impl Strategy<Value = DVec2> {
        let whole = (0..limit as i32).prop_map(f64::from);
        let number = prop_oneof![whole, 0.0..limit].boxed();
        (number.clone(), number).prop_map(DVec2::from)
    }

    proptest! {
        #[test]
        fn looking_in_parts_finds_the_same_hit(
            boxes in prop::collection::vec((point(100.0), point(9.0)), 0..60),
            (from, to) in (point(100.0), point(100.0)),
            reach in prop_oneof![Just(0.0), Just(f64::INFINITY), 1e-9..200.0],
            half in point(2.0),
        ) {
            let boxes = boxes.into_iter().map(|(at, size)| Aabb::new(at, at + size));
            let bounds = Aabb::square(DVec2::ZERO, 200.0);
            let field = ObstacleField::new(bounds, (0..).map(ObstacleKey).zip(boxes).collect());
            let inflated = InflatedObstacles::new(&field, half, &[]);
            let hit = inflated.first_hit(from, to);
            prop_assert_eq!(inflated.first_hit_near(from, to, reach), hit);
        }
    }
}
