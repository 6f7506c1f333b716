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

/// Added to a diagonal direction: a ray that was left in this cell, to be gone on with from there.
pub(super) const RAY: u8 = 16;

/// Nodes in the order in which they were first reached, each cell once, and rays.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Nodes {
    list: Vec<Node>,
    /// One more than the place in the list for each cell, page by page of those that have been
    /// used; the first is empty. Made anew when it is missing.
    #[serde(skip)]
    slots: Vec<u32>,
    /// Where the page of so many cells each begins.
    #[serde(skip)]
    pages: Vec<u32>,
}

/// How many cells' places are on a page.
const PAGE: usize = 64;

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
        if self.slots.is_empty() {
            self.index();
        }
        let (page, within) = (reached.cell as usize / PAGE, reached.cell as usize % PAGE);
        let slot = match self.pages.get(page) {
            Some(&page) if page != 0 => page as usize + within,
            _ => self.slot(reached.cell),
        };
        if let Some(place) = self.slots[slot].checked_sub(1) {
            let node = &mut self.list[place as usize];
            if node.length <= reached.length {
                return None;
            }
            *node = reached;
            return Some(place);
        }
        let place = self.add(reached);
        self.slots[slot] = place + 1;
        Some(place)
    }

    /// Adds a node that nobody finds by its cell.
    pub fn add(&mut self, node: Node) -> u32 {
        let place = self.list.len() as u32;
        self.list.push(node);
        place
    }

    /// Where the place of a cell is noted.
    fn slot(&mut self, cell: u32) -> usize {
        let (page, within) = (cell as usize / PAGE, cell as usize % PAGE);
        if page >= self.pages.len() {
            self.pages.resize((page + 1).next_power_of_two(), 0);
        }
        if self.pages[page] == 0 {
            self.pages[page] = self.slots.len() as u32;
            self.slots.resize(self.slots.len() + PAGE, 0);
        }
        self.pages[page] as usize + within
    }

    /// Makes the pages anew.
    fn index(&mut self) {
        self.pages.clear();
        self.slots.resize(PAGE, 0);
        for place in 0..self.list.len() {
            let Node { cell, by, .. } = self.list[place];
            if by < RAY {
                let slot = self.slot(cell);
                self.slots[slot] = place as u32 + 1;
            }
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
