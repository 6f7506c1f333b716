//! Convex polygons.

use core::cmp::Ordering;

use glam::DVec2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Aabb, Segment, is_beyond, lattice, side_of_line, turn};

/// A convex polygon with a non-empty interior.
///
/// It is the convex hull of some points: its corners are a subset of them, so nothing is rounded,
/// and points on a straight line between two corners are not corners.
///
/// ```
/// use terrarium_space::geometry::{Convex, DVec2, Segment};
///
/// let points = [(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(DVec2::from);
/// let triangle = Convex::around(points).unwrap();
/// assert_eq!(triangle.corners().len(), 3);
/// assert!(triangle.is_entered_by(&Segment::new(DVec2::new(0.0, 3.0), DVec2::new(3.0, 0.0))));
/// let along_the_slope = Segment::new(DVec2::new(-1.0, 5.0), DVec2::new(5.0, -1.0));
/// assert!(!triangle.is_entered_by(&along_the_slope), "touching is not entering");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<DVec2>", into = "Vec<DVec2>")]
pub struct Convex {
    /// Counter-clockwise (x to the right, y up), from the leftmost corner, or the lower of two.
    corners: Vec<DVec2>,
    bounds: Aabb,
}

/// The error for points that are collinear or not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a convex polygon needs at least three points that are not all on one line")]
pub struct FlatPolygon;

/// Why corners are not those of a convex polygon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotConvex {
    /// There are fewer than three corners, all of them lie on one line, or one is not finite.
    #[error("a convex polygon needs at least three corners that are not all on one line")]
    Flat,
    /// The polygon has a dent, or its edges cross.
    #[error("the polygon is not convex at corner {corner}, counted from 0")]
    Dent {
        /// The index of the corner at which that shows.
        corner: usize,
    },
}

impl Convex {
    /// The convex polygon with these corners, in order around it in either direction. Corners may be
    /// repeated in a row, and may lie on straight edges. Exact.
    ///
    /// # Errors
    /// When the polygon has a dent, its edges cross, or it has no interior.
    ///
    /// ```
    /// use terrarium_space::geometry::{Convex, DVec2, NotConvex};
    ///
    /// let square = [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0)].map(DVec2::from);
    /// assert_eq!(Convex::through(&square), Ok(Convex::around(square).unwrap()));
    /// let [a, b, c, d] = square;
    /// let arrow = [a, b, DVec2::ONE * 0.5, d];
    /// assert_eq!(Convex::through(&arrow), Err(NotConvex::Dent { corner: 2 }));
    /// assert!(Convex::through(&[a, c, b, d]).is_err(), "its edges cross");
    /// ```
    pub fn through(corners: &[DVec2]) -> Result<Self, NotConvex> {
        let hull = Self::around(corners.iter().copied()).ok_or(NotConvex::Flat)?;
        // The corners, seen as positions along the hull, go around it once.
        let place = |corner: DVec2| {
            let edges = hull.edges().enumerate();
            let on = |edge: &Segment| turn(edge.from, edge.to, corner).is_eq() && edge.to != corner;
            let (edge, along) = edges.into_iter().find(|(_, edge)| on(edge))?;
            let offset = (corner - along.from).abs();
            Some((edge, offset.max_element()))
        };
        let mut places = Vec::with_capacity(corners.len());
        for (corner, &point) in corners.iter().enumerate() {
            places.push(place(point).ok_or(NotConvex::Dent { corner })?);
        }
        let count = places.len();
        let rises = |from: usize| places[from] < places[(from + 1) % count];
        let falls = |from: usize| places[from] > places[(from + 1) % count];
        let wraps = |is_wrap: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..count).filter(|&from| is_wrap(from)).collect()
        };
        let [forward, backward] = [wraps(&falls), wraps(&rises)];
        let fewer = if forward.len() <= backward.len() { forward } else { backward };
        match fewer[..] {
            [] | [_] => Ok(hull),
            [.., corner] => Err(NotConvex::Dent { corner }),
        }
    }

    /// The convex hull of the points, for example to represent a group of bodies as one obstacle.
    /// `None` when they all lie on one line, or when one is not finite. Exact.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        // Adding zero turns -0 into +0.
        let mut points: Vec<DVec2> = points.into_iter().map(|point| point + DVec2::ZERO).collect();
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        let mut corners = chain(points.iter().copied());
        let above = chain(points.iter().rev().copied());
        // Each chain ends where the other begins.
        corners.pop();
        corners.extend(&above[..above.len().saturating_sub(1)]);
        let bounds = Aabb {
            min: corners.iter().copied().reduce(DVec2::min)?,
            max: corners.iter().copied().reduce(DVec2::max)?,
        };
        (corners.len() > 2).then_some(Self { corners, bounds })
    }

    /// The box as a polygon; `None` when it has no interior.
    #[must_use]
    pub fn of_box(area: &Aabb) -> Option<Self> {
        Self::around(area.corners())
    }

    /// The corners, counter-clockwise (x to the right, y up).
    #[must_use]
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// The edges, each from corner to corner, with the interior on the left.
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        let ends = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(ends).map(|(&from, &to)| Segment::new(from, to))
    }

    /// The bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The area, in square units.
    #[must_use]
    pub fn area(&self) -> f64 {
        let origin = self.corners[0];
        let fan = self.edges().map(|edge| (edge.from - origin).perp_dot(edge.to - origin));
        fan.sum::<f64>() * 0.5
    }

    /// The polygon inflated by a box of half-size `by`, which must not be negative: the positions
    /// at which the centre of such an agent would touch or overlap this polygon. Exact on the
    /// [`lattice`](super::lattice).
    #[must_use]
    pub fn inflated(&self, by: DVec2) -> Self {
        let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let offsets = signs.map(|sign| DVec2::from(sign) * by);
        let sums = self.corners.iter().flat_map(|&corner| offsets.map(|offset| corner + offset));
        Self::around(sums).unwrap_or_else(|| self.clone())
    }

    /// Whether `point` lies strictly inside. Exact.
    #[must_use]
    pub fn contains_inside(&self, point: DVec2) -> bool {
        self.bounds.contains_inside(point)
            && self.edges().all(|edge| turn(edge.from, edge.to, point).is_gt())
    }

    /// Whether `point` lies inside or on an edge. Exact.
    #[must_use]
    pub fn contains(&self, point: DVec2) -> bool {
        self.edges().all(|edge| turn(edge.from, edge.to, point).is_ge())
    }

    /// The indices of the rightmost and of the leftmost corner as seen from a point: the polygon
    /// lies in the directions from the first counter-clockwise to the second. Of corners in the same
    /// direction it takes the farthest, and a corner at the point itself does not count. `None` when
    /// the point lies strictly inside. Exact.
    #[must_use]
    pub fn tangents(&self, from: DVec2) -> Option<[usize; 2]> {
        if self.contains_inside(from) {
            return None;
        }
        // Seen from an edge, its ends lie in opposite directions, and neither is outside the other:
        // the second round begins with a corner that tells them apart.
        let rounds = if self.bounds.nearest_point(from) == from { 2 } else { 1 };
        let is_elsewhere = |&index: &usize| self.corners[index] != from;
        let outermost = |outward: Ordering| {
            let mut best = (0..self.corners.len()).find(is_elsewhere)?;
            for index in (0..self.corners.len()).cycle().take(self.corners.len() * rounds) {
                let (known, corner) = (self.corners[best], self.corners[index]);
                let side = turn(from, known, corner);
                if is_elsewhere(&index)
                    && (side == outward || (side.is_eq() && is_beyond(from, known, corner)))
                {
                    best = index;
                }
            }
            Some(best)
        };
        Some([outermost(Ordering::Less)?, outermost(Ordering::Greater)?])
    }

    /// Whether the interiors of two polygons share a point. Exact.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let is_apart = |one: &Self, other: &Self| {
            one.edges().any(|edge| {
                other.corners.iter().all(|&corner| turn(edge.from, edge.to, corner).is_le())
            })
        };
        self.bounds.overlaps(&other.bounds) && !is_apart(self, other) && !is_apart(other, self)
    }

    /// Whether the interiors of the polygon and of a box share a point. Exact.
    #[must_use]
    pub fn overlaps_box(&self, area: &Aabb) -> bool {
        let keeps_out = |edge: Segment| {
            area.corners().iter().all(|&corner| turn(edge.from, edge.to, corner).is_le())
        };
        let has_interior = area.min.cmplt(area.max).all();
        has_interior && self.bounds.overlaps(area) && !self.edges().any(keeps_out)
    }

    /// The fraction of a segment, 0 to 1, at which it reaches the polygon, and the edge across which it enters.
    /// `None` when it begins strictly inside, or stays on one side of all edges. The fraction is rounded: test
    /// *whether* the segment enters with [`is_entered_by`](Self::is_entered_by).
    #[must_use]
    pub fn entry(&self, segment: &Segment) -> Option<(f64, Segment)> {
        let crossed = self.edges().filter_map(|edge| {
            let [before, after] =
                [segment.from, segment.to].map(|end| side_of_line(edge.from, edge.to, end));
            (before <= 0.0 && after > 0.0).then(|| (before / (before - after), edge))
        });
        crossed.reduce(|best, it| if it.0 > best.0 { it } else { best })
    }

    /// Boxes that cover the polygon and extend at most `margin` beyond it, for methods that know only boxes. They
    /// do not overlap. On the [`lattice`](super::lattice) if the polygon is.
    ///
    /// ```
    /// use terrarium_space::geometry::{Convex, DVec2};
    ///
    /// let triangle = Convex::around([(0.0, 0.0), (8.0, 0.0), (8.0, 8.0)].map(DVec2::from)).unwrap();
    /// assert_eq!(triangle.cover(8.0), [triangle.bounds()]);
    /// let area: f64 = triangle.cover(1.0).iter().map(|strip| strip.area()).sum();
    /// assert!(triangle.area() < area && area < triangle.area() + 4.01);
    /// ```
    #[must_use]
    pub fn cover(&self, margin: f64) -> Vec<Aabb> {
        let mut cover = Vec::new();
        let mut strips = vec![(self.bounds.min.y, self.bounds.max.y)];
        while let Some((bottom, top)) = strips.pop() {
            let [low, high] = [bottom, top].map(|y| self.span_at(y));
            let inside = self.corners.iter().filter(|corner| bottom < corner.y && corner.y < top);
            let [mut left, mut right] = [low.0.min(high.0), low.1.max(high.1)];
            for corner in inside {
                (left, right) = (left.min(corner.x), right.max(corner.x));
            }
            let is_beyond = |span: (f64, f64)| span.0 - left > margin || right - span.1 > margin;
            let middle = lattice::snap((bottom + top) * 0.5);
            let can_divide = bottom < middle && middle < top;
            if top - bottom > margin && can_divide && (is_beyond(low) || is_beyond(high)) {
                strips.extend([(bottom, middle), (middle, top)]);
                continue;
            }
            // Rounded outward.
            let [left, right] = [left - lattice::STEP, right + lattice::STEP].map(lattice::snap);
            let left = left.max(self.bounds.min.x);
            let right = right.min(self.bounds.max.x);
            cover.push(Aabb { min: DVec2::new(left, bottom), max: DVec2::new(right, top) });
        }
        cover
    }

    /// The least and the greatest x of the polygon at a height within it, rounded.
    fn span_at(&self, y: f64) -> (f64, f64) {
        let mut span = (f64::INFINITY, f64::NEG_INFINITY);
        let mut add = |x: f64| span = (span.0.min(x), span.1.max(x));
        for Segment { from, to } in self.edges() {
            if from.y == y {
                add(from.x);
            }
            if (from.y < y) != (to.y < y) && to.y != y {
                add(from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y)));
            }
        }
        span
    }

    /// Whether any point of the segment lies strictly inside; passing along an edge or through a
    /// corner does not count. Exact.
    ///
    /// As in [`Segment::enters`], two convex shapes are apart exactly when a line along an edge of
    /// one of them separates them.
    #[must_use]
    pub fn is_entered_by(&self, segment: &Segment) -> bool {
        let Segment { from, to } = *segment;
        let keeps_out = |edge: Segment| {
            turn(edge.from, edge.to, from).is_le() && turn(edge.from, edge.to, to).is_le()
        };
        let span = segment.bounds();
        let (min, max) = (self.bounds.min, self.bounds.max);
        if !(span.min.cmplt(max).all() && min.cmplt(span.max).all()) || self.edges().any(keeps_out)
        {
            return false;
        }
        let sides = || self.corners.iter().map(|&corner| turn(from, to, corner));
        from == to || (sides().any(|side| side.is_lt()) && sides().any(|side| side.is_gt()))
    }
}

/// The right-hand hull of sorted points, from the first to the last.
fn chain(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut chain: Vec<DVec2> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..]
            && turn(a, b, point).is_le()
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

impl TryFrom<Vec<DVec2>> for Convex {
    type Error = FlatPolygon;

    fn try_from(points: Vec<DVec2>) -> Result<Self, FlatPolygon> {
        Self::around(points).ok_or(FlatPolygon)
    }
}

impl From<Convex> for Vec<DVec2> {
    fn from(convex: Convex) -> Self {
        convex.corners
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Small integer coordinates, so that touching and collinear points are common.
    fn points(most: usize) -> impl Strategy<Value = Vec<DVec2>> {
        prop::collection::vec(point(), 0..=most)
    }

    fn point() -> impl Strategy<Value = DVec2> {
        (-6..=6_i32, -6..=6_i32).prop_map(|(x, y)| DVec2::new(x.into(), y.into()))
    }

    /// Twice the signed area of a triangle, in integers.
    fn side(a: DVec2, b: DVec2, c: DVec2) -> i64 {
        let [u, v] = [b - a, c - a].map(|p| [p.x as i64, p.y as i64]);
        u[0] * v[1] - u[1] * v[0]
    }

    /// Whether a point lies in the open hull: it is inside every line through two points that has
    /// all points on one side.
    fn is_inside(points: &[DVec2], place: DVec2) -> bool {
        let pairs = points.iter().flat_map(|&a| points.iter().map(move |&b| (a, b)));
        let mut borders =
            pairs.filter(|&(a, b)| a != b && points.iter().all(|&p| side(a, b, p) >= 0));
        let is_flat = points.iter().all(|&p| points.iter().all(|&q| side(points[0], p, q) == 0));
        !is_flat && borders.all(|(a, b)| side(a, b, place) > 0)
    }

    proptest! {
        #[test]
        fn the_hull_holds_its_points_and_turns_left_at_every_corner(points in points(12)) {
            let flat = points.iter().all(|&p| points.iter().all(|&q| side(points[0], p, q) == 0));
            let Some(hull) = Convex::around(points.clone()) else {
                prop_assert!(flat);
                return Ok(());
            };
            prop_assert!(!flat);
            let corners = hull.corners();
            for (index, &corner) in corners.iter().enumerate() {
                let next = |by: usize| corners[(index + by) % corners.len()];
                prop_assert!(side(corner, next(1), next(2)) > 0);
                prop_assert!(points.contains(&corner));
                prop_assert!(points.iter().all(|&p| side(corner, next(1), p) >= 0));
            }
            let stored: Convex = postcard::from_bytes(&postcard::to_allocvec(&hull).unwrap()).unwrap();
            prop_assert_eq!(stored, hull);
        }

        #[test]
        fn corners_in_order_make_a_polygon_and_others_do_not(
            points in points(7), first in 0..7_usize, backward in any::<bool>(), swap in (0..7_usize, 0..7_usize),
        ) {
            let Some(hull) = Convex::around(points) else { return Ok(()) };
            let mut corners = hull.corners().to_vec();
            let count = corners.len();
            corners.rotate_left(first % count);
            if backward {
                corners.reverse();
            }
            prop_assert_eq!(Convex::through(&corners), Ok(hull.clone()));
            let (one, other) = (swap.0 % count, swap.1 % count);
            corners.swap(one, other);
            // Exchanging two corners of a triangle only reverses it, and so for opposite corners of
            // a quadrangle.
            let is_reversed = count == 3 || (count == 4 && one.abs_diff(other) == 2);
            prop_assert_eq!(Convex::through(&corners).is_ok(), one == other || is_reversed);
            let inside = hull.corners().iter().fold(DVec2::ZERO, |sum, &at| sum + at) / count as f64;
            corners.swap(one, other);
            corners.insert(one, inside);
            prop_assert_eq!(Convex::through(&corners), Err(NotConvex::Dent { corner: one }));
        }

        #[test]
        fn tangents_and_overlaps_agree_with_brute_force(
            points in points(8), others in points(8), place in point(),
        ) {
            let (Some(hull), Some(other)) = (Convex::around(points), Convex::around(others)) else {
                return Ok(());
            };
            let shared = hull.edges().any(|edge| other.is_entered_by(&edge))
                || other.edges().any(|edge| hull.is_entered_by(&edge))
                || hull == other;
            prop_assert_eq!(hull.overlaps(&other), shared);
            let Some([right, left]) = hull.tangents(place) else {
                prop_assert!(hull.contains_inside(place));
                return Ok(());
            };
            let [right, left] = [right, left].map(|index| hull.corners()[index]);
            prop_assert!(right != place && left != place);
            for &corner in hull.corners() {
                prop_assert!(side(place, right, corner) >= 0 && side(place, left, corner) <= 0);
                for end in [right, left] {
                    let is_in_line = side(place, end, corner) == 0 && (corner - place).dot(end - place) > 0.0;
                    prop_assert!(!is_in_line || corner.distance(place) <= end.distance(place));
                }
            }
        }

        #[test]
        fn an_inflated_polygon_contains_the_centres_of_overlapping_agents(
            points in points(8), half in (0..4_i32, 0..4_i32), place in point(),
        ) {
            let half = DVec2::new(half.0.into(), half.1.into());
            let Some(hull) = Convex::around(points) else { return Ok(()) };
            let agent = Aabb::around(place, half);
            let touched = hull.inflated(half).contains_inside(place);
            let corners = [agent.min, agent.max, DVec2::new(agent.min.x, agent.max.y), DVec2::new(agent.max.x, agent.min.y)];
            let mut overlaps = hull.contains_inside(place);
            for (index, &from) in corners.iter().enumerate() {
                overlaps |= corners[..index].iter().any(|&to| hull.is_entered_by(&Segment::new(from, to)));
            }
            overlaps |= half.min_element() > 0.0
                && hull.edges().any(|edge| edge.enters(&agent));
            prop_assert_eq!(touched, overlaps);
        }

        #[test]
        fn a_segment_enters_if_one_of_its_points_is_inside(
            points in points(8), from in point(), to in point(),
        ) {
            let Some(hull) = Convex::around(points.clone()) else { return Ok(()) };
            prop_assert_eq!(hull.contains_inside(from), is_inside(&points, from));
            // Crossings of lines through integer points this near are at least 1 / 600 of the
            // segment apart.
            let times = 1300;
            let scaled: Vec<DVec2> = points.iter().map(|&p| p * f64::from(times)).collect();
            let enters = (0..=times).any(|i| is_inside(&scaled, from * f64::from(times - i) + to * f64::from(i)));
            prop_assert_eq!(hull.is_entered_by(&Segment::new(from, to)), enters);
        }

        #[test]
        fn a_box_and_its_polygon_are_entered_alike(
            a in point(), b in point(), from in point(), to in point(),
        ) {
            let area = Aabb::spanning(a, b);
            let segment = Segment::new(from, to);
            let entered = Convex::of_box(&area).is_some_and(|polygon| polygon.is_entered_by(&segment));
            prop_assert_eq!(entered, segment.enters(&area));
        }
    }

    #[test]
    fn collinear_or_infinite_points_are_no_polygon() {
        let line = [DVec2::ZERO, DVec2::ONE, DVec2::splat(5.0)];
        assert_eq!(Convex::around(line), None);
        assert_eq!(Convex::around([]), None);
        assert_eq!(Convex::around([DVec2::X, DVec2::Y, DVec2::NAN]), None);
        assert_eq!(Convex::try_from(line.to_vec()), Err(FlatPolygon));
    }

    #[test]
    fn a_triangle_has_half_the_area_of_its_box() {
        let triangle = Convex::around([DVec2::ZERO, DVec2::X * 4.0, DVec2::Y * 3.0]).unwrap();
        assert_eq!(triangle.area(), 6.0);
        assert_eq!(triangle.bounds(), Aabb::new(DVec2::ZERO, DVec2::new(4.0, 3.0)));
    }
}
