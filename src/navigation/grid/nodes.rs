//! The cells that a search has reached, found by their numbers.

use serde::{Deserialize, Serialize};

/// A cell that has been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Node {
    pub cell: u32,
    /// How long the shortest known way to it is, in parts of the side of a cell.
    pub length: u64,
    /// The node before it on that way; itself where the way begins.
    pub parent: u32,
    /// In which direction it was come to: see [`super::steps::STEPS`]; [`ANYHOW`] where that does
    /// not matter.
    pub by: u8,
    pub is_done: bool,
}

/// No direction.
pub(super) const ANYHOW: u8 = 8;

/// Nodes in the order in which they were first reached, each cell once.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Nodes {
    list: Vec<Node>,
    /// Where a node may be in the list, plus one, at a place that its cell tells; else behind that.
    /// Made anew when it is missing.
    #[serde(skip)]
    slots: Vec<u32>,
}

impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Nodes {
    pub fn list(&self) -> &[Node] {
        &self.list
    }

    pub fn get_mut(&mut self, node: u32) -> &mut Node {
        &mut self.list[node as usize]
    }

    /// Takes note that a cell can be reached like this. Its number when that is news: when nobody
    /// has been there before, or not by so short a way.
    pub fn reach(&mut self, reached: Node) -> Option<u32> {
        if self.slots.len() < 2 * (self.list.len() + 1) {
            self.index();
        }
        let mut slot = self.first_slot(reached.cell);
        loop {
            let Some(place) = self.slots[slot].checked_sub(1) else { break };
            let node = &mut self.list[place as usize];
            if node.cell == reached.cell {
                if node.length <= reached.length {
                    return None;
                }
                *node = reached;
                return Some(place);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        let place = self.list.len() as u32;
        self.list.push(reached);
        self.slots[slot] = place + 1;
        Some(place)
    }

    fn first_slot(&self, cell: u32) -> usize {
        // Fibonacci hashing: neighbouring cells get slots far apart.
        (cell.wrapping_mul(2_654_435_769) >> (32 - self.slots.len().trailing_zeros())) as usize
    }

    /// Makes the slots anew, with room for as many nodes again.
    fn index(&mut self) {
        let count = (4 * (self.list.len() + 16)).next_power_of_two();
        self.slots.clear();
        self.slots.resize(count, 0);
        for (number, cell) in (1..).zip(self.list.iter().map(|node| node.cell)) {
            let mut slot = self.first_slot(cell);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (count - 1);
            }
            self.slots[slot] = number;
        }
    }

    /// Whether all are of cells below this number, and their parents are there.
    pub fn is_sound(&self, cells: u32) -> bool {
        let is_there = |node: &Node| node.cell < cells && (node.parent as usize) < self.list.len();
        self.list.iter().all(is_there)
    }

    /// The cells on the way to a node, from where it begins.
    pub fn way_to(&self, mut node: u32) -> Vec<u32> {
        let mut way = Vec::new();
        // No node is its own ancestor, unless somebody tampered with them.
        for _ in 0..self.list.len() {
            let Node { cell, parent, .. } = self.list[node as usize];
            way.push(cell);
            if parent == node {
                break;
            }
            node = parent;
        }
        way.reverse();
        way
    }
}
