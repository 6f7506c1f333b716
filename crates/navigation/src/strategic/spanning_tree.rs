//! A spanning tree of joints: the bends of paths between nodes that do not see each other, for maps
//! with roads through walls.

use std::collections::{BTreeMap, VecDeque};

use terrarium_space::terrain::{Cell, Terrain};

use super::nodes::{Joined, Kinds};
use super::{NodeKind, StrategicConfig, sight};

/// Marks a missing node or tile.
const NONE: u32 = u32::MAX;

/// Adds joints until nodes are connected by lines wherever they are connected by steps between
/// neighbouring tiles. Returns those lines.
///
/// Every tile belongs to the node that is the fewest steps away. Nodes with adjacent tiles are
/// neighbours. Neighbours that see each other are connected already; of the others, the nearest are
/// connected first, by the bends of the path along which their floods met.
pub(super) fn add(terrain: &Terrain, settings: &StrategicConfig, kinds: &mut Kinds) -> Vec<Joined> {
    let mut lines = Vec::new();
    let nodes: Vec<Cell> = kinds.keys().copied().collect();
    let flood = Flood::new(terrain, settings, &nodes);
    let meetings = flood.meetings();
    let mut components = Components((0..nodes.len()).collect());
    for &(a, b) in meetings.keys() {
        let (from, to) = (nodes[a as usize], nodes[b as usize]);
        if sight::in_sight(terrain, settings, from, to) {
            components.merge(a as usize, b as usize);
            lines.push((from, to));
        }
    }
    let mut apart: Vec<_> = meetings.into_iter().map(|(pair, meeting)| (meeting, pair)).collect();
    apart.sort_unstable();
    for (meeting, (a, b)) in apart {
        if components.merge(a as usize, b as usize) {
            let path = flood.path(&meeting);
            let mut last = path[0];
            let bends = bends(terrain, settings, &path);
            for &bend in &bends {
                kinds.entry(bend).or_insert(NodeKind::Joint);
            }
            for to in bends.into_iter().chain([path[path.len() - 1]]) {
                lines.push((last, to));
                last = to;
            }
        }
    }
    lines
}

/// Where the floods of two nodes meet; the nearest sorts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Meeting {
    steps: u32,
    tiles: (u32, u32),
}

/// A flood fill from all nodes at once.
struct Flood {
    width: u32,
    /// For each tile, its node.
    owner: Vec<u32>,
    /// For each tile, the one from which it was flooded.
    before: Vec<u32>,
    /// For each tile, the number of steps from its node.
    steps: Vec<u32>,
}

impl Flood {
    fn new(terrain: &Terrain, settings: &StrategicConfig, nodes: &[Cell]) -> Self {
        let width = terrain.width();
        let count = (width as usize) * (terrain.height() as usize);
        let mut flood = Self {
            width,
            owner: vec![NONE; count],
            before: vec![NONE; count],
            steps: vec![0; count],
        };
        let mut front = VecDeque::new();
        for (node, &cell) in (0..).zip(nodes) {
            let tile = cell.y * width + cell.x;
            flood.owner[tile as usize] = node;
            front.push_back(tile);
        }
        while let Some(tile) = front.pop_front() {
            let cell = flood.cell(tile);
            for next in neighbours(cell) {
                if sight::is_closed(terrain, settings, next) {
                    continue;
                }
                let index = (next.y * width + next.x) as usize;
                if flood.owner[index] == NONE {
                    flood.owner[index] = flood.owner[tile as usize];
                    flood.before[index] = tile;
                    flood.steps[index] = flood.steps[tile as usize] + 1;
                    front.push_back(index as u32);
                }
            }
        }
        flood
    }

    fn cell(&self, tile: u32) -> Cell {
        Cell::new(tile % self.width, tile / self.width)
    }

    /// Where the floods of neighbouring nodes meet, the nearest meeting for each pair.
    fn meetings(&self) -> BTreeMap<(u32, u32), Meeting> {
        let mut meetings: BTreeMap<(u32, u32), Meeting> = BTreeMap::new();
        for (tile, &owner) in (0..).zip(&self.owner) {
            let right = ((tile + 1) % self.width != 0).then_some(tile + 1);
            let below = tile.checked_add(self.width).filter(|&b| (b as usize) < self.owner.len());
            for next in [right, below].into_iter().flatten() {
                let other = self.owner[next as usize];
                if owner == other || owner == NONE || other == NONE {
                    continue;
                }
                let steps = self.steps[tile as usize] + self.steps[next as usize] + 1;
                let meeting = Meeting { steps, tiles: (tile, next) };
                let nearest = meetings.entry((owner.min(other), owner.max(other)));
                nearest.and_modify(|old| *old = meeting.min(*old)).or_insert(meeting);
            }
        }
        meetings
    }

    /// The tiles from one node to the other, through the meeting.
    fn path(&self, meeting: &Meeting) -> Vec<Cell> {
        let back = |tile: u32| {
            let before = |&tile: &u32| Some(self.before[tile as usize]).filter(|&b| b != NONE);
            std::iter::successors(Some(tile), before).map(|tile| self.cell(tile))
        };
        let mut path: Vec<Cell> = back(meeting.tiles.0).collect();
        path.reverse();
        path.extend(back(meeting.tiles.1));
        path
    }
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { x, y } = cell;
    let left = x.checked_sub(1).map(|x| Cell::new(x, y));
    let above = y.checked_sub(1).map(|y| Cell::new(x, y));
    [left, above, Some(Cell::new(x + 1, y)), Some(Cell::new(x, y + 1))].into_iter().flatten()
}

/// The tiles between the ends of a path at which it has to bend so that each sees the next.
fn bends(terrain: &Terrain, settings: &StrategicConfig, path: &[Cell]) -> Vec<Cell> {
    let mut bends = Vec::new();
    let mut from = path[0];
    for pair in path.windows(2) {
        // Neighbouring tiles always see each other.
        if !sight::in_sight(terrain, settings, from, pair[1]) {
            from = pair[0];
            bends.push(from);
        }
    }
    bends
}

/// Connected components, as a union–find forest: each node points to another of its component, a
/// root to itself.
struct Components(Vec<usize>);

impl Components {
    fn root(&mut self, mut node: usize) -> usize {
        while self.0[node] != node {
            self.0[node] = self.0[self.0[node]];
            node = self.0[node];
        }
        node
    }

    /// Merges the components of two nodes; returns whether they were different.
    fn merge(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}
