//! `terrarium path --cost`: the cost of a kind of tile.

use crate::navigation::ground::{COSTS, Ground};
use crate::space::terrain::{Terrain, Tile};

/// What a unit of path costs on tiles of one kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TileCost {
    tile: Tile,
    cost: f64,
}

/// The kinds of tile that can have a cost of their own.
const KINDS: [Tile; 2] = [Tile::Road, Tile::Swamp];

impl TileCost {
    /// Parses `KIND=COST`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (kind, cost) =
            text.split_once('=').ok_or("write a kind of tile and its cost, as in swamp=4")?;
        let tile = KINDS.into_iter().find(|tile| tile.to_string() == kind.trim());
        let tile = tile.ok_or_else(|| {
            format!("`{kind}` has no cost of its own; give one of road, swamp, as in swamp=4")
        })?;
        let cost =
            cost.trim().parse().ok().filter(|cost| COSTS.contains(cost)).ok_or_else(|| {
                let (least, most) = (COSTS.start(), COSTS.end());
                format!(
                    "`{cost}` is no cost; give a number between {least} and {most}, as in swamp=4"
                )
            })?;
        Ok(Self { tile, cost })
    }

    /// The ground of a terrain; `None` without costs. Of several costs of a kind the last one applies.
    pub fn ground(costs: &[Self], terrain: &Terrain) -> Option<Ground> {
        let of = |tile| costs.iter().rev().find(|cost| cost.tile == tile);
        let ground = || Ground::of_terrain(terrain, |tile| of(tile).map_or(1.0, |it| it.cost));
        (!costs.is_empty()).then(|| ground().expect("all costs are in range"))
    }
}
