//! The constants of strategic travel: the costs of tiles, and the width of the traveller.

use serde::{Deserialize, Serialize};
use terrarium_space::terrain::Tile;

use super::StrategicProblem;

/// The side of a tile in the unit of widths and ranges, which OpenFire calls a pixel.
pub const PIXELS: u32 = 32;

/// The maximum of every cost.
pub const MAX_COST: u32 = 10_000;

/// The maximum range of a sentry: 32 tiles, in pixels.
pub const MAX_RANGE: u32 = 32 * PIXELS;

/// The constants of strategic travel. The defaults are OpenFire's.
///
/// Costs are integers, so that their sums are exact and routes can be compared for equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StrategicConfig {
    /// The cost of a tile of plain ground, swamp, spawn point or capture point.
    pub ground: u32,
    /// The cost of a tile of road.
    pub road: u32,
    /// The cost of a wall or turret, which a traveller has to destroy first.
    pub wall: u32,
    /// The cost of water, trees and rock. It applies only if [`fords`](Self::fords) is set;
    /// otherwise no line leads over them.
    pub water: u32,
    /// The extra cost of a tile for each hostile sentry within range.
    pub danger: u32,
    /// The range of sentries, in [`PIXELS`], between tile centres.
    pub range: u32,
    /// Half the width of a traveller, in [`PIXELS`]; less than half a tile.
    pub half_width: u32,
    /// Whether walls and turrets can be driven through, at a cost. If not, they block lines as
    /// water does, and only nodes that see each other are neighbours.
    pub destructible: bool,
    /// Whether lines may lead over water, trees and rock. OpenFire's document allows it, at a high
    /// cost, because its maps have water at their edges only.
    pub fords: bool,
}

impl Default for StrategicConfig {
    fn default() -> Self {
        Self {
            ground: 1,
            road: 1,
            wall: 100,
            water: 255,
            danger: 5,
            range: 104,
            half_width: 10,
            destructible: true,
            fords: false,
        }
    }
}

impl StrategicConfig {
    /// The names of the numeric constants.
    pub const NUMBERS: [&'static str; 7] =
        ["ground", "road", "wall", "water", "danger", "range", "half_width"];

    /// The numeric constant of this name.
    pub fn number_mut(&mut self, name: &str) -> Option<&mut u32> {
        Some(match name {
            "ground" => &mut self.ground,
            "road" => &mut self.road,
            "wall" => &mut self.wall,
            "water" => &mut self.water,
            "danger" => &mut self.danger,
            "range" => &mut self.range,
            "half_width" => &mut self.half_width,
            _ => return None,
        })
    }

    /// Checks that the constants are in range.
    ///
    /// # Errors
    ///
    /// When a cost exceeds [`MAX_COST`], the range exceeds [`MAX_RANGE`], or the traveller is not
    /// narrower than a tile.
    pub fn check(&self) -> Result<(), StrategicProblem> {
        let Self { ground, road, wall, water, danger, range, half_width, .. } = *self;
        let limits = [
            ("ground", ground, MAX_COST),
            ("road", road, MAX_COST),
            ("wall", wall, MAX_COST),
            ("water", water, MAX_COST),
            ("danger", danger, MAX_COST),
            ("range", range, MAX_RANGE),
            ("half_width", half_width, PIXELS / 2 - 1),
        ];
        let wrong = limits.into_iter().find(|&(_, value, most)| value > most);
        wrong.map_or(Ok(()), |(name, value, most)| {
            Err(StrategicProblem::Constant { name, value, most })
        })
    }

    /// The cost of a tile of this kind that no sentry reaches.
    #[must_use]
    pub fn base_cost(&self, tile: Tile) -> u32 {
        match tile {
            Tile::Ground | Tile::Swamp | Tile::Spawn(_) | Tile::Capture(_) => self.ground,
            Tile::Road => self.road,
            Tile::Wall | Tile::Turret(_) => self.wall,
            Tile::Water | Tile::Trees | Tile::Rock => self.water,
        }
    }

    /// Whether a tile of this kind blocks every line that touches it.
    #[must_use]
    pub fn closes(&self, tile: Tile) -> bool {
        if tile.is_destructible() { !self.destructible } else { !tile.is_passable() && !self.fords }
    }

    /// The minimum cost of a tile.
    #[must_use]
    pub fn cheapest(&self) -> u32 {
        self.ground.min(self.road).min(self.wall).min(self.water)
    }
}
