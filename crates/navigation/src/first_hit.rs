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
        let mut parts = Parts::new(&segment, self.half(), reach);
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
            let Some(hit) = Hit::new(segment, body) else { return };
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
    fn new(segment: &'a Segment, half: DVec2, reach: f64) -> Self {
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
