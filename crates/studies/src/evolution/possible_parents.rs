//! The members of a species that may become parents.

use std::collections::VecDeque;

use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;

use crate::phylogeny::Taxon;

/// The living of a species by maturity, as ticks go by.
#[derive(Debug, Clone, Default)]
pub(super) struct PossibleParents {
    /// The mature. The dead among them are removed when one is drawn.
    mature: Vec<usize>,
    /// The young, each with the tick of its maturity, which are in ascending order.
    young: VecDeque<(u64, usize)>,
}

impl PossibleParents {
    /// Adds a mature organism, given by its index.
    pub fn add_mature(&mut self, index: usize) {
        self.mature.push(index);
    }

    /// Adds an organism that is mature from a tick on, which is not before those of others.
    pub fn add_young(&mut self, index: usize, mature_from: u64) {
        self.young.push_back((mature_from, index));
    }

    /// Draws a mature organism that is alive after the deaths of a tick; each has the same chance. `None` if there is
    /// none.
    pub fn draw(&mut self, tick: u64, taxa: &[Taxon], rng: &mut CreatureRng) -> Option<usize> {
        while let Some(&(_, index)) = self.young.front().filter(|&&(from, _)| from <= tick) {
            self.young.pop_front();
            self.mature.push(index);
        }
        while !self.mature.is_empty() {
            let drawn = rng.random_range(0..self.mature.len());
            let index = self.mature[drawn];
            if taxa[index].destruction.is_none_or(|died| died > tick) {
                return Some(index);
            }
            self.mature.swap_remove(drawn);
        }
        None
    }
}
