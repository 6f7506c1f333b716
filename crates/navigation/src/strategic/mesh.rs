//! The lines between neighbouring nodes, while joints are added.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes, and for each the nodes that it is joined to by a line, with the line's length.
pub(super) struct Mesh {
    lines: Vec<Vec<(u32, u64)>>,
    /// For each node, the number of the last search that reached it, and the length of its route.
    reached: Vec<(u32, u64)>,
    search: u32,
}

impl Mesh {
    /// Nodes that are not joined yet.
    pub fn new(nodes: usize) -> Self {
        Self { lines: vec![Vec::new(); nodes], reached: vec![(0, 0); nodes], search: 0 }
    }

    /// Adds a node and returns its number.
    pub fn add_node(&mut self) -> u32 {
        self.lines.push(Vec::new());
        self.reached.push((0, 0));
        self.lines.len() as u32 - 1
    }

    /// Joins two nodes.
    pub fn join(&mut self, a: u32, b: u32, length: u64) {
        self.lines[a as usize].push((b, length));
        self.lines[b as usize].push((a, length));
    }

    /// Whether there is a route between two nodes that is no longer than `longest`.
    pub fn has_route(&mut self, from: u32, to: u32, longest: u64) -> bool {
        self.search += 1;
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        self.reached[from as usize] = (self.search, 0);
        while let Some(Reverse((length, node))) = open.pop() {
            if node == to {
                return true;
            }
            if self.reached[node as usize] != (self.search, length) {
                continue;
            }
            for &(next, line) in &self.lines[node as usize] {
                let there = length + line;
                let (search, known) = self.reached[next as usize];
                if there <= longest && (search != self.search || there < known) {
                    self.reached[next as usize] = (self.search, there);
                    open.push(Reverse((there, next)));
                }
            }
        }
        false
    }
}
