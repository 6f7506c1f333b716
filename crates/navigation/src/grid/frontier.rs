//! The open list: a priority queue of nodes.

use serde::{Deserialize, Serialize};

/// A binary heap of node numbers. Of entries with equal bounds it returns the one nearest to the
/// goal first, and of these the oldest node.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Frontier {
    heap: Vec<Entry>,
}

/// Sorted in the order in which entries are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The lower bound of the length of a path through this node.
    pub bound: u64,
    /// The part of the bound that lies ahead, in units of 2⁻¹⁶ of a cell, and then the node: a
    /// single number, so that entries are small and fast to compare.
    rest: u64,
}

impl Entry {
    pub fn new(bound: u64, ahead: u64, node: u32) -> Self {
        let ahead = (ahead >> 16).min(u32::MAX.into());
        Self { bound, rest: ahead << 32 | u64::from(node) }
    }

    pub fn node(self) -> u32 {
        self.rest as u32
    }

    fn key(self) -> u128 {
        u128::from(self.bound) << 64 | u128::from(self.rest)
    }
}

impl Frontier {
    pub fn push(&mut self, entry: Entry) {
        self.heap.push(entry);
        self.rise(self.heap.len() - 1, entry);
    }

    pub fn peek(&self) -> Option<Entry> {
        self.heap.first().copied()
    }

    pub fn pop(&mut self) -> Option<Entry> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first().copied() else { return Some(last) };
        // The gap sinks to the bottom first, because the last entry seldom belongs far above it.
        let (mut at, mut below) = (0, 1);
        while let Some([left, right]) = self.heap.get(below..below + 2) {
            let lesser = below + usize::from(right.key() < left.key());
            self.heap[at] = self.heap[lesser];
            (at, below) = (lesser, 2 * lesser + 1);
        }
        if let Some(&only) = self.heap.get(below) {
            self.heap[at] = only;
            at = below;
        }
        self.rise(at, last);
        Some(first)
    }

    /// Removes the first entry and inserts another, which should be one of the next.
    pub fn replace(&mut self, entry: Entry) {
        let mut at = 0;
        while let Some(&left) = self.heap.get(2 * at + 1) {
            let mut below = (2 * at + 1, left);
            if let Some(&right) = self.heap.get(2 * at + 2).filter(|right| right.key() < left.key())
            {
                below = (2 * at + 2, right);
            }
            if entry.key() <= below.1.key() {
                break;
            }
            self.heap[at] = below.1;
            at = below.0;
        }
        match self.heap.get_mut(at) {
            Some(gap) => *gap = entry,
            None => self.heap.push(entry),
        }
    }

    /// Moves an entry from a gap up to its position.
    fn rise(&mut self, mut at: usize, entry: Entry) {
        while at > 0 {
            let above = (at - 1) / 2;
            if self.heap[above].key() <= entry.key() {
                break;
            }
            self.heap[at] = self.heap[above];
            at = above;
        }
        self.heap[at] = entry;
    }

    /// All entries, in no particular order.
    pub fn entries(&self) -> &[Entry] {
        &self.heap
    }
}
