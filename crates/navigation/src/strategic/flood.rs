//! The shortest paths from the nearest node to every tile.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use terrarium_space::terrain::{Cell, Terrain};

use super::{Line, StrategicConfig};

/// Marks a missing node or tile.
const NONE: u32 = u32::MAX;

/// The length of a straight and of a diagonal step over tiles of cost 1, halved because a step pays
/// half of either tile.
const STEPS: [u64; 2] = [500, 707];

/// The ground as a traveller without a team pays for it.
pub(super) struct Ground {
    width: u32,
    height: u32,
    half_width: u32,
    /// For each tile, row by row, its cost; `None` when it is impassable.
    costs: Vec<Option<u32>>,
}

impl Ground {
    pub fn new(terrain: &Terrain, settings: &StrategicConfig) -> Self {
        let cost = |tile| (!settings.closes(tile)).then(|| settings.base_cost(tile));
        Self {
            width: terrain.width(),
            height: terrain.height(),
            half_width: settings.half_width,
            costs: terrain.tiles().map(|(_, tile)| cost(tile)).collect(),
        }
    }

    fn cost(&self, Cell { x, y }: Cell) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        self.costs[(y * self.width + x) as usize]
    }

    fn tile(&self, cell: Cell) -> u32 {
        cell.y * self.width + cell.x
    }

    fn cell(&self, tile: u32) -> Cell {
        Cell::new(tile % self.width, tile / self.width)
    }

    /// The length of the straight line between two tiles: the mean of what it pays and of its
    /// distance times the cost of its tiles. `None` when it is blocked.
    pub fn line(&self, from: Cell, to: Cell) -> Option<u64> {
        let line = Line::between(from, to, self.half_width);
        if line.crossed().any(|cell| self.cost(cell).is_none()) {
            return None;
        }
        let ends = u64::from(self.cost(from)?) + u64::from(self.cost(to)?);
        let (mut sum, mut count) = (0_u64, 0_u64);
        for cost in line.paid().filter_map(|cell| self.cost(cell)) {
            sum += u64::from(cost);
            count += 1;
        }
        let (x, y) = (u64::from(from.x.abs_diff(to.x)), u64::from(from.y.abs_diff(to.y)));
        let distance = (STEPS[0] * STEPS[0] * (x * x + y * y)).isqrt();
        let mean_cost = distance * (2 * sum + ends) / (2 * count + 2);
        Some(STEPS[0] * sum + STEPS[0] * ends / 2 + mean_cost + x.max(y))
    }

    /// The length of the step to a neighbouring tile. A diagonal step cuts no corner, and touches no
    /// tile that costs more than its ends.
    fn step(&self, from: Cell, to: Cell) -> Option<u64> {
        let (here, there) = (self.cost(from)?, self.cost(to)?);
        let is_diagonal = from.x != to.x && from.y != to.y;
        if is_diagonal {
            let beside = [Cell::new(from.x, to.y), Cell::new(to.x, from.y)];
            let is_cheap = |cell| self.cost(cell).is_some_and(|cost| cost <= here.max(there));
            if !beside.into_iter().all(is_cheap) {
                return None;
            }
        }
        Some((u64::from(here) + u64::from(there)) * STEPS[usize::from(is_diagonal)] + 1)
    }

    /// The length of a path from tile to tile.
    pub fn length(&self, path: &[Cell]) -> u64 {
        path.windows(2).filter_map(|step| self.step(step[0], step[1])).sum()
    }

    /// The indices between the ends of a path at which it has to bend, so that the line from each to
    /// the next is free and no longer than the path.
    pub fn bends(&self, path: &[Cell]) -> Vec<usize> {
        let mut bends = Vec::new();
        let (mut from, mut along) = (0, 0);
        for index in 1..path.len() {
            let step = self.length(&path[index - 1..=index]);
            along += step;
            let line = self.line(path[from], path[index]);
            // Neighbouring tiles always see each other.
            if index > from + 1 && line.is_none_or(|line| line > along) {
                from = index - 1;
                along = step;
                bends.push(from);
            }
        }
        bends
    }
}

/// Where the floods of two nodes meet; the nearest sorts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Meeting {
    /// The length of the path from node to node.
    pub length: u64,
    tiles: (u32, u32),
}

/// The shortest paths from all nodes at once.
pub(super) struct Flood<'a> {
    ground: &'a Ground,
    /// For each tile, its node.
    owner: Vec<u32>,
    /// For each tile, the one before it on the path from its node.
    before: Vec<u32>,
    /// For each tile, the length of that path.
    lengths: Vec<u64>,
}

impl<'a> Flood<'a> {
    /// Floods the ground from nodes on these tiles; of equally near nodes the first gets a tile.
    pub fn new(ground: &'a Ground, nodes: &[Cell]) -> Self {
        let count = ground.costs.len();
        let (owner, before) = (vec![NONE; count], vec![NONE; count]);
        let mut flood = Self { ground, owner, before, lengths: vec![u64::MAX; count] };
        let mut open = BinaryHeap::new();
        for (node, &cell) in (0..).zip(nodes) {
            let tile = ground.tile(cell);
            flood.owner[tile as usize] = node;
            flood.lengths[tile as usize] = 0;
            open.push(Reverse((0, node, tile)));
        }
        while let Some(Reverse((length, node, tile))) = open.pop() {
            if (flood.lengths[tile as usize], flood.owner[tile as usize]) != (length, node) {
                continue;
            }
            for (next, step) in flood.steps(tile) {
                let (index, there) = (next as usize, length + step);
                if (there, node) < (flood.lengths[index], flood.owner[index]) {
                    flood.owner[index] = node;
                    flood.before[index] = tile;
                    flood.lengths[index] = there;
                    open.push(Reverse((there, node, next)));
                }
            }
        }
        flood
    }

    /// The neighbouring tiles, each with the length of the step.
    fn steps(&self, tile: u32) -> impl Iterator<Item = (u32, u64)> + use<'a> {
        let ground = self.ground;
        let from @ Cell { x, y } = ground.cell(tile);
        let around = (0..9).filter(|&index| index != 4).filter_map(move |index| {
            let next = Cell::new((x + index % 3).checked_sub(1)?, (y + index / 3).checked_sub(1)?);
            Some((ground.step(from, next)?, ground.tile(next)))
        });
        around.map(|(step, next)| (next, step))
    }

    /// Where the floods of neighbouring nodes meet, the nearest meeting for each pair.
    pub fn meetings(&self) -> BTreeMap<(u32, u32), Meeting> {
        let mut meetings: BTreeMap<(u32, u32), Meeting> = BTreeMap::new();
        for (tile, &owner) in (0..).zip(&self.owner).filter(|&(_, &owner)| owner != NONE) {
            for (next, step) in self.steps(tile).filter(|&(next, _)| next > tile) {
                let other = self.owner[next as usize];
                if owner != other {
                    let length = self.lengths[tile as usize] + self.lengths[next as usize] + step;
                    let tiles = if owner < other { (tile, next) } else { (next, tile) };
                    let meeting = Meeting { length, tiles };
                    let nearest = meetings.entry((owner.min(other), owner.max(other)));
                    nearest.and_modify(|old| *old = meeting.min(*old)).or_insert(meeting);
                }
            }
        }
        meetings
    }

    /// The tiles from one node to the other, through the meeting, from the first node on.
    pub fn path(&self, meeting: &Meeting) -> Vec<Cell> {
        let back = |tile: u32| {
            let before = |&tile: &u32| Some(self.before[tile as usize]).filter(|&b| b != NONE);
            std::iter::successors(Some(tile), before).map(|tile| self.ground.cell(tile))
        };
        let mut path: Vec<Cell> = back(meeting.tiles.0).collect();
        path.reverse();
        path.extend(back(meeting.tiles.1));
        path
    }
}
