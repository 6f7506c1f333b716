//! The command that paints tiles of the ground.

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::wording::counted;
use terrarium_space::geometry::{Aabb, Solid};
use terrarium_space::terrain::{Cell, Terrain, Tile};

use super::displacement::{Displacement, effects, few};
use super::{CommandRefusal, Push};
use crate::tick::{Simulation, siege};
use crate::world::{MAX_PAINTED, blank_terrain};

/// The tiles that can be painted.
pub const PAINTED_TILES: [Tile; 7] =
    [Tile::Ground, Tile::Road, Tile::Swamp, Tile::Water, Tile::Trees, Tile::Rock, Tile::Wall];

/// What painting tiles will do.
#[derive(Debug, Clone, PartialEq)]
pub struct PaintPlan {
    /// The kind of the tiles.
    pub tile: Tile,
    /// The tiles that change.
    pub cells: Vec<Cell>,
    /// The boxes of those tiles, in the same order.
    pub boxes: Vec<Aabb>,
    /// The animals and carcasses that are pushed aside.
    pub pushed: Vec<Push>,
    /// The plants that are removed.
    pub plants: Vec<OrganismId>,
    /// The number of organisms that cannot make room; the tiles under them stay as they are.
    pub staying: u32,
    /// The number of tiles of bases, nests, sentries and ends of links that stay as they are.
    pub sites: u32,
}

impl PaintPlan {
    /// Describes the plan: `12 tiles become water: pushes 3 animals aside, removes 2 plants`.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut effects = effects(&self.pushed, &self.plants);
        if self.staying > 0 {
            let staying = counted(self.staying, "animal");
            effects.push(format!("leaves out {staying} without room"));
        }
        if self.sites > 0 {
            let sites = counted(self.sites, "tile");
            effects.push(format!("leaves out {sites} of bases, nests, sentries or links"));
        }
        let count = few(self.cells.len());
        let verb = if count == 1 { "becomes" } else { "become" };
        let what = format!("{} {verb} {}", counted(count, "tile"), self.tile);
        if effects.is_empty() { what } else { format!("{what}: {}", effects.join(", ")) }
    }
}

impl Simulation {
    /// Computes what painting tiles does, without painting them. Tiles outside the world are left out.
    ///
    /// # Errors
    /// When nothing can be painted.
    pub fn plan_paint(&self, tile: Tile, cells: &[Cell]) -> Result<PaintPlan, CommandRefusal> {
        if !PAINTED_TILES.contains(&tile) {
            return Err(CommandRefusal::Unpaintable { tile });
        }
        if cells.len() > MAX_PAINTED {
            return Err(CommandRefusal::TooManyTiles { count: cells.len(), most: MAX_PAINTED });
        }
        let terrain = siege::terrain(&self.world);
        let terrain = terrain.or_else(|| blank_terrain(&self.world.config.bounds));
        let terrain = terrain.ok_or(CommandRefusal::NoTiles)?;
        let is_other = |cell: &Cell| terrain.tile(*cell).is_some_and(|there| there != tile);
        let wanted: BTreeSet<Cell> = cells.iter().copied().filter(is_other).collect();
        let is_kept = |cell: &Cell| self.is_site(&terrain, *cell, tile);
        let (kept, mut painted): (BTreeSet<Cell>, BTreeSet<Cell>) =
            wanted.into_iter().partition(is_kept);
        let displacement = self.plan_displacement(&newly_blocked(&terrain, &painted, tile));
        let Displacement { pushed, plants, staying } = displacement;
        let is_under = |cell: &Cell| {
            let area = terrain.cell_box(*cell);
            staying.iter().any(|(_, body)| body.overlaps(&area))
        };
        painted.retain(|cell| !is_under(cell));
        if painted.is_empty() {
            return Err(CommandRefusal::NothingToPaint { tile });
        }
        Ok(PaintPlan {
            tile,
            boxes: painted.iter().map(|&cell| terrain.cell_box(cell)).collect(),
            cells: painted.into_iter().collect(),
            pushed,
            plants,
            staying: few(staying.len()),
            sites: few(kept.len()),
        })
    }

    pub(super) fn paint(&mut self, tile: Tile, cells: &[Cell]) -> Result<(), CommandRefusal> {
        let PaintPlan { cells, pushed, plants, .. } = self.plan_paint(tile, cells)?;
        let tiles: Vec<(Cell, Tile)> = cells.into_iter().map(|cell| (cell, tile)).collect();
        self.change_tiles(&tiles, |_| {})?;
        self.displace(&plants, &pushed);
        Ok(())
    }

    /// Whether a tile stays as it is: it has a mark, belongs to a base, or would block a base, a nest or the end of
    /// a link.
    fn is_site(&self, terrain: &Terrain, cell: Cell, tile: Tile) -> bool {
        let is_marked = terrain.tile(cell).is_some_and(|there| there.mark().is_some());
        let is_capture = terrain.control_points().iter().any(|point| point.capture == cell);
        let blocks = || !tile.is_passable() && !self.sites_in(&terrain.cell_box(cell)).is_empty();
        is_marked || is_capture || blocks()
    }
}

/// The boxes of the tiles that are passable and become impassable.
fn newly_blocked(terrain: &Terrain, painted: &BTreeSet<Cell>, tile: Tile) -> Vec<Solid> {
    if tile.is_passable() {
        return Vec::new();
    }
    let is_blocked = |cell: &&Cell| terrain.tile(**cell).is_some_and(Tile::is_passable);
    painted.iter().filter(is_blocked).map(|&cell| Solid::Box(terrain.cell_box(cell))).collect()
}
