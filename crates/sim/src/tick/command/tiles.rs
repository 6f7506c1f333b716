//! Tiles of the terrain as commands change them.

use std::collections::BTreeSet;

use terrarium_space::terrain::{Cell, Tile};

use super::CommandRefusal;
use crate::tick::footing::Footings;
use crate::tick::{Simulation, flow_fields, routes};
use crate::world::{World, blank_terrain};

impl Simulation {
    /// Replaces tiles of the terrain, and changes the world further with `change`, which must not fail. What
    /// follows from the ground is computed anew: routes, footing, free ground and flow fields. Without tiles, the
    /// terrain stays as it is.
    ///
    /// Nothing may stand where a tile becomes impassable.
    pub(super) fn change_tiles(
        &mut self,
        tiles: &[(Cell, Tile)],
        change: impl FnOnce(&mut World),
    ) -> Result<(), CommandRefusal> {
        let Self { world, scratch, .. } = self;
        if !tiles.is_empty() {
            let terrain = world.config.terrain.clone();
            let terrain = terrain.or_else(|| blank_terrain(&world.config.bounds));
            let mut terrain = terrain.ok_or(CommandRefusal::NoTiles)?;
            for &(cell, tile) in tiles {
                terrain.set_tile(cell, tile);
            }
            let changed: BTreeSet<Cell> = tiles.iter().map(|&(cell, _)| cell).collect();
            world.change_terrain(terrain, &changed).map_err(CommandRefusal::Routes)?;
            scratch.derived.footings = Footings::new(&world.config);
            routes::begin_all_anew(world);
        }
        change(world);
        flow_fields::replace_terrain(world, scratch);
        Ok(())
    }
}
