//! The ground of a scene: tiles, walls and polygons.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use terrarium_sim::world::{CommandEffects, World};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::{Cell, Tile};
use xxhash_rust::xxh3::xxh3_64;

use super::narrow;

/// The ground at one tick: breached walls are open, and the tiles of bases show their owner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ground {
    /// The number of columns of tiles; 0 without terrain.
    pub columns: u32,
    /// The number of rows of tiles.
    pub rows: u32,
    /// The side of a tile, in units. Tile (0, 0) has its least corner at the origin.
    pub tile_side: f64,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// The walls added by commands.
    pub walls: Vec<Aabb>,
    /// The polygons.
    pub polygons: Vec<Polygon>,
    /// A number that distinguishes this ground from that of the same world at other times.
    pub(super) stamp: u64,
}

/// A damaged wall that is not breached.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WallFigure {
    /// The box of its tile.
    pub area: Aabb,
    /// Its remaining health, 0 to 1.
    pub health: f32,
}

impl Ground {
    /// The ground of a world: `before` itself if it is unchanged.
    pub(super) fn from_world(world: &World, before: Option<&Arc<Self>>) -> Arc<Self> {
        let stamp = stamp(world);
        match before {
            Some(before) if before.stamp == stamp => Arc::clone(before),
            _ => Arc::new(Self::new(world, stamp)),
        }
    }

    fn new(world: &World, stamp: u64) -> Self {
        let config = world.config();
        let CommandEffects { walls, polygons, .. } = world.command_effects();
        let (walls, polygons) = (walls.clone(), polygons.clone());
        let now = world.conquest().and_then(|conquest| conquest.ground(config));
        let Some(terrain) = now.or_else(|| config.terrain.clone()) else {
            return Self { walls, polygons, stamp, ..Self::default() };
        };
        Self {
            columns: terrain.width(),
            rows: terrain.height(),
            tile_side: terrain.tile_side(),
            tiles: terrain.tiles().map(|(_, tile)| tile).collect(),
            walls,
            polygons,
            stamp,
        }
    }

    /// The tile in a column and row, if there is one.
    #[must_use]
    pub fn tile(&self, column: u32, row: u32) -> Option<Tile> {
        let exists = column < self.columns && row < self.rows;
        let index = row as usize * self.columns as usize + column as usize;
        self.tiles.get(index).copied().filter(|_| exists)
    }

    /// The tile at a position in the world, if there is one.
    #[must_use]
    pub fn tile_at(&self, place: DVec2) -> Option<Tile> {
        let cell = (place / self.tile_side).floor();
        let exists = cell.cmpge(DVec2::ZERO).all()
            && cell.cmplt(DVec2::new(self.columns.into(), self.rows.into())).all();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it exists")]
        let found = exists.then(|| self.tile(cell.x as u32, cell.y as u32));
        found.flatten()
    }
}

/// A number that changes whenever the ground does.
fn stamp(world: &World) -> u64 {
    // The hash of the configuration covers the tiles.
    let mut bytes = world.config().hash().to_le_bytes().to_vec();
    for wall in &world.command_effects().walls {
        let Aabb { min, max } = wall;
        for edge in [min.x, min.y, max.x, max.y] {
            bytes.extend(edge.to_bits().to_le_bytes());
        }
    }
    for polygon in &world.command_effects().polygons {
        for corner in polygon.corners() {
            bytes.extend(corner.x.to_bits().to_le_bytes());
            bytes.extend(corner.y.to_bits().to_le_bytes());
        }
        bytes.push(0);
    }
    let Some(conquest) = &world.conquest() else { return xxh3_64(&bytes) };
    let rules = &world.config().rules;
    bytes.extend(conquest.bases.iter().map(|base| match base.owner {
        None => 0_u8,
        Some(colony) => colony as u8 + 1,
    }));
    for &wall in conquest.damage.keys() {
        let Cell { x, y } = wall;
        bytes.extend(x.to_le_bytes());
        bytes.extend(y.to_le_bytes());
        bytes.push(conquest.is_breached(wall, rules).into());
        bytes.push(conquest.is_silenced(wall, rules).into());
    }
    xxh3_64(&bytes)
}

/// The damaged walls of a world that are not breached.
pub(super) fn walls(world: &World) -> Vec<WallFigure> {
    let (Some(conquest), Some(terrain)) = (&world.conquest(), &world.config().terrain) else {
        return Vec::new();
    };
    let rules = &world.config().rules;
    let standing = conquest.damage.keys().filter(|&&wall| !conquest.is_breached(wall, rules));
    let figure = |&wall: &Cell| WallFigure {
        area: terrain.cell_box(wall),
        health: narrow(conquest.health(wall, rules)),
    };
    standing.map(figure).collect()
}
