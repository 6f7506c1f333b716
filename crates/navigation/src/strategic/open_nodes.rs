//! The open list of a search over nodes.

use serde::{Deserialize, Serialize};

/// The priority of a node that is not in the open list.
pub(super) const IDLE: u32 = u32::MAX;

/// Nodes by priority. Of nodes with equal priority, that with the lowest number comes first.
///
/// Where there are many, the least priority of each block of nodes is stored too, so the first node
/// is found without a look at all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<u32>", into = "Vec<u32>")]
pub(super) struct OpenNodes {
    priorities: Vec<u32>,
    least: Vec<u32>,
}

impl OpenNodes {
    /// The number of nodes of a block.
    pub const BLOCK: usize = 64;

    /// Up to this many nodes, there are no blocks: it takes no longer to look at all.
    const FEW: usize = 4 * Self::BLOCK;

    /// Removes all, and makes room for so many nodes.
    pub fn clear(&mut self, nodes: usize) {
        self.priorities.clear();
        self.priorities.resize(nodes, IDLE);
        self.least.clear();
        self.least.resize(Self::blocks(nodes), IDLE);
    }

    fn blocks(nodes: usize) -> usize {
        if nodes <= Self::FEW { 0 } else { nodes.div_ceil(Self::BLOCK) }
    }

    /// The number of nodes, open or not.
    pub fn nodes(&self) -> usize {
        self.priorities.len()
    }

    /// The priority of a node; [`IDLE`] when it is not open.
    pub fn priority(&self, node: usize) -> u32 {
        self.priorities[node]
    }

    /// Opens a node, or moves it forward: its priority must not be greater than before.
    #[inline]
    pub fn open(&mut self, node: usize, priority: u32) {
        self.priorities[node] = priority;
        if let Some(least) = self.least.get_mut(node / Self::BLOCK) {
            *least = priority.min(*least);
        }
    }

    /// Removes a node.
    pub fn close(&mut self, node: usize) {
        self.priorities[node] = IDLE;
        if let Some(least) = self.least.get_mut(node / Self::BLOCK) {
            let first = node / Self::BLOCK * Self::BLOCK;
            let end = (first + Self::BLOCK).min(self.priorities.len());
            *least = least_of(&self.priorities[first..end]);
        }
    }

    /// The first node with the least priority, and that priority; `None` when no node is open.
    #[inline]
    pub fn first(&self) -> Option<(usize, u32)> {
        let is_whole = self.least.is_empty();
        let least = least_of(if is_whole { &self.priorities } else { &self.least });
        if least == IDLE {
            return None;
        }
        let is_least = |&priority: &u32| priority == least;
        let block = if is_whole { 0 } else { self.least.iter().position(is_least)? };
        let first = block * Self::BLOCK;
        let place = self.priorities[first..].iter().position(is_least)?;
        Some((first + place, least))
    }
}

impl From<Vec<u32>> for OpenNodes {
    fn from(priorities: Vec<u32>) -> Self {
        let blocks = priorities.chunks(Self::BLOCK).take(Self::blocks(priorities.len()));
        Self { least: blocks.map(least_of).collect(), priorities }
    }
}

impl From<OpenNodes> for Vec<u32> {
    fn from(open: OpenNodes) -> Self {
        open.priorities
    }
}

fn least_of(priorities: &[u32]) -> u32 {
    priorities.iter().copied().fold(IDLE, u32::min)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_node_is_that_of_a_look_at_all(
            nodes in 1..600_usize,
            changes in prop::collection::vec((any::<u16>(), 0..40_u32), 1..300),
        ) {
            let mut open = OpenNodes::default();
            open.clear(nodes);
            let mut plain = vec![IDLE; nodes];
            for (node, priority) in changes {
                let node = usize::from(node) % nodes;
                if priority == 0 {
                    open.close(node);
                    plain[node] = IDLE;
                } else if priority < plain[node] {
                    open.open(node, priority);
                    plain[node] = priority;
                }
                let least = (0..nodes).min_by_key(|&node| plain[node]).unwrap();
                let first = (plain[least] != IDLE).then_some((least, plain[least]));
                prop_assert_eq!(open.first(), first);
                prop_assert_eq!(&open, &OpenNodes::from(plain.clone()));
            }
        }
    }
}
