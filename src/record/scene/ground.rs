//! What lies below everybody: tiles and walls.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::narrow;
use crate::geometry::{Aabb, DVec2};
use crate::space::terrain::{Cell, Tile};
use crate::world::World;

/// The ground as it is now: breached walls are open, and marks show whose they are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ground {
    /// How many tiles there are in a row; 0 where all is plain.
    pub columns: u32,
    /// How many rows there are.
    pub rows: u32,
    /// The side of a tile, in units. Tile (0, 0) has its least corner at the origin.
    pub tile_side: f64,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// The obstacles that somebody put there.
    pub walls: Vec<Aabb>,
    /// What tells this ground from the same world's at another time.
    pub(super) stamp: u64,
}

/// A wall that has suffered and stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WallFigure {
    /// The box of its tile.
    pub area: Aabb,
    /// What is left of it, 0 to 1.
    pub health: f32,
}

impl Ground {
    /// The ground of a world: `before` itself if nothing of it has changed.
    pub(super) fn of(world: &World, before: Option<&Arc<Self>>) -> Arc<Self> {
        let stamp = stamp(world);
        match before {
            Some(before) if before.stamp == stamp => Arc::clone(before),
            _ => Arc::new(Self::anew(world, stamp)),
        }
    }

    fn anew(world: &World, stamp: u64) -> Self {
        let config = &world.config;
        let walls = world.command_effects.walls.clone();
        let now = world.conquest.as_ref().and_then(|conquest| conquest.ground(config));
        let Some(terrain) = now.or_else(|| config.terrain.clone()) else {
            return Self { walls, stamp, ..Self::default() };
        };
        Self {
            columns: terrain.width(),
            rows: terrain.height(),
            tile_side: terrain.tile_side(),
            tiles: terrain.tiles().map(|(_, tile)| tile).collect(),
            walls,
            stamp,
        }
    }

    /// The tile in a column and row, if there is one.
    #[must_use]
    pub fn tile(&self, column: u32, row: u32) -> Option<Tile> {
        let is_there = column < self.columns && row < self.rows;
        let place = row as usize * self.columns as usize + column as usize;
        self.tiles.get(place).copied().filter(|_| is_there)
    }

    /// The tile at a place of the world, if there is one.
    #[must_use]
    pub fn tile_at(&self, place: DVec2) -> Option<Tile> {
        let cell = (place / self.tile_side).floor();
        let is_there = cell.cmpge(DVec2::ZERO).all()
            && cell.cmplt(DVec2::new(self.columns.into(), self.rows.into())).all();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is there")]
        let found = is_there.then(|| self.tile(cell.x as u32, cell.y as u32));
        found.flatten()
    }
}

/// A number that changes whenever the ground does.
fn stamp(world: &World) -> u64 {
    // None of them ever goes.
    let dropped = world.command_effects.walls.len() as u64;
    let Some(conquest) = &world.conquest else {
        return dropped * 2 + u64::from(world.config.terrain.is_some());
    };
    let rules = &world.config.rules;
    let owners = conquest.bases.iter().map(|base| match base.owner {
        None => 0_u8,
        Some(colony) => colony as u8 + 1,
    });
    let mut bytes: Vec<u8> = owners.collect();
    bytes.extend(dropped.to_le_bytes());
    for &wall in conquest.damage.keys() {
        let Cell { x, y } = wall;
        bytes.extend(x.to_le_bytes());
        bytes.extend(y.to_le_bytes());
        bytes.push(conquest.is_breached(wall, rules).into());
        bytes.push(conquest.is_silenced(wall, rules).into());
    }
    xxh3_64(&bytes)
}

/// The walls of a world that have suffered and stand.
pub(super) fn walls(world: &World) -> Vec<WallFigure> {
    let (Some(conquest), Some(terrain)) = (&world.conquest, &world.config.terrain) else {
        return Vec::new();
    };
    let rules = &world.config.rules;
    let standing = conquest.damage.keys().filter(|&&wall| !conquest.is_breached(wall, rules));
    let figure = |&wall: &Cell| WallFigure {
        area: terrain.cell_box(wall),
        health: narrow(conquest.health(wall, rules)),
    };
    standing.map(figure).collect()
}
