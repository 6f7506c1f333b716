//! The removal of walls and polygons: those that commands have built, and the breakable walls of the terrain.

use terrarium_input::wording::counted;
use terrarium_space::geometry::{Aabb, Polygon};
use terrarium_space::terrain::{Cell, Tile};

use super::CommandRefusal;
use super::displacement::few;
use super::wall::without;
use crate::tick::{Simulation, siege};
use crate::world::MAX_WALLS;

/// What the removal of walls will do.
#[derive(Debug, Clone, PartialEq)]
pub struct RemovalPlan {
    /// The area in the world, on the lattice.
    pub area: Aabb,
    /// The parts of built walls that are removed.
    pub parts: Vec<Aabb>,
    /// The polygons that are removed.
    pub polygons: Vec<Polygon>,
    /// The wall tiles that become plain ground.
    pub tiles: Vec<Cell>,
    /// The boxes of those tiles.
    pub tile_boxes: Vec<Aabb>,
    /// The built walls that remain in the whole world.
    remaining: Vec<Aabb>,
    /// The polygons that remain.
    remaining_polygons: Vec<Polygon>,
}

impl RemovalPlan {
    /// Describes the plan: `removes 2 parts of walls and 3 wall tiles`.
    #[must_use]
    pub fn describe(&self) -> String {
        let parts = match self.parts.len() {
            1 => "1 part of a built wall".to_owned(),
            count => format!("{count} parts of built walls"),
        };
        let polygons = counted(few(self.polygons.len()), "polygon");
        let tiles = counted(few(self.tiles.len()), "wall tile");
        let removed = [
            (!self.parts.is_empty()).then_some(parts),
            (!self.polygons.is_empty()).then_some(polygons),
            (!self.tiles.is_empty()).then_some(tiles),
        ];
        let removed: Vec<String> = removed.into_iter().flatten().collect();
        format!("removes {}", removed.join(" and "))
    }
}

impl Simulation {
    /// Computes which walls the removal of walls from an area takes away, without removing them.
    ///
    /// # Errors
    /// When there is no wall, or what remains of the walls would be too many.
    pub fn plan_removal(&self, area: Aabb) -> Result<RemovalPlan, CommandRefusal> {
        let area = self.area_within(area)?;
        let walls = &self.world.command_effects.walls;
        let parts: Vec<Aabb> = walls
            .iter()
            .filter(|wall| wall.overlaps(&area))
            .filter_map(|wall| wall.intersection(&area))
            .collect();
        let remaining: Vec<Aabb> = walls
            .iter()
            .flat_map(|wall| match wall.overlaps(&area) {
                true => without(*wall, &[area]),
                false => vec![*wall],
            })
            .collect();
        let terrain = siege::terrain(&self.world);
        let is_removed = |&(cell, tile): &(Cell, Tile)| {
            let middle = terrain.as_ref().map(|terrain| terrain.cell_box(cell).centre());
            tile == Tile::Wall && middle.is_some_and(|middle| area.nearest_point(middle) == middle)
        };
        let tiles = terrain.iter().flat_map(|terrain| terrain.tiles()).filter(is_removed);
        let tiles: Vec<Cell> = tiles.map(|(cell, _)| cell).collect();
        let (polygons, remaining_polygons): (Vec<Polygon>, Vec<Polygon>) = self
            .world
            .command_effects
            .polygons
            .iter()
            .cloned()
            .partition(|polygon| polygon.overlaps(&area));
        if parts.is_empty() && polygons.is_empty() && tiles.is_empty() {
            return Err(CommandRefusal::NoWallThere);
        }
        if remaining.len() > MAX_WALLS {
            return Err(CommandRefusal::TooManyWalls { most: MAX_WALLS });
        }
        let tile_boxes =
            terrain.iter().flat_map(|it| tiles.iter().map(|&cell| it.cell_box(cell))).collect();
        Ok(RemovalPlan { area, parts, polygons, tiles, tile_boxes, remaining, remaining_polygons })
    }

    pub(super) fn remove_walls(&mut self, area: Aabb) -> Result<(), CommandRefusal> {
        let plan = self.plan_removal(area)?;
        let ground: Vec<(Cell, Tile)> =
            plan.tiles.iter().map(|&cell| (cell, Tile::Ground)).collect();
        self.change_tiles(&ground, |world| {
            world.command_effects.walls = plan.remaining;
            world.command_effects.polygons = plan.remaining_polygons;
        })
    }
}
