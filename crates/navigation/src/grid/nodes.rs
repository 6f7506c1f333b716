//! The cells that a search has reached, indexed by number.

use serde::{Deserialize, Serialize};

/// A cell that has been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Node {
    pub cell: u32,
    /// The length of the shortest known path to it, in parts of the side of a cell.
    pub length: u64,
    /// The node before it on that path; itself where the path begins.
    pub parent: u32,
    /// The direction in which it was entered: see [`super::steps::STEPS`]; [`ANY_DIRECTION`] where
    /// that does not matter.
    pub by: u8,
    pub is_done: bool,
}

/// No direction.
pub(super) const ANY_DIRECTION: u8 = 8;

/// Added to a diagonal direction: a ray that is suspended at this cell.
pub(super) const RAY: u8 = 16;

/// Nodes in the order in which they were first reached, each cell once, and rays.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Nodes {
    list: Vec<Node>,
    /// One more than the index of each cell's node, by pages of those that are used; the first page
    /// is empty. Rebuilt after deserialisation.
    #[serde(skip)]
    slots: Vec<u32>,
    /// The first slot of each page.
    #[serde(skip)]
    pages: Vec<u32>,
}

/// The number of cells per page.
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

    /// Adds or improves the node of a cell. Returns its index if the cell is new or the path is
    /// shorter than before.
    pub fn reach(&mut self, reached: Node) -> Option<u32> {
        if self.slots.is_empty() {
            self.index();
        }
        let (page, within) = (reached.cell as usize / PAGE, reached.cell as usize % PAGE);
        let slot = match self.pages.get(page) {
            Some(&page) if page != 0 => page as usize + within,
            _ => self.slot(reached.cell),
        };
        if let Some(index) = self.slots[slot].checked_sub(1) {
            let node = &mut self.list[index as usize];
            if node.length <= reached.length {
                return None;
            }
            *node = reached;
            return Some(index);
        }
        let index = self.add(reached);
        self.slots[slot] = index + 1;
        Some(index)
    }

    /// Adds a node that is not indexed by its cell.
    pub fn add(&mut self, node: Node) -> u32 {
        let index = self.list.len() as u32;
        self.list.push(node);
        index
    }

    /// The slot of a cell.
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

    /// Rebuilds the pages.
    fn index(&mut self) {
        self.pages.clear();
        self.slots.resize(PAGE, 0);
        for index in 0..self.list.len() {
            let Node { cell, by, .. } = self.list[index];
            if by < RAY {
                let slot = self.slot(cell);
                self.slots[slot] = index as u32 + 1;
            }
        }
    }

    /// Whether all cells are below this number, and all parents exist.
    pub fn is_sound(&self, cells: u32) -> bool {
        let is_there = |node: &Node| node.cell < cells && (node.parent as usize) < self.list.len();
        self.list.iter().all(is_there)
    }

    /// The cells on the path to a node, from its beginning.
    pub fn path_to(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        // No node is its own ancestor, unless the stored search was altered.
        for _ in 0..self.list.len() {
            let Node { cell, parent, .. } = self.list[node as usize];
            path.push(cell);
            if parent == node {
                break;
            }
            node = parent;
        }
        path.reverse();
        path
    }
}
