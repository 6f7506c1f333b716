//! What a search takes up next: the most promising first.

use serde::{Deserialize, Serialize};

/// A heap of numbers of nodes. Of equals in the bound it gives out the one that is nearest to the
/// goal first, and of these the oldest node.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Frontier {
    heap: Vec<Entry>,
}

/// In the order in which entries are given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Entry {
    /// How long a way by this node is at least.
    pub bound: u64,
    /// How much of that is still ahead.
    pub ahead: u64,
    pub node: u32,
}

impl Frontier {
    pub fn push(&mut self, entry: Entry) {
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 {
            let above = (at - 1) / 2;
            if self.heap[above] <= entry {
                break;
            }
            self.heap[at] = self.heap[above];
            at = above;
        }
        self.heap[at] = entry;
    }

    pub fn peek(&self) -> Option<Entry> {
        self.heap.first().copied()
    }

    pub fn pop(&mut self) -> Option<Entry> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first().copied() else { return Some(last) };
        let mut at = 0;
        loop {
            let mut below = 2 * at + 1;
            if below >= self.heap.len() {
                break;
            }
            if self.heap.get(below + 1).is_some_and(|other| *other < self.heap[below]) {
                below += 1;
            }
            if last <= self.heap[below] {
                break;
            }
            self.heap[at] = self.heap[below];
            at = below;
        }
        self.heap[at] = last;
        Some(first)
    }

    /// All entries, in no order.
    pub fn entries(&self) -> &[Entry] {
        &self.heap
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_come_out_in_order(
            entries in prop::collection::vec((0..9_u64, 0..3_u64, 0..9_u32), 0..200),
        ) {
            let mut frontier = Frontier::default();
            let entries = entries.into_iter();
            let mut entries: Vec<Entry> =
                entries.map(|(bound, ahead, node)| Entry { bound, ahead, node }).collect();
            entries.iter().for_each(|&entry| frontier.push(entry));
            entries.sort_unstable();
            prop_assert_eq!(frontier.peek(), entries.first().copied());
            let popped: Vec<Entry> = std::iter::from_fn(|| frontier.pop()).collect();
            prop_assert_eq!(popped, entries);
        }
    }
}
