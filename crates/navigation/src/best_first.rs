//! The nodes of a best-first search for a shortest path.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The places that a search has reached, each by the shortest path found so far, and which of them
/// are open. `P` is a place and `K` the key by which it is recognised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BestFirst<P, K: Ord> {
    /// The start and all places reached.
    nodes: Vec<Node<P>>,
    known: BTreeMap<K, u32>,
    /// The open list: the lower bound of the length through a node, then the node's index. The
    /// bounds are positive doubles as bits, which sort in the same order.
    open: BTreeSet<(u64, u32)>,
}

/// A place that has been reached.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Node<P> {
    pub place: P,
    /// The length of the path from the start.
    pub length: f64,
    parent: u32,
    is_expanded: bool,
}

impl<P: Copy, K: Ord> BestFirst<P, K> {
    /// A search in which only the start is open.
    pub fn new(start: P) -> Self {
        let start = Node { place: start, length: 0.0, parent: 0, is_expanded: false };
        Self { nodes: vec![start], known: BTreeMap::new(), open: BTreeSet::from([(0, 0)]) }
    }

    /// Whether all lengths are valid, all references resolve and all places are sound.
    pub fn is_sound(&self, is_sound_place: impl Fn(&P) -> bool) -> bool {
        let is_there = |index: u32| (index as usize) < self.nodes.len();
        let is_sound = |node: &Node<P>| {
            is_there(node.parent) && is_length(node.length) && is_sound_place(&node.place)
        };
        is_there(0)
            && self.nodes.iter().all(is_sound)
            && self.known.values().all(|&index| is_there(index))
            && self.open.iter().all(|&(_, index)| is_there(index))
    }

    /// The lower bound of the lengths through all open nodes; `None` when no node is open.
    pub fn bound(&self) -> Option<f64> {
        self.open.first().map(|&(bound, _)| f64::from_bits(bound))
    }

    /// Closes the most promising node and returns its index. `None` when no node is open or this one
    /// has been expanded before.
    pub fn expand(&mut self) -> Option<u32> {
        let (_, index) = self.open.pop_first()?;
        let was_expanded = &mut self.nodes[index as usize].is_expanded;
        (!core::mem::replace(was_expanded, true)).then_some(index)
    }

    pub fn node(&self, index: u32) -> &Node<P> {
        &self.nodes[index as usize]
    }

    /// The place before a node on its path.
    pub fn parent(&self, index: u32) -> P {
        self.node(self.node(index).parent).place
    }

    /// The places reached, the start first.
    pub fn places(&self) -> impl Iterator<Item = P> {
        self.nodes.iter().map(|node| node.place)
    }

    /// Whether no path known to a place is as short as `length`.
    pub fn is_shorter(&self, key: &K, length: f64) -> bool {
        self.known.get(key).is_none_or(|&index| length < self.node(index).length)
    }

    /// Opens a place that was reached from the node `parent` by a shorter path than before. `bound` is
    /// the lower bound of the length through it.
    pub fn reach(&mut self, key: K, place: P, length: f64, parent: u32, bound: f64) {
        let node = Node { place, length, parent, is_expanded: false };
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            self.nodes.push(node);
        } else {
            self.nodes[index as usize] = node;
        }
        self.open.insert((bound.to_bits(), index));
    }

    /// A node and the nodes before it on its path, without the start.
    pub fn path_back(&self, index: u32) -> impl Iterator<Item = P> {
        let parent = |&index: &u32| Some(self.node(index).parent);
        let path = std::iter::successors(Some(index), parent).take_while(|&index| index != 0);
        // No node is its own ancestor, because each is farther away than its parent. Damaged
        // searches end here too.
        path.take(self.nodes.len()).map(|index| self.node(index).place)
    }
}

/// Whether this is a valid length.
pub(super) fn is_length(length: f64) -> bool {
    length.is_finite() && length >= 0.0
}
