//! What tiles cost a traveller, and how wide it is: every constant of strategic travel.

use serde::{Deserialize, Serialize};

use super::StrategicProblem;
use crate::space::terrain::Tile;

/// The side of a tile in the unit of widths and ranges. OpenFire calls it a pixel.
pub const PIXELS: u32 = 32;

/// The most that any of the costs may be.
pub const MOST_COST: u32 = 10_000;

/// The farthest that a sentry may reach: 32 tiles, in pixels.
pub const MOST_RANGE: u32 = 32 * PIXELS;

/// The constants of strategic travel. The defaults are OpenFire's.
///
/// Costs are whole numbers, so that sums of them are exact and ways can be compared for equality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StrategicConfig {
    /// The cost of a tile of plain ground, swamp, spawn and capture points among it.
    pub ground: u32,
    /// The cost of a tile of road.
    pub road: u32,
    /// The cost of a wall or turret, which a traveller has to shoot down first.
    pub wall: u32,
    /// The cost of water, trees and rock. It is charged only where [`fords`](Self::fords) is on;
    /// else no line leads over them at all.
    pub water: u32,
    /// What each hostile sentry within range adds to the cost of a tile.
    pub danger: u32,
    /// How far sentries reach, in [`PIXELS`], from the middle of a tile to that of another.
    pub range: u32,
    /// Half the width of a traveller, in [`PIXELS`]; less than half a tile.
    pub half_width: u32,
    /// Whether walls and turrets can be driven through, at a cost. If not, they part the nodes as
    /// water does, and only nodes that see each other are neighbours.
    pub destructible: bool,
    /// Whether lines may lead over water, trees and rock. OpenFire's document lets them, at a high
    /// cost, since its maps have water at their edges only.
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
    /// The names of the constants that are numbers.
    pub const NUMBERS: [&'static str; 7] =
        ["ground", "road", "wall", "water", "danger", "range", "half_width"];

    /// The constant of this name, if it is a number.
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

    /// Makes sure that the constants can be reckoned with.
    ///
    /// # Errors
    ///
    /// When a cost is more than [`MOST_COST`], the range more than [`MOST_RANGE`], or the traveller
    /// not narrower than a tile.
    pub fn check(&self) -> Result<(), StrategicProblem> {
        let Self { ground, road, wall, water, danger, range, half_width, .. } = *self;
        let limits = [
            ("ground", ground, MOST_COST),
            ("road", road, MOST_COST),
            ("wall", wall, MOST_COST),
            ("water", water, MOST_COST),
            ("danger", danger, MOST_COST),
            ("range", range, MOST_RANGE),
            ("half_width", half_width, PIXELS / 2 - 1),
        ];
        let wrong = limits.into_iter().find(|&(_, value, most)| value > most);
        wrong.map_or(Ok(()), |(name, value, most)| {
            Err(StrategicProblem::Setting { name, value, most })
        })
    }

    /// What a tile of this kind costs where no sentry reaches.
    #[must_use]
    pub fn base_cost(&self, tile: Tile) -> u32 {
        match tile {
            Tile::Ground | Tile::Swamp | Tile::Spawn(_) | Tile::Capture(_) => self.ground,
            Tile::Road => self.road,
            Tile::Wall | Tile::Turret(_) => self.wall,
            Tile::Water | Tile::Trees | Tile::Rock => self.water,
        }
    }

    /// Whether a line that touches a tile of this kind joins nobody.
    #[must_use]
    pub fn closes(&self, tile: Tile) -> bool {
        if tile.is_destructible() { !self.destructible } else { !tile.is_passable() && !self.fords }
    }

    /// The least that any tile can cost.
    #[must_use]
    pub fn cheapest(&self) -> u32 {
        self.ground.min(self.road).min(self.wall).min(self.water)
    }
}
