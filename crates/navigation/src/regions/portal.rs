//! Portals: where two regions meet.

use terrarium_space::geometry::{Aabb, DVec2, Segment};

/// The common border of two regions: a part of a vertical line, which may be a point. Regions are
/// numbered from 0, as in [`Regions::areas`](super::Regions::areas).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Portal {
    /// The position of the line.
    pub x: f64,
    /// The lower end, as a y.
    pub low: f64,
    /// The upper end, as a y.
    pub high: f64,
    /// The region to the left.
    pub left: u32,
    /// The region to the right.
    pub right: u32,
}

impl Portal {
    /// The portal as a segment, from its lower to its upper end.
    #[must_use]
    pub fn segment(&self) -> Segment {
        Segment::new(DVec2::new(self.x, self.low), DVec2::new(self.x, self.high))
    }
}

/// A portal, seen from the region that it leads out of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    pub x: f64,
    pub low: f64,
    pub high: f64,
    /// The region that it leads out of.
    pub from: u32,
    /// The region that it leads to.
    pub to: u32,
    /// The bends at its lower and at its upper end.
    pub bends: [BendId; 2],
    /// The part of the free space without dead ends that it belongs to.
    pub block: u32,
    /// Whether it is on the right side of its region.
    pub is_right: bool,
}

impl Exit {
    /// A portal as an exit to the right or to the left, with the bends at its ends as seen from the left.
    pub fn through(portal: &Portal, is_right: bool, bends: [BendId; 2]) -> Self {
        let &Portal { x, low, high, left, right } = portal;
        let (from, to) = if is_right { (left, right) } else { (right, left) };
        let bends = bends.map(|bend| if is_right { bend } else { bend.reversed() });
        Self { x, low, high, from, to, bends, block: u32::MAX, is_right }
    }

    /// Whether it exists: not one that was left behind when its region changed.
    pub fn exists(&self) -> bool {
        self.from != u32::MAX
    }

    /// Its lower or its upper end.
    pub fn end(&self, is_high: bool) -> DVec2 {
        DVec2::new(self.x, if is_high { self.high } else { self.low })
    }

    /// The far side of the region that it leads to, which has this area.
    pub fn far_side(&self, area: &Aabb) -> f64 {
        if self.is_right { area.max.x } else { area.min.x }
    }

    /// The portal, if it leads to the right: every portal does once.
    pub fn portal(&self) -> Option<Portal> {
        let &Self { x, low, high, from, to, is_right, .. } = self;
        is_right.then_some(Portal { x, low, high, left: from, right: to })
    }

    /// Whether it is a point.
    pub fn is_point(&self) -> bool {
        self.low == self.high
    }
}

/// Where a path bends: the corner of an obstacle, and one of the at most eight ways to pass it, which
/// are the ends of exits at this place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BendId(u32);

impl BendId {
    /// No path bends here: the border of the free space goes on straight.
    pub const NONE: Self = Self(u32::MAX);

    pub fn new(corner: u32, passage: u32) -> Self {
        Self(corner << 3 | passage & 7)
    }

    /// The same end, passed in the other direction.
    pub fn reversed(self) -> Self {
        if self == Self::NONE { self } else { Self(self.0 ^ 1) }
    }

    /// The number of the corner, if there is one.
    pub fn corner(self) -> Option<u32> {
        (self != Self::NONE).then_some(self.0 >> 3)
    }

    /// The same passage around another corner.
    pub fn around(self, corner: u32) -> Self {
        Self::new(corner, self.0)
    }

    /// All of it as a number, by which the bends of one corner follow each other.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The passage, as one bit of eight.
    pub fn passage(self) -> u8 {
        1 << (self.0 & 7)
    }
}
