//! Visibility between tiles.

use terrarium_space::terrain::{Cell, Terrain};

use super::{Line, StrategicConfig};

/// Whether the body of a traveller on the straight segment between two tiles touches no impassable
/// tile.
#[must_use]
pub fn in_sight(terrain: &Terrain, settings: &StrategicConfig, from: Cell, to: Cell) -> bool {
    let line = Line::between(from, to, settings.half_width);
    line.crossed().all(|cell| !is_closed(terrain, settings, cell))
}

/// Whether a tile is impassable or lies outside the map.
pub(super) fn is_closed(terrain: &Terrain, settings: &StrategicConfig, cell: Cell) -> bool {
    terrain.tile(cell).is_none_or(|tile| settings.closes(tile))
}
