//! Simple polygons, with or without dents.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::triangulation::convex_parts;
use super::{Aabb, Convex, Segment, is_beyond, turn};

/// The largest number of corners of a [`Polygon`].
pub const MAX_CORNERS: usize = 2048;

/// A polygon whose edges meet only at its corners. It may have dents, but no holes.
///
/// It is divided into convex [parts](Polygon::parts) whose corners are corners of the polygon, so nothing is
/// rounded.
///
/// ```
/// use terrarium_space::geometry::{DVec2, Polygon, Segment};
///
/// let hook = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (4.0, 6.0), (4.0, 2.0), (0.0, 2.0)];
/// let hook = Polygon::new(&hook.map(DVec2::from)).unwrap();
/// assert_eq!(hook.parts().len(), 2);
/// assert!(hook.contains_inside(DVec2::new(5.0, 1.0)));
/// assert!(!hook.contains_inside(DVec2::new(1.0, 5.0)), "that is in the dent");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<DVec2>", into = "Vec<DVec2>")]
pub struct Polygon {
    /// Counter-clockwise (x to the right, y up), from the leftmost corner, or the lower of two.
    corners: Vec<DVec2>,
    parts: Vec<Part>,
    bounds: Aabb,
}

/// A convex part of a polygon.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    shape: Convex,
    /// Its borders with other parts.
    seams: Vec<Segment>,
}

/// Why corners are not those of a simple polygon.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum NotSimple {
    /// There are fewer than three corners, all of them lie on one line, or one is not finite.
    #[error("a polygon needs at least three corners that are not all on one line")]
    Flat,
    /// There are too many corners.
    #[error("a polygon has at most {MAX_CORNERS} corners, not {0}")]
    TooManyCorners(usize),
    /// Two edges cross or touch.
    #[error(
        "the edge that begins at ({}, {}) touches the one that begins at ({}, {})",
        .first.x, .first.y, .second.x, .second.y
    )]
    Crossing {
        /// The corner where the first edge begins.
        first: DVec2,
        /// The corner where the second edge begins.
        second: DVec2,
    },
}

impl Polygon {
    /// The polygon with these corners, in order around it in either direction. Corners may be repeated in a
    /// row, and may lie on straight edges. Exact.
    ///
    /// # Errors
    /// When the edges cross or touch, there are more than [`MAX_CORNERS`], or there is no interior.
    pub fn new(corners: &[DVec2]) -> Result<Self, NotSimple> {
        if !corners.iter().all(|corner| corner.is_finite()) {
            return Err(NotSimple::Flat);
        }
        if corners.len() > MAX_CORNERS {
            return Err(NotSimple::TooManyCorners(corners.len()));
        }
        // Adding zero turns -0 into +0.
        let mut ring: Vec<DVec2> = corners.iter().map(|&corner| corner + DVec2::ZERO).collect();
        ring.dedup();
        while ring.len() > 1 && ring[0] == ring[ring.len() - 1] {
            ring.pop();
        }
        remove_straight(&mut ring)?;
        check_crossings(&ring)?;
        let corners = in_order(ring);
        let parts = convex_parts(&corners);
        let parts = parts.into_iter().map(|(shape, seams)| Part { shape, seams }).collect();
        let min = corners.iter().copied().reduce(DVec2::min).ok_or(NotSimple::Flat)?;
        let max = corners.iter().copied().reduce(DVec2::max).ok_or(NotSimple::Flat)?;
        Ok(Self { corners, parts, bounds: Aabb { min, max } })
    }

    /// The corners, counter-clockwise (x to the right, y up).
    #[must_use]
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// The convex parts. They touch each other, and do not overlap.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The bounding box.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The area, in square units.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.parts.iter().map(|part| part.shape.area()).sum()
    }

    /// Whether `point` lies strictly inside. Exact.
    #[must_use]
    pub fn contains_inside(&self, point: DVec2) -> bool {
        self.is_entered_by(&Segment::new(point, point))
    }

    /// Whether any point of the segment lies strictly inside; passing along an edge or through a corner does
    /// not count. Exact.
    #[must_use]
    pub fn is_entered_by(&self, segment: &Segment) -> bool {
        self.bounds.touches(&segment.bounds())
            && self.parts.iter().any(|part| part.is_entered_by(segment))
    }

    /// Whether the interiors of the polygon and of a box share a point. Exact.
    #[must_use]
    pub fn overlaps(&self, area: &Aabb) -> bool {
        self.bounds.overlaps(area) && self.parts.iter().any(|part| part.shape.overlaps_box(area))
    }
}

impl Part {
    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> &Convex {
        &self.shape
    }

    /// Whether any point of the segment lies strictly inside the polygon, and in this part of it. Exact.
    #[must_use]
    pub fn is_entered_by(&self, segment: &Segment) -> bool {
        self.shape.is_entered_by(segment) || self.seams.iter().any(|seam| runs_along(segment, seam))
    }
}

/// Whether a segment shares points with the open seam, and lies on one line with it.
fn runs_along(segment: &Segment, seam: &Segment) -> bool {
    let is_on_line = |point| turn(seam.from, seam.to, point).is_eq();
    if !(is_on_line(segment.from) && is_on_line(segment.to)) {
        return false;
    }
    let (seam, segment) = (seam.bounds(), segment.bounds());
    // Where it has no width, its height tells.
    let shares = |axis: super::Axis| {
        axis.of(segment.min) < axis.of(seam.max) && axis.of(seam.min) < axis.of(segment.max)
    };
    shares(super::Axis::X) || shares(super::Axis::Y)
}

/// Removes the corners on straight edges.
fn remove_straight(ring: &mut Vec<DVec2>) -> Result<(), NotSimple> {
    let mut index = 0;
    let mut unchanged = 0;
    while unchanged < ring.len() && ring.len() > 2 {
        let count = ring.len();
        let [before, at, after] = [count - 1, 0, 1].map(|by| ring[(index + by) % count]);
        if turn(before, at, after).is_ne() {
            (index, unchanged) = ((index + 1) % count, unchanged + 1);
            continue;
        }
        if !is_beyond(before, at, after) {
            let is_flat = ring.iter().all(|&it| turn(before, at, it).is_eq());
            let crossing = NotSimple::Crossing { first: before, second: at };
            return Err(if is_flat { NotSimple::Flat } else { crossing });
        }
        ring.remove(index);
        // The corner before may lie on a straight edge now.
        (index, unchanged) = (index.checked_sub(1).unwrap_or(ring.len() - 1), 0);
    }
    if ring.len() > 2 { Ok(()) } else { Err(NotSimple::Flat) }
}

/// Checks that edges that are no neighbours do not touch.
fn check_crossings(ring: &[DVec2]) -> Result<(), NotSimple> {
    let count = ring.len();
    let edge = |index: usize| Segment::new(ring[index], ring[(index + 1) % count]);
    for first in 0..count {
        let one = edge(first);
        let area = one.bounds();
        for second in first + 2..count {
            let other = edge(second);
            let are_neighbours = first == 0 && second == count - 1;
            if !are_neighbours && area.touches(&other.bounds()) && touch(&one, &other) {
                return Err(NotSimple::Crossing { first: ring[first], second: ring[second] });
            }
        }
    }
    Ok(())
}

/// Whether two segments whose bounding boxes touch share a point.
fn touch(one: &Segment, other: &Segment) -> bool {
    let apart = |line: &Segment, ends: &Segment| {
        let [a, b] = [ends.from, ends.to].map(|end| turn(line.from, line.to, end));
        a == b && a.is_ne()
    };
    !apart(one, other) && !apart(other, one)
}

/// The corners counter-clockwise, from the leftmost one, or the lower of two.
fn in_order(mut corners: Vec<DVec2>) -> Vec<DVec2> {
    let key = |at: &DVec2, other: &DVec2| at.x.total_cmp(&other.x).then(at.y.total_cmp(&other.y));
    let first = (0..corners.len()).min_by(|&a, &b| key(&corners[a], &corners[b])).unwrap_or(0);
    corners.rotate_left(first);
    if turn(corners[corners.len() - 1], corners[0], corners[1]).is_lt() {
        corners[1..].reverse();
    }
    corners
}

impl TryFrom<Vec<DVec2>> for Polygon {
    type Error = NotSimple;

    fn try_from(corners: Vec<DVec2>) -> Result<Self, NotSimple> {
        Self::new(&corners)
    }
}

impl From<Polygon> for Vec<DVec2> {
    fn from(polygon: Polygon) -> Self {
        polygon.corners
    }
}
