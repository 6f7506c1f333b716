//! The open list of a search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

/// Numbers of nodes, the one with the least bound first; of equal bounds, the least number.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct OpenList {
    /// The bounds are positive doubles as bits, which sort in the same order.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
}

impl OpenList {
    pub fn push(&mut self, bound: f64, node: u32) {
        self.heap.push(Reverse((bound.to_bits(), node)));
    }

    pub fn pop(&mut self) -> Option<u32> {
        self.heap.pop().map(|Reverse((_, node))| node)
    }

    /// The least bound.
    pub fn bound(&self) -> Option<f64> {
        self.heap.peek().map(|Reverse((bits, _))| f64::from_bits(*bits))
    }

    /// The numbers, in no particular order.
    pub fn nodes(&self) -> impl Iterator<Item = u32> {
        self.heap.iter().map(|Reverse((_, node))| *node)
    }
}

impl PartialEq for OpenList {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |list: &Self| list.heap.clone().into_sorted_vec();
        sorted(self) == sorted(other)
    }
}
