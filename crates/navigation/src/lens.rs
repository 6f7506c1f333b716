//! The part of the world that is visible from a point and relevant for a path of bounded length.

use terrarium_space::geometry::{Aabb, DVec2, Segment, turn};

use super::body::Body;
use super::corner::{Corner, Wedge};
use super::inflated::InflatedObstacles;
use super::{Barrier, SweptBox};

/// The relative rounding error of a computed length after a few operations. Queries are widened by
/// it, so that no obstacle is missed.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// The points through which a path from one point to a target stays within a length: an ellipse
/// with the point and the target as its foci, or its intersection with a wedge.
pub(super) struct Lens {
    at: DVec2,
    target: Aabb,
    /// The maximum length of a path.
    length: f64,
    wedge: Option<Wedge>,
    /// The distance queried so far.
    range: f64,
    /// The bodies in the part queried so far, in no particular order.
    bodies: Vec<VisibleShape>,
    /// Their distances, and their indices in that list, nearest first.
    order: Vec<(f64, u32)>,
    /// The directions in which no body within the queried distance blocks the view.
    gaps: Vec<Gap>,
    /// The barriers of the bodies, sorted.
    names: Vec<Barrier>,
    /// Bodies that hide a part of a gap, with the angle at which they begin.
    shadows: Vec<(f64, Gap)>,
}

/// A body as seen from the lens's point.
struct VisibleShape {
    body: Body,
    /// Its rightmost and its leftmost corner.
    edges: [Corner; 2],
    /// The distance of its farthest corner.
    far: f64,
}

/// All directions from that of one point counter-clockwise to that of another, at most a quarter
/// turn.
type Gap = [DVec2; 2];

impl Default for Lens {
    /// An empty lens.
    fn default() -> Self {
        Self {
            at: DVec2::ZERO,
            target: Aabb::new(DVec2::ZERO, DVec2::ZERO),
            length: 0.0,
            wedge: None,
            range: 0.0,
            bodies: Vec::new(),
            order: Vec::new(),
            gaps: Vec::new(),
            names: Vec::new(),
            shadows: Vec::new(),
        }
    }
}

impl Lens {
    /// Queries from `at` into the wedge, first up to the distance `range` and then farther where
    /// gaps remain, for bodies near paths to the target that are shorter than `length`. Returns the
    /// number of times the distance was extended.
    pub fn query(
        &mut self,
        inflated: &InflatedObstacles,
        (at, wedge): (DVec2, Option<Wedge>),
        (target, length): (Aabb, f64),
        range: f64,
    ) -> u32 {
        self.target = target;
        (self.at, self.wedge, self.length, self.range) = (at, wedge, length, range);
        self.bodies.clear();
        self.order.clear();
        self.gaps.clear();
        self.names.clear();
        let aim = self.target.nearest_point(at);
        if let Some(wedge) = &wedge {
            self.gaps.push(wedge.edges());
        } else {
            let axis = if aim == at { DVec2::X } else { aim - at };
            let around =
                [axis, axis.perp(), -axis, -axis.perp(), axis].map(|direction| at + direction);
            self.gaps.extend(around.array_windows().copied());
        }
        let mut extensions = 0;
        while !self.gaps.is_empty() {
            self.query_gaps(inflated, aim);
            if self.range >= self.length || extensions == MAX_EXTENSIONS {
                break;
            }
            self.reduce_gaps(aim);
            self.range *= EXTENSION;
            extensions += 1;
        }
        extensions
    }

    /// Adds the bodies that are visible in the gaps within the queried distance.
    fn query_gaps(&mut self, inflated: &InflatedObstacles, aim: DVec2) {
        let Self { at, target, length, range, .. } = *self;
        let area = self.area(aim);
        for gap in 0..self.gaps.len() {
            let [right, left] = self.gaps[gap];
            let Some(mut swept) = self.part(inflated, right - at, left - at) else { continue };
            swept.clip(&area);
            let Self { bodies, order, names, .. } = self;
            inflated.visit(swept, |_, body| {
                let Err(name) = names.binary_search(&body.barrier) else { return };
                let away = body.aabb.distance_to(at);
                let by_here = away + body.aabb.distance_between(&target);
                if away * (1.0 - SLACK) > range || by_here * (1.0 - SLACK) >= length {
                    return;
                }
                let Some(edges) = Corner::edges_of(&body, at) else { return };
                let far = (body.aabb.min - at).abs().max((body.aabb.max - at).abs()).length();
                names.insert(name, body.barrier);
                order.push((away, u32::try_from(bodies.len()).unwrap_or(u32::MAX)));
                bodies.push(VisibleShape { body, edges, far });
            });
        }
        let name = |index: u32| self.bodies[index as usize].body.barrier;
        self.order
            .sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then_with(|| name(a.1).cmp(&name(b.1))));
    }

    /// A bounding box of the lens within the queried distance.
    fn area(&self, aim: DVec2) -> Aabb {
        let distance = self.at.distance(aim);
        if self.target.min != self.target.max {
            // An extended target widens the lens beyond the ellipse around its nearest point.
            return Aabb::square(self.at, self.range.min(self.length) * (1.0 + SLACK));
        }
        let near = self.range < distance;
        let end = if near { self.at + (aim - self.at) * (self.range / distance) } else { aim };
        let excess = (self.length - distance).max(0.0) + self.length * SLACK;
        let width = (excess * (self.length + distance)).sqrt() * 0.5;
        let width = width.min(self.range) * (1.0 + SLACK);
        Aabb::spanning(self.at, end).inflated(DVec2::splat(width))
    }

    /// The query between two directions: a triangle whose far side lies beyond the queried
    /// distance.
    fn part(&self, inflated: &InflatedObstacles, right: DVec2, left: DVec2) -> Option<SweptBox> {
        let (right, left) = (right.try_normalize()?, left.try_normalize()?);
        let (right, left) = (right - right.perp() * SLACK, left + left.perp() * SLACK);
        let scale =
            self.range.min(self.length) * (1.0 + 4.0 * SLACK) * 2.0 / (right + left).length();
        Some(inflated.triangle([self.at, self.at + right * scale, self.at + left * scale]))
    }

    /// Whether `point`, which lies in the lens, is within the queried distance and visible.
    pub fn sees(&self, point: DVec2) -> bool {
        let segment = Segment::new(self.at, point);
        self.holds(point)
            && self
                .nearer(&segment)
                .is_some_and(|mut nearer| nearer.all(|b| !segment.enters(&b.aabb)))
    }

    /// Whether a corner in the lens is within the queried distance, visible, and not blocked as a
    /// bend.
    pub fn sees_bend(&self, corner: &Corner) -> bool {
        let segment = Segment::new(self.at, corner.point);
        let is_clear = |b: &Body| !segment.enters(&b.aabb) && !corner.is_filled_by(&b.aabb);
        let Some(mut nearer) = self.nearer(&segment) else { return false };
        // In a wall of many bodies most corners are filled by their neighbours.
        let beside = if self.bodies.len() > CROWD { BESIDE } else { 0 };
        let mut beside = nearer.clone().rev().take(beside);
        !beside.any(|body| corner.is_filled_by(&body.aabb)) && nearer.all(is_clear)
    }

    /// Whether a point lies in the wedge, if there is one.
    fn holds(&self, point: DVec2) -> bool {
        self.wedge.as_ref().is_none_or(|wedge| wedge.holds(point))
    }

    /// The bodies that can block a segment within the queried distance, nearest first.
    fn nearer(&self, segment: &Segment) -> Option<impl DoubleEndedIterator<Item = &Body> + Clone> {
        let length = segment.length();
        let count = self.order.partition_point(|&(away, _)| away * (1.0 - SLACK) <= length);
        let nearer = self.order[..count].iter();
        (length <= self.range).then(|| nearer.map(|&(_, index)| &self.bodies[index as usize].body))
    }

    /// The bodies found, nearest first.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = &Body> {
        self.order.iter().map(|&(_, index)| &self.bodies[index as usize].body)
    }

    /// The corners that may be visible, with the key of the body, and lower bounds of the lengths
    /// of the paths to each corner and from there to the target.
    pub fn corners(&self) -> impl Iterator<Item = (Barrier, Corner, [f64; 2])> {
        let seen = self.order.iter().map(|&(_, index)| &self.bodies[index as usize]);
        let corners = seen.flat_map(|seen| seen.edges.map(|corner| (seen.body.barrier, corner)));
        corners.filter_map(|(barrier, corner)| {
            let to_corner = self.at.distance(corner.point);
            let rest = self.target.distance_to(corner.point);
            let is_near = to_corner + rest < self.length && to_corner <= self.range;
            (is_near && self.holds(corner.point)).then_some((barrier, corner, [to_corner, rest]))
        })
    }

    /// Reduces the gaps to those parts of the lens beyond the queried distance that are not hidden.
    fn reduce_gaps(&mut self, aim: DVec2) {
        let gaps = core::mem::take(&mut self.gaps);
        match self.cone(aim) {
            Cone::Nothing => {}
            Cone::All => gaps.iter().for_each(|&gap| self.add_visible_parts(gap)),
            Cone::Between(edges) => {
                let parts = gaps.iter().filter_map(|&gap| shared(self.at, gap, edges));
                let parts: Vec<Gap> = parts.collect();
                parts.into_iter().for_each(|gap| self.add_visible_parts(gap));
            }
        }
    }

    /// The angular range of the lens beyond the queried distance, from the polar equation of the
    /// ellipse.
    fn cone(&self, aim: DVec2) -> Cone {
        let distance = self.at.distance(aim);
        let spread = (self.length * self.length - distance * distance) / (2.0 * self.range);
        let cosine = (self.length - spread) / distance;
        if self.target.min != self.target.max || distance == 0.0 || cosine <= 0.0 {
            return Cone::All;
        }
        if cosine >= 1.0 {
            return Cone::Nothing;
        }
        let axis = aim - self.at;
        let sine = (1.0 - cosine * cosine).sqrt();
        let (along, across) = (axis * cosine, axis.perp() * sine);
        Cone::Between([self.at + along - across, self.at + along + across])
    }

    /// Adds the parts of a gap that no body within the queried distance hides.
    fn add_visible_parts(&mut self, gap: Gap) {
        let (at, [right, left]) = (self.at, gap);
        self.gather_shadows(gap);
        let mut seen = right;
        for &(_, [begin, end]) in &self.shadows {
            if turn(at, seen, begin).is_ge() {
                self.gaps.push([seen, begin]);
                seen = end;
            } else if turn(at, seen, end).is_gt() {
                seen = end;
            }
        }
        if turn(at, seen, left).is_ge() {
            self.gaps.push([seen, left]);
        }
    }

    /// Fills `shadows` with the edges of the bodies that hide parts of a gap, from right to left.
    fn gather_shadows(&mut self, [right, left]: Gap) {
        let (at, range) = (self.at, self.range);
        let hiding = self.bodies.iter().filter(|seen| seen.far <= range);
        let edges = hiding.map(|seen| seen.edges.map(|corner| corner.point));
        let covers =
            |&[begin, end]: &Gap| turn(at, right, begin).is_lt() && turn(at, right, end).is_gt();
        let begins =
            |&[begin, _]: &Gap| turn(at, right, begin).is_ge() && turn(at, begin, left).is_gt();
        // If rounding swaps two shadows that begin at almost the same angle, the gap becomes
        // slightly wider.
        let angle = |point: DVec2| {
            let (ahead, to) = (right - at, point - at);
            ahead.perp_dot(to) / ahead.dot(to).max(f64::MIN_POSITIVE)
        };
        let over = edges.clone().filter(covers).map(|shadow| (f64::NEG_INFINITY, shadow));
        let begun = edges.filter(begins).map(|shadow| (angle(shadow[0]), shadow));
        self.shadows.clear();
        self.shadows.extend(over.chain(begun));
        self.shadows.sort_unstable_by(|(a, [from, _]), (b, [other, _])| {
            let by_place = || from.x.total_cmp(&other.x).then(from.y.total_cmp(&other.y));
            a.total_cmp(b).then_with(by_place)
        });
    }
}

/// The number of bodies above which they may stand in rows.
const CROWD: usize = 64;

/// The number of bodies at about the distance of a corner that are tested first in a crowd.
const BESIDE: usize = 4;

/// The factor by which the queried distance is extended.
const EXTENSION: f64 = 2.0;

/// The maximum number of extensions; no world is larger.
const MAX_EXTENSIONS: u32 = 128;

/// An angular range.
enum Cone {
    Nothing,
    All,
    /// Less than half a turn.
    Between([DVec2; 2]),
}

/// The intersection of two angular ranges of less than half a turn each.
fn shared(at: DVec2, a: [DVec2; 2], b: [DVec2; 2]) -> Option<Gap> {
    let holds = |[right, left]: [DVec2; 2], point: DVec2| {
        (right - at).perp_dot(point - at) >= 0.0 && (point - at).perp_dot(left - at) >= 0.0
    };
    let right = if holds(b, a[0]) {
        a[0]
    } else if holds(a, b[0]) {
        b[0]
    } else {
        return None;
    };
    Some([right, if holds(b, a[1]) { a[1] } else { b[1] }])
}
