//! Whether a traveller gets from one tile straight to another.

use super::{Line, StrategicConfig};
use crate::space::terrain::{Cell, Terrain};

/// Whether the body of a traveller on its straight way between two tiles keeps clear of every tile
/// that nobody gets across.
#[must_use]
pub fn in_sight(terrain: &Terrain, settings: &StrategicConfig, from: Cell, to: Cell) -> bool {
    let line = Line::between(from, to, settings.half_width);
    line.crossed().all(|cell| !is_closed(terrain, settings, cell))
}

/// Whether nobody gets across a tile, or it lies outside the map.
pub(super) fn is_closed(terrain: &Terrain, settings: &StrategicConfig, cell: Cell) -> bool {
    terrain.tile(cell).is_none_or(|tile| settings.closes(tile))
}
