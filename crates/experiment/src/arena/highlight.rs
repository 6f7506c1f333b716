//! The game most worth watching of every two entrants.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Encounter, Game};

/// The game most worth watching of two entrants: the one with the most lead changes; among equals the
/// closest, then the longest, then the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Highlight<'a> {
    /// The game.
    pub game: &'a Game,
    /// The encounter in it.
    pub encounter: &'a Encounter,
}

/// The game most worth watching of every two entrants that met, by their numbers.
#[must_use]
pub fn highlights(games: &[Game]) -> Vec<Highlight<'_>> {
    let mut best: BTreeMap<(usize, usize), Highlight<'_>> = BTreeMap::new();
    for game in games {
        for encounter in &game.encounters {
            let Encounter { first, second, .. } = *encounter;
            let next = Highlight { game, encounter };
            let kept = best.entry((first.min(second), first.max(second))).or_insert(next);
            if next.is_better_than(kept) {
                *kept = next;
            }
        }
    }
    best.into_values().collect()
}

impl Highlight<'_> {
    /// Whether this game is more worth watching than another one.
    #[must_use]
    pub fn is_better_than(&self, other: &Self) -> bool {
        let size = |it: &Self| (it.encounter.lead_changes, Reverse(it.encounter.margin.to_bits()));
        // The bits of numbers that are not negative are in their order.
        let rank = |it: &Self| (size(it), it.game.ticks);
        rank(self) > rank(other)
    }
}
