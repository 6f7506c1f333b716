//! Brains of two parents, aligned by the historical marks of their connections.

use std::cmp::Ordering;

use rand::{Rng, RngExt};

use super::{Brain, Connection, MAX_CONNECTIONS, MAX_NEURONS};

/// The connections of two brains by their historical marks: those that both have as pairs.
pub(super) fn aligned<'a>(
    one: &'a Brain,
    other: &'a Brain,
) -> impl Iterator<Item = (Option<Connection>, Option<Connection>)> + 'a {
    let mut of_one = one.connections.iter().copied().peekable();
    let mut of_other = other.connections.iter().copied().peekable();
    std::iter::from_fn(move || {
        let order = match (of_one.peek(), of_other.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            // Places are in the order of marks, so connections are, too.
            (Some(&a), Some(&b)) => one.marks_of(a).cmp(&other.marks_of(b)),
        };
        Some(match order {
            Ordering::Less => (of_one.next(), None),
            Ordering::Greater => (None, of_other.next()),
            Ordering::Equal => (of_one.next(), of_other.next()),
        })
    })
}

impl Brain {
    /// Returns the brain of a child of two parents: each connection that both have is that of either, and each that one
    /// of them has is inherited or not, with the same probability.
    #[must_use]
    pub(in crate::genome) fn crossed(&self, other: &Self, rng: &mut impl Rng) -> Self {
        let mut inherited: Vec<((u32, u32), f32)> = Vec::new();
        for (own, others) in aligned(self, other) {
            let is_own = rng.random::<bool>();
            let (parent, connection) = if is_own { (self, own) } else { (other, others) };
            if let Some(connection) = connection {
                inherited.push((parent.marks_of(connection), connection.weight));
            }
        }
        inherited.truncate(MAX_CONNECTIONS);
        let ends = inherited.iter().flat_map(|&((to, from), _)| [to, from]);
        let mut marks: Vec<u32> = ends.filter(|&mark| mark >= super::growth::HIDDEN).collect();
        marks.sort_unstable();
        marks.dedup();
        marks.truncate(MAX_NEURONS);
        let mut child = Self { marks, connections: Vec::new() };
        for ((to, from), weight) in inherited {
            if let (Some(to), Some(from)) = (child.index_of(to), child.index_of(from)) {
                child.connections.push(Connection { from, to, weight });
            }
        }
        child.prune();
        child
    }

    /// The index of the neuron with a historical mark.
    fn index_of(&self, mark: u32) -> Option<u16> {
        let index = match mark.checked_sub(super::growth::HIDDEN) {
            Some(_) => super::FIRST_HIDDEN + self.marks.binary_search(&mark).ok()?,
            None => usize::try_from(mark).ok()?,
        };
        u16::try_from(index).ok()
    }
}
