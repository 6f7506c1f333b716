//! Limits the size of a chronicle by merging old intervals and dropping old remarks.

use super::rarity::Mark;
use super::{Chronicle, Interval, Remark, RemarkCategory};

/// The maximum number of tallies, about 5 MB. A session has up to three copies of a chronicle.
const TALLIES: usize = 1 << 17;

/// The maximum number of remarks on usual births and kills.
const MOST_ORDINARY: usize = 4096;

/// The maximum number of other remarks.
const MOST_REMARKS: usize = 8192;

/// The maximum number of portraits of each species, and of changes of bases.
const MOST_PORTRAITS: usize = 512;

/// The number of intervals above which a chronicle of so many species is thinned.
pub(super) fn most_rows(species: usize) -> usize {
    (TALLIES / species.max(1)).clamp(1024, 1 << 15)
}

impl Chronicle {
    /// Merges intervals in the older half, and drops portraits, owners and remarks, where there are
    /// too many.
    pub(super) fn thin(&mut self) {
        if self.intervals.len() > most_rows(self.species.len()) {
            self.merge(self.intervals.len() / 2);
        }
        while self.portraits.len() > MOST_PORTRAITS {
            self.portrait_every *= 2;
            let (first, every) = (self.first_tick(), self.portrait_every);
            self.portraits.retain(|(tick, _)| *tick == first || tick.is_multiple_of(every));
        }
        if self.owners.len() > MOST_PORTRAITS {
            let mut index = 0;
            self.owners.retain(|_| {
                index += 1;
                index % 2 == 1 || index > MOST_PORTRAITS / 2
            });
        }
        if self.remarks.all().len() > MOST_ORDINARY {
            let is_ordinary = |remark: &Remark, mark: &Mark| {
                remark.category() == RemarkCategory::Daily && !mark.is_listed
            };
            self.drop_oldest(is_ordinary, MOST_ORDINARY);
            self.drop_oldest(|remark, mark| !is_ordinary(remark, mark), MOST_REMARKS);
        }
    }

    /// Merges adjacent intervals among the first ones: the shortest of them, so that all reach a
    /// similar length. The very first stays as it is.
    pub(super) fn merge(&mut self, first: usize) {
        let longest = self.longest_merged(first);
        let mut intervals = Vec::with_capacity(self.intervals.len());
        let mut tallies = Vec::with_capacity(self.tallies.len());
        let mut tickets = Vec::new();
        let mut index = 0;
        while index < self.intervals.len() {
            let last = if self.merges(index, first, longest) { index + 1 } else { index };
            let ticks = self.intervals[index..=last].iter().map(|span| span.ticks).sum();
            intervals.push(Interval { tick: self.intervals[last].tick, ticks });
            if last == index {
                tallies.extend_from_slice(self.tallies(index));
            } else {
                let merged = self.tallies(index).iter().zip(self.tallies(last));
                tallies.extend(merged.map(|(tally, next)| tally.then(next)));
            }
            tickets.extend(self.tickets.get(last).cloned());
            index = last + 1;
        }
        (self.intervals, self.tallies, self.tickets) = (intervals, tallies, tickets);
    }

    /// The maximum length of merged intervals at which at least an eighth of the first are merged.
    fn longest_merged(&self, first: usize) -> u64 {
        let mut longest = 2;
        loop {
            let (mut index, mut merged) = (1, 0);
            while index < first {
                let merges = self.merges(index, first, longest);
                (index, merged) = (index + 1 + usize::from(merges), merged + usize::from(merges));
            }
            if merged * 8 >= first || longest > self.last_tick() {
                return longest;
            }
            longest *= 2;
        }
    }

    /// Whether an interval is merged with the next.
    fn merges(&self, index: usize, first: usize, longest: u64) -> bool {
        let is_among_first = index > 0 && index + 1 < first;
        is_among_first && self.intervals[index].ticks + self.intervals[index + 1].ticks <= longest
    }

    /// Drops the oldest quarter of some remarks when there are too many.
    fn drop_oldest(&mut self, which: impl Fn(&Remark, &Mark) -> bool, most: usize) {
        let count = self.remarks.count(&which);
        if count <= most {
            return;
        }
        let mut surplus = count - most + most / 4;
        self.remarks.retain(|remark, mark| {
            let is_dropped = surplus > 0 && which(remark, mark);
            surplus -= usize::from(is_dropped);
            !is_dropped
        });
    }
}
