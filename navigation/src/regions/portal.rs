//! Portals: where two regions meet.

use super::coverage::Interval;

/// The common border of two regions: a part of a vertical line, which may be a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Portal {
    pub x: f64,
    pub rows: Interval,
    /// The region to the left.
    pub left: u32,
    /// The region to the right.
    pub right: u32,
}
