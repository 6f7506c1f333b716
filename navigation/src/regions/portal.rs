//! Portals: where two regions meet.

use super::coverage::Interval;

/// The common border of two regions: a part of a vertical line, which may be a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portal {
    pub rows: Interval,
    /// The region to the left.
    pub left: u32,
    /// The region to the right.
    pub right: u32,
}
