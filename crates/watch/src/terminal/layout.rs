//! Where things are in a terminal.

use crate::panel::{Panel, Panels};
use crate::session::Time;

/// A rectangle of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Area {
    pub left: u16,
    pub top: u16,
    pub width: u16,
    pub height: u16,
}

/// The layout of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Layout {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The area of the world.
    pub world: Area,
    /// The sidebar with species and inspection; empty if it does not fit.
    pub side: Area,
    /// The row of the status line, if it fits.
    pub status: Option<u16>,
    /// The row of the timeline, if it fits.
    pub timeline: Option<u16>,
    /// The row of the keys, if it fits.
    pub keys: Option<u16>,
}

/// The width of the sidebar, and the least width of the world beside it.
const SIDE: u16 = 34;
const LEAST_WORLD: u16 = 44;

/// The least width of a terminal with a sidebar.
pub(super) const LEAST_WIDTH: u16 = SIDE + LEAST_WORLD;

impl Layout {
    /// Lays out a terminal of this size.
    pub fn new(size: (u16, u16), panels: &Panels) -> Self {
        let (width, height) = size;
        let mut world = Area { left: 0, top: 0, width, height };
        let status = (height >= 3).then_some(0);
        let keys = (height >= 6).then(|| height - 1);
        let timeline = (height >= 9).then(|| height - 2);
        let rows = |row: Option<u16>| u16::from(row.is_some());
        world.top = rows(status);
        world.height = height - rows(status) - rows(keys) - rows(timeline);
        let beside = [Panel::Legend, Panel::Inspector, Panel::Lineages, Panel::Album];
        let is_wanted = beside.iter().any(|panel| panels.open.contains(panel));
        let mut side = Area::default();
        if is_wanted && width >= LEAST_WIDTH {
            world.width -= SIDE;
            side = Area { left: world.width, width: SIDE, ..world };
        }
        Self { size, world, side, status, timeline, keys }
    }

    /// Whether a cell is in the sidebar.
    pub fn is_in_side(&self, column: u16, row: u16) -> bool {
        let Area { left, top, width, height } = self.side;
        (left..left + width).contains(&column) && (top..top + height).contains(&row)
    }

    /// Whether a row is the timeline.
    pub fn is_timeline(&self, row: u16) -> bool {
        self.timeline == Some(row)
    }

    /// Returns the tick at a column of the timeline.
    pub fn tick_at(&self, column: u16, time: &Time) -> u64 {
        let width = u64::from(self.size.0.saturating_sub(1)).max(1);
        let ticks = u128::from(time.frontier - time.first);
        let part = ticks * u128::from(u64::from(column).min(width)) / u128::from(width);
        time.first + u64::try_from(part).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_of_any_size_have_a_world() {
        let panels = Panels::default();
        for width in [1, 2, 20, 77, 78, 200, u16::MAX] {
            for height in [1, 2, 3, 6, 9, 50, 1000] {
                let layout = Layout::new((width, height), &panels);
                assert!(layout.world.width > 0 && layout.world.height > 0, "{width}×{height}");
                assert!(layout.world.left + layout.world.width <= width);
                assert!(layout.world.top + layout.world.height <= height);
                let time = Time {
                    is_playing: true,
                    pace: crate::Pace::NORMAL,
                    rate: 0.0,
                    tick: 5,
                    first: 0,
                    frontier: 900,
                    seek_target: None,
                };
                assert!(layout.tick_at(width, &time) <= 900);
            }
        }
    }
}
