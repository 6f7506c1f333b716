//! The obstacles near an agent, with exact predicates.

use terrarium_space::geometry::{Aabb, Axis, DVec2, Segment};

use super::heading::{Hand, Heading};
use crate::body::Body;
use crate::hit::Hit;
use crate::inflated::{InflatedObstacles, walls};
use crate::{Barrier, SweptBox};

/// All inflated obstacles near a point, from a single query, and the border.
pub(crate) struct ObstacleProbe {
    pub at: DVec2,
    room: Aabb,
    /// Ordered by key, the border last.
    bodies: Vec<Body>,
}

impl ObstacleProbe {
    /// Queries the obstacles within `reach` of `at`, on each axis.
    pub fn new(inflated: &InflatedObstacles, room: Aabb, at: DVec2, reach: f64) -> Self {
        let area = Aabb::square(at, reach);
        let mut bodies = Vec::new();
        inflated.visit(SweptBox::area(&area, inflated.half()), |_, body| {
            if body.aabb.touches(&area) {
                bodies.push(body);
            }
        });
        bodies.sort_unstable_by_key(|body| body.barrier);
        bodies.extend(walls(&room));
        Self { at, room, bodies }
    }

    /// The obstacles without the border, ordered by key.
    pub fn obstacles(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().filter(|body| body.barrier != Barrier::Border)
    }

    /// Whether the agent overlaps an obstacle at its position.
    pub fn is_covered(&self) -> bool {
        self.bodies.iter().any(|body| body.aabb.contains_inside(self.at))
    }

    /// A hash of the obstacles, to detect changes.
    pub fn digest(&self) -> u64 {
        let numbers = self.bodies.iter().flat_map(|body| {
            let name = match body.barrier {
                Barrier::Obstacle(key) => key.0,
                Barrier::Border => u64::MAX,
            };
            let Aabb { min, max } = body.aabb;
            [name, min.x.to_bits(), min.y.to_bits(), max.x.to_bits(), max.y.to_bits()]
        });
        // FNV-1a by words, with a shift so that high bits matter, too.
        numbers.fold(0xcbf2_9ce4_8422_2325, |hash: u64, number| {
            let hash = (hash ^ number).wrapping_mul(0x0000_0100_0000_01b3);
            hash ^ (hash >> 29)
        })
    }

    /// Whether a straight segment within the queried area is free.
    pub fn is_free(&self, to: DVec2) -> bool {
        self.is_segment_free(self.at, to)
    }

    /// Whether a straight segment from another point, within the queried area, is free.
    pub fn is_segment_free(&self, from: DVec2, to: DVec2) -> bool {
        let segment = Segment::new(from, to);
        self.room.contains_box(&segment.bounds())
            && !self.bodies.iter().any(|body| segment.enters(&body.aabb))
    }

    /// The first obstacle that the agent enters on a segment within the queried area.
    pub fn first_hit(&self, to: DVec2) -> Option<Body> {
        let segment = Segment::new(self.at, to);
        let hits = self.obstacles().filter_map(|body| Some((Hit::new(&segment, *body)?, *body)));
        hits.min_by(|(a, _), (b, _)| a.cmp(b)).map(|(_, body)| body)
    }

    /// The point of contact on a segment within the queried area; `None` when there is none ahead.
    pub fn contact(&self, to: DVec2, snap: impl Fn(DVec2) -> DVec2) -> Option<DVec2> {
        let segment = Segment::new(self.at, to);
        let hits = self.bodies.iter().filter_map(|body| Hit::new(&segment, *body));
        let hit = hits.min_by(Hit::cmp)?;
        // The coordinate across the side is exact, the one along it is rounded.
        let along = hit.side.along();
        let rounded = hit.rounded();
        let contact = along.with(rounded, along.of(snap(rounded)));
        (contact != self.at && self.is_free(contact)).then_some(contact)
    }

    /// Whether no move is possible in this direction.
    pub fn is_blocked(&self, heading: Heading) -> bool {
        self.bodies.iter().any(|body| {
            self.reaches(&body.aabb, heading) && is_within(&body.aabb, heading, self.at)
        })
    }

    /// Whether there is a wall on this side when moving in this direction.
    pub fn has_wall(&self, heading: Heading, hand: Hand) -> bool {
        self.bodies.iter().any(|body| self.is_wall(body, heading, hand))
    }

    /// The end of a move of this length along a wall on this side: at most to the end of the wall,
    /// and before any obstacle in front.
    pub fn along(&self, heading: Heading, hand: Hand, length: f64) -> DVec2 {
        let axis = heading.axis();
        let far = axis.of(self.at + heading.vector() * length);
        let nearer = |a: f64, b: f64| if heading.is_upward() { a.min(b) } else { a.max(b) };
        let mut end = far;
        let mut wall: Option<f64> = None;
        for body in &self.bodies {
            let (near, far) = ends(&body.aabb, heading);
            let ahead = if heading.is_upward() {
                near >= axis.of(self.at)
            } else {
                near <= axis.of(self.at)
            };
            if ahead && is_within(&body.aabb, heading, self.at) {
                end = nearer(end, near);
            }
            if self.is_wall(body, heading, hand) {
                let other = wall.unwrap_or(far);
                wall = Some(if heading.is_upward() { far.max(other) } else { far.min(other) });
            }
        }
        axis.with(self.at, nearer(end, wall.unwrap_or(end)))
    }

    /// Whether the body covers the quadrant between a heading and the direction on this side of it.
    fn is_wall(&self, body: &Body, heading: Heading, hand: Hand) -> bool {
        self.reaches(&body.aabb, heading) && self.reaches(&body.aabb, hand.of(heading))
    }

    /// Whether, along the heading's axis, the point and its neighbourhood in the heading's
    /// direction lie within the box.
    fn reaches(&self, aabb: &Aabb, heading: Heading) -> bool {
        let (at, axis) = (heading.axis().of(self.at), heading.axis());
        let (min, max) = (axis.of(aabb.min), axis.of(aabb.max));
        if heading.is_upward() { min <= at && at < max } else { min < at && at <= max }
    }
}

/// The coordinates at which a move in this direction enters the box and leaves it.
fn ends(aabb: &Aabb, heading: Heading) -> (f64, f64) {
    let (min, max) = (heading.axis().of(aabb.min), heading.axis().of(aabb.max));
    if heading.is_upward() { (min, max) } else { (max, min) }
}

/// Whether a line through the point in this direction passes through the interior of the box.
fn is_within(aabb: &Aabb, heading: Heading, at: DVec2) -> bool {
    let across: Axis = heading.axis().other();
    across.of(aabb.min) < across.of(at) && across.of(at) < across.of(aabb.max)
}
