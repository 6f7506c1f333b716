//! The organisms of a species, and which of them live at a tick.

use crate::phylogeny::Phylogeny;

/// The organisms of one species in the ticks of a run.
#[derive(Debug, Clone, Copy)]
pub struct Lifetimes<'a> {
    /// The organisms, of the only species that it knows.
    pub organisms: &'a Phylogeny,
    /// The first tick of the record.
    pub first: u64,
    /// The last tick of the record.
    pub last: u64,
}

impl Lifetimes<'_> {
    /// The name of the species.
    pub(super) fn name(&self) -> &str {
        self.organisms.species().first().map_or("", |species| &species.name)
    }

    /// At most about `most` ticks at even intervals, the first and the last of the record among them.
    pub(super) fn ticks(&self, most: u64) -> Vec<u64> {
        let length = self.last.saturating_sub(self.first);
        let steps = most.min(length).max(1);
        let tick = |step: u64| {
            let share = u128::from(length) * u128::from(step) / u128::from(steps);
            self.first + u64::try_from(share).unwrap_or(length)
        };
        let mut ticks: Vec<u64> = (0..=steps).map(tick).collect();
        ticks.dedup();
        ticks
    }

    /// Calls `note` with the index of each tick, which ascend, and the indices of the organisms that are alive after it.
    pub(super) fn at_each(&self, ticks: &[u64], mut note: impl FnMut(usize, &[usize])) {
        let taxa = self.organisms.taxa();
        let (mut living, mut born) = (Vec::new(), 0);
        for (index, &tick) in ticks.iter().enumerate() {
            while taxa.get(born).is_some_and(|taxon| taxon.origin <= tick) {
                living.push(born);
                born += 1;
            }
            living.retain(|&index| taxa[index].destruction.is_none_or(|died| died > tick));
            note(index, &living);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::phylogeny::tests::forests::forest;

    proptest! {
        #[test]
        fn the_living_are_those_born_and_not_dead(organisms in forest(), most in 1..90_u64) {
            let lifetimes = Lifetimes { organisms: &organisms, first: 3, last: 80 };
            let ticks = lifetimes.ticks(most);
            prop_assert!(ticks.first() == Some(&3) && ticks.last() == Some(&80));
            prop_assert!(ticks.is_sorted_by(|a, b| a < b) && ticks.len() as u64 <= most + 1);
            let mut found = Vec::new();
            lifetimes.at_each(&ticks, |_, living| found.push(living.to_vec()));
            for (tick, living) in ticks.iter().zip(found) {
                let is_alive = |index: &usize| {
                    let taxon = &organisms.taxa()[*index];
                    taxon.origin <= *tick && taxon.destruction.is_none_or(|died| died > *tick)
                };
                let expected: Vec<usize> = (0..organisms.taxa().len()).filter(is_alive).collect();
                prop_assert_eq!(living, expected);
            }
        }
    }
}
