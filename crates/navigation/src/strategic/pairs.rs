//! The pairs of nodes that lines may join.

use super::NodeId;

/// Pairs of different nodes, numbered in the order of the greater node and then of the smaller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pairs {
    /// All pairs of so many nodes: the numbers follow from the nodes.
    All(usize),
    /// Some.
    Listed(ListedPairs),
}

/// A list of pairs, with an index from either node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListedPairs {
    /// For each pair its nodes, the smaller first.
    nodes: Vec<(NodeId, NodeId)>,
    /// For each node the index of its first entry in `others`, and the number of entries.
    first: Vec<u32>,
    /// For each node the other node of each of its pairs, in their order, and the number of the pair.
    others: Vec<(NodeId, u32)>,
}

impl Pairs {
    /// These pairs of so many nodes, in any order.
    ///
    /// # Panics
    ///
    /// When there is no such node, or both nodes of a pair are the same.
    pub fn listed(count: usize, pairs: impl IntoIterator<Item = (NodeId, NodeId)>) -> Self {
        let ordered = |(a, b): (NodeId, NodeId)| {
            assert!(a != b && (a.max(b) as usize) < count, "a pair is of two nodes");
            (a.min(b), a.max(b))
        };
        let mut nodes: Vec<(NodeId, NodeId)> = pairs.into_iter().map(ordered).collect();
        nodes.sort_unstable_by_key(|&(smaller, greater)| (greater, smaller));
        nodes.dedup();
        let mut first = vec![0_u32; count + 1];
        for &(a, b) in &nodes {
            first[a as usize + 1] += 1;
            first[b as usize + 1] += 1;
        }
        (0..count).for_each(|node| first[node + 1] += first[node]);
        let mut free = first.clone();
        let mut others = vec![(0, 0); nodes.len() * 2];
        for (number, &(a, b)) in (0..).zip(&nodes) {
            for (node, other) in [(a, b), (b, a)] {
                others[free[node as usize] as usize] = (other, number);
                free[node as usize] += 1;
            }
        }
        Self::Listed(ListedPairs { nodes, first, others })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        match self {
            Self::All(nodes) => *nodes,
            Self::Listed(pairs) => pairs.first.len() - 1,
        }
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        match self {
            Self::All(nodes) => nodes * nodes.saturating_sub(1) / 2,
            Self::Listed(pairs) => pairs.nodes.len(),
        }
    }

    /// The number of a pair of different nodes; `None` where it is not listed. Where all are, a node
    /// that does not exist gives a number that is too large.
    #[inline]
    pub fn number(&self, a: NodeId, b: NodeId) -> Option<usize> {
        match self {
            Self::All(_) => Some(first_of_all(a.max(b)) + a.min(b) as usize),
            Self::Listed(pairs) => {
                let others = pairs.others_of(a);
                let index = others.binary_search_by_key(&b, |&(other, _)| other).ok()?;
                Some(others[index].1 as usize)
            }
        }
    }

    /// The nodes of a pair, the smaller first.
    pub fn nodes_of(&self, pair: usize) -> (NodeId, NodeId) {
        match self {
            Self::All(_) => {
                // The greatest node whose first pair is at most this: (1 + √(1 + 8·pair)) / 2.
                let greater = (1 + 8 * pair).isqrt().div_ceil(2);
                ((pair - greater * (greater - 1) / 2) as NodeId, greater as NodeId)
            }
            Self::Listed(pairs) => pairs.nodes[pair],
        }
    }

    /// Calls a function with each node that is paired with this one, in their order, and the number
    /// of the pair.
    #[inline]
    pub fn for_each_of(&self, node: NodeId, mut visit: impl FnMut(NodeId, usize)) {
        match self {
            Self::All(nodes) => {
                let mut pair = first_of_all(node);
                for other in 0..*nodes as NodeId {
                    if other == node {
                        pair = first_of_all(node + 1) + node as usize;
                        continue;
                    }
                    visit(other, pair);
                    pair += if other < node { 1 } else { other as usize };
                }
            }
            Self::Listed(pairs) => {
                let others = pairs.others_of(node).iter();
                others.for_each(|&(other, pair)| visit(other, pair as usize));
            }
        }
    }
}

impl ListedPairs {
    fn others_of(&self, node: NodeId) -> &[(NodeId, u32)] {
        let [from, to] = [node, node + 1].map(|node| self.first[node as usize] as usize);
        &self.others[from..to]
    }
}

/// The number of the first of all pairs whose greater node is this.
#[inline]
pub(super) fn first_of_all(node: NodeId) -> usize {
    let node = node as usize;
    node * node.saturating_sub(1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_all_pairs_is_that_of_all() {
        for nodes in 0..12 {
            let all = Pairs::All(nodes);
            let ends = |pair| all.nodes_of(pair);
            let listed = Pairs::listed(nodes, (0..all.count()).rev().map(ends));
            assert_eq!((listed.nodes(), listed.count()), (nodes, all.count()));
            for pair in 0..all.count() {
                let (a, b) = all.nodes_of(pair);
                assert!(a < b);
                assert_eq!(listed.nodes_of(pair), (a, b));
                assert_eq!([all.number(a, b), listed.number(b, a)], [Some(pair); 2]);
            }
            for node in 0..nodes as NodeId {
                let of = |pairs: &Pairs| {
                    let mut found = Vec::new();
                    pairs.for_each_of(node, |other, pair| found.push((other, pair)));
                    found
                };
                assert_eq!(of(&listed), of(&all));
            }
        }
    }
}
