//! What keeps a chronicle of any length small: what lies far back is told more briefly.

use super::{Chronicle, Sort, Span};

/// How many tallies are kept in all, about 30 MB of them.
const TALLIES: usize = 1 << 20;

/// How many remarks are kept on what happens every day: the latest.
const MOST_ORDINARY: usize = 8192;

/// How many remarks are kept on everything else.
const MOST_REMARKS: usize = 32_768;

/// How many portraits are kept of each species, and changes of bases.
const MOST_PORTRAITS: usize = 1024;

/// How many rows a chronicle of so many species may hold before it is thinned.
pub(super) fn most_rows(species: usize) -> usize {
    (TALLIES / species.max(1)).clamp(1024, 1 << 17)
}

impl Chronicle {
    /// Tells of the older half of all spans in half as many words, when there are too many.
    pub(super) fn thin(&mut self) {
        if self.spans.len() > most_rows(self.species.len()) {
            self.merge(self.spans.len() / 2);
        }
        while self.portraits.len() > MOST_PORTRAITS {
            self.portrait_every *= 2;
            let (first, every) = (self.first_tick(), self.portrait_every);
            self.portraits.retain(|(tick, _)| *tick == first || tick.is_multiple_of(every));
        }
        if self.owners.len() > MOST_PORTRAITS {
            let mut place = 0;
            self.owners.retain(|_| {
                place += 1;
                place % 2 == 1 || place > MOST_PORTRAITS / 2
            });
        }
        if self.remarks.len() > MOST_ORDINARY {
            self.forget(|sort| sort == Sort::Daily, MOST_ORDINARY);
            self.forget(|sort| sort != Sort::Daily, MOST_REMARKS);
        }
    }

    /// Merges the first spans, pair by pair.
    pub(super) fn merge(&mut self, first: usize) {
        let (species, first) = (self.species.len(), first - first % 2);
        let mut spans = Vec::with_capacity(self.spans.len() - first / 2);
        let mut tallies = Vec::with_capacity(spans.capacity() * species);
        for pair in (0..first).step_by(2) {
            let (one, two) = (self.spans[pair], self.spans[pair + 1]);
            spans.push(Span { tick: two.tick, ticks: one.ticks + two.ticks });
            let merged = self.tallies(pair).iter().zip(self.tallies(pair + 1));
            tallies.extend(merged.map(|(tally, next)| tally.then(next)));
        }
        spans.extend_from_slice(&self.spans[first..]);
        tallies.extend_from_slice(&self.tallies[first * species..]);
        if !self.tickets.is_empty() {
            let mut place = 0;
            self.tickets.retain(|_| {
                place += 1;
                place > first || place % 2 == 0
            });
        }
        (self.spans, self.tallies) = (spans, tallies);
    }

    /// Forgets the oldest quarter of such remarks when there are too many.
    fn forget(&mut self, which: impl Fn(Sort) -> bool, most: usize) {
        let count = self.remarks.iter().filter(|remark| which(remark.sort())).count();
        if count <= most {
            return;
        }
        let mut surplus = count - most + most / 4;
        self.remarks.retain(|remark| {
            let goes = surplus > 0 && which(remark.sort());
            surplus -= usize::from(goes);
            !goes
        });
    }
}
