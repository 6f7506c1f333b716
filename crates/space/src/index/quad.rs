//! Boxes in single precision, rounded outwards: a query looks at four of them at a time.

use glam::{DVec4, Vec4, Vec4Swizzles};

use crate::geometry::Aabb;

/// A box in single precision, no side of which is inside of what it was made from.
///
/// It holds the least coordinates, and the greatest ones negated: what encloses two boxes is the least of both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds(Vec4);

/// What a query compares with four boxes at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probe([Vec4; 4]);

/// Four boxes, or fewer: a column for each of the numbers of their [`Bounds`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Quad([Vec4; 4]);

impl Bounds {
    /// Encloses nothing, and nothing touches it.
    pub const NONE: Self = Self(Vec4::INFINITY);

    #[inline]
    pub fn of(area: &Aabb) -> Self {
        let exact = DVec4::new(area.min.x, area.min.y, -area.max.x, -area.max.y);
        let near = exact.as_vec4().min(Vec4::MAX);
        Self(near - (near.abs() * f32::EPSILON + Vec4::splat(f32::MIN_POSITIVE)))
    }

    /// The least box around both.
    #[inline]
    pub fn with(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    #[inline]
    pub fn contains(self, other: Self) -> bool {
        self.0.cmple(other.0).all()
    }

    /// The half of the perimeter.
    #[inline]
    pub fn half_perimeter(self) -> f32 {
        -self.0.element_sum()
    }

    /// By how much the half of the perimeter grows when it encloses another box.
    pub fn growth(self, other: Self) -> f32 {
        self.with(other).half_perimeter() - self.half_perimeter()
    }

    /// The width and the height.
    pub fn size(self) -> [f32; 2] {
        (-self.0.xy() - self.0.zw()).to_array()
    }

    pub fn area(self) -> Aabb {
        let [min, max] = [self.0.xy(), -self.0.zw()].map(|corner| corner.as_dvec2());
        Aabb { min, max: max.max(min) }
    }
}

/// The number of boxes that are searched together: a bit of a mask for each.
pub(super) const WIDTH: usize = 32;

/// The boxes of what is in a page, or below a node: [`WIDTH`] of them, or fewer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boxes([Quad; WIDTH / 4]);

impl Boxes {
    /// No box at all.
    pub const EMPTY: Self = Self([Quad::EMPTY; WIDTH / 4]);

    #[inline]
    pub fn set(&mut self, lane: usize, bounds: Bounds) {
        self.0[lane / 4].set(lane % 4, bounds);
    }

    #[inline]
    pub fn get(&self, lane: usize) -> Bounds {
        self.0[lane / 4].get(lane % 4)
    }

    /// The boxes, four by four.
    pub fn quads(&self) -> impl Iterator<Item = &Quad> {
        self.0.iter()
    }

    /// The least box around all of them.
    pub fn around(&self) -> Bounds {
        self.0.iter().copied().fold(Quad::EMPTY, Quad::least).around()
    }

    /// A bit for each box that may touch the area of a query: no box that does is left out.
    #[inline]
    pub fn touching(&self, probe: &Probe) -> u32 {
        self.0.iter().rev().fold(0, |mask, quad| mask << 4 | quad.touching(probe))
    }
}

impl Probe {
    #[inline]
    pub fn new(area: &Aabb) -> Self {
        let Bounds(bounds) = Bounds::of(area);
        // Below infinity, which only what is empty has.
        let limits = (-bounds).min(Vec4::MAX);
        Self([limits.z, limits.w, limits.x, limits.y].map(Vec4::splat))
    }
}

impl Quad {
    /// No box at all: nothing touches it.
    pub const EMPTY: Self = Self([Vec4::INFINITY; 4]);

    #[inline]
    pub fn set(&mut self, lane: usize, bounds: Bounds) {
        for (column, value) in self.0.iter_mut().zip(bounds.0.to_array()) {
            column[lane] = value;
        }
    }

    #[inline]
    pub fn get(&self, lane: usize) -> Bounds {
        Bounds(Vec4::from_array(self.0.map(|column| column[lane])))
    }

    /// The least of the numbers of both, lane by lane.
    #[inline]
    pub fn least(self, other: Self) -> Self {
        let Self([a, b, c, d]) = self;
        let Self([p, q, r, s]) = other;
        Self([a.min(p), b.min(q), c.min(r), d.min(s)])
    }

    /// The least box around all of them.
    #[inline]
    pub fn around(self) -> Bounds {
        Bounds(Vec4::from_array(self.0.map(Vec4::min_element)))
    }

    /// By how much the half perimeter of each grows when it encloses another box, and what it is; infinite where there
    /// is none.
    #[inline]
    pub fn growth(&self, Bounds(other): Bounds) -> ([f32; 4], [f32; 4]) {
        let [a, b, c, d] = self.0;
        let before = a + b + c + d;
        let [p, q, r, s] = [other.x, other.y, other.z, other.w].map(Vec4::splat);
        let after = a.min(p) + b.min(q) + c.min(r) + d.min(s);
        ((before - after).to_array(), before.abs().to_array())
    }

    /// A bit for each box that may touch the area of a query: no box that does is left out.
    #[inline]
    pub fn touching(&self, probe: &Probe) -> u32 {
        let [a, b, c, d] = self.0;
        let [p, q, r, s] = probe.0;
        (a.cmple(p) & b.cmple(q) & c.cmple(r) & d.cmple(s)).bitmask()
    }
}
