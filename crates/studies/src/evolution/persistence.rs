//! The persistence filter: which of the living are alive later, or have descendants who are.

use crate::phylogeny::{Phylogeny, Taxon};

/// The living of one tick, and which of them are alive later or have descendants who are.
///
/// Ticks must be asked in ascending order.
#[derive(Debug)]
pub(super) struct PersistenceFilter<'a> {
    taxa: &'a [Taxon],
    /// Those who were alive in the last tick that was asked for.
    living: Vec<usize>,
    /// The number of those who were born until then.
    born: usize,
    /// Whether each persists; all false between two questions.
    persists: Vec<bool>,
}

impl<'a> PersistenceFilter<'a> {
    pub fn new(tree: &'a Phylogeny) -> Self {
        let taxa = tree.taxa();
        Self { taxa, living: Vec::new(), born: 0, persists: vec![false; taxa.len()] }
    }

    /// The number of those alive after a tick, and the indices of those of them who themselves are alive after a `later`
    /// tick, or have a descendant who is. Of ancestors who were alive together, only the last counts, so each who is alive
    /// later counts for one.
    pub fn at(&mut self, tick: u64, later: u64) -> Living {
        let taxa = self.taxa;
        let born_until = |tick| taxa.partition_point(|taxon| taxon.origin <= tick);
        let is_alive_after =
            |index: usize, tick| taxa[index].destruction.is_none_or(|it| it > tick);
        let born = born_until(tick);
        self.living.extend(self.born..born);
        self.living.retain(|&index| is_alive_after(index, tick));
        self.born = born;
        for index in (born..born_until(later)).rev() {
            if is_alive_after(index, later) || self.persists[index] {
                self.persists[index] = true;
                if let Some(parent) = taxa[index].parent {
                    self.persists[parent] = true;
                }
            }
        }
        let persists = |&index: &usize| is_alive_after(index, later) || self.persists[index];
        let persistent = self.living.iter().copied().filter(persists).collect();
        self.persists.fill(false);
        Living { all: self.living.clone(), persistent }
    }
}

/// The living of one tick, by index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Living {
    pub all: Vec<usize>,
    pub persistent: Vec<usize>,
}
