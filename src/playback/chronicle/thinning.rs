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
    /// Tells of the older half of all spans more briefly, when there are too many.
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

    /// Merges neighbours among the first spans: the shortest of them, so that what lies farthest back
    /// is told no more briefly than the rest. The beginning stays as it was.
    pub(super) fn merge(&mut self, first: usize) {
        let longest = self.longest_merged(first);
        let mut spans = Vec::with_capacity(self.spans.len());
        let mut tallies = Vec::with_capacity(self.tallies.len());
        let mut tickets = Vec::new();
        let mut place = 0;
        while place < self.spans.len() {
            let last = if self.merges(place, first, longest) { place + 1 } else { place };
            let ticks = self.spans[place..=last].iter().map(|span| span.ticks).sum();
            spans.push(Span { tick: self.spans[last].tick, ticks });
            if last == place {
                tallies.extend_from_slice(self.tallies(place));
            } else {
                let merged = self.tallies(place).iter().zip(self.tallies(last));
                tallies.extend(merged.map(|(tally, next)| tally.then(next)));
            }
            tickets.extend(self.tickets.get(last).cloned());
            place = last + 1;
        }
        (self.spans, self.tallies, self.tickets) = (spans, tallies, tickets);
    }

    /// How long the spans that come of merging may be, so that a fair part of the first are merged.
    fn longest_merged(&self, first: usize) -> u64 {
        let mut longest = 2;
        loop {
            let (mut place, mut merged) = (1, 0);
            while place < first {
                let merges = self.merges(place, first, longest);
                (place, merged) = (place + 1 + usize::from(merges), merged + usize::from(merges));
            }
            if merged * 8 >= first || longest > self.last_tick() {
                return longest;
            }
            longest *= 2;
        }
    }

    /// Whether a span and the next become one.
    fn merges(&self, place: usize, first: usize, longest: u64) -> bool {
        let is_among_first = place > 0 && place + 1 < first;
        is_among_first && self.spans[place].ticks + self.spans[place + 1].ticks <= longest
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
