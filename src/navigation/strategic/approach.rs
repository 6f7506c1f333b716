//! Straight ways between tiles that need not be nodes: how a traveller comes upon its route.

use super::pair_table::UNJOINED;
use super::tile_cost::row_of;
use super::{Line, NodeId, Strategy};
use crate::space::terrain::{Cell, Team, Tile};

impl Strategy {
    /// What the straight way from one tile to another costs a team; `None` where something stands
    /// in it that nobody gets across.
    #[must_use]
    pub fn straight(&self, team: Team, from: Cell, to: Cell) -> Option<u32> {
        let line = self.line(from, to);
        if line.crossed().any(|cell| self.tiles.is_closed(cell)) {
            return None;
        }
        let cost = self.tiles.sum(line.paid())[row_of(team)];
        u32::try_from(cost).ok().filter(|&cost| cost < UNJOINED)
    }

    /// The nodes that a team's traveller on a tile can make for straight away, and what that costs:
    /// where a search may begin for who stands at no node.
    pub fn starts(&self, team: Team, from: Cell) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        let nodes = (0..).zip(&self.nodes);
        nodes.filter_map(move |(id, node)| Some((id, self.straight(team, from, node.cell)?)))
    }

    /// The first wall that stands in the straight way from one tile to another.
    #[must_use]
    pub fn wall_between(&self, from: Cell, to: Cell) -> Option<Cell> {
        let distance = |cell: &Cell| {
            let (x, y) = (cell.x.abs_diff(from.x), cell.y.abs_diff(from.y));
            (u64::from(x).pow(2) + u64::from(y).pow(2), *cell)
        };
        let line = self.line(from, to);
        let stands = |cell: &Cell| self.tiles.tile(*cell).is_some_and(Tile::is_destructible);
        line.crossed().chain([to]).filter(stands).min_by_key(distance)
    }

    fn line(&self, from: Cell, to: Cell) -> Line {
        Line::between(from, to, self.settings().half_width)
    }
}
