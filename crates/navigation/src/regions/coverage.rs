//! The part of a vertical line that obstacles cover.

use super::rank_set::RankSet;

/// A closed interval of a vertical line. Its ends are ranks: positions in the order of all heights at
/// which anything starts or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval {
    pub low: u32,
    pub high: u32,
}

impl Interval {
    /// The common part of two intervals, which may be a point.
    pub fn overlap(self, other: Self) -> Option<Self> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Self { low, high })
    }
}

/// A point at which open intervals start or end.
#[derive(Debug, Clone, Copy, Default)]
struct Boundary {
    starts: u32,
    ends: u32,
    /// The number of intervals that cover the line from here to the next boundary.
    covers: u32,
}

/// Open intervals that cover parts of a line. What they leave free is closed: a point at which one
/// ends and another starts is free.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// By rank.
    boundaries: Vec<Boundary>,
    /// The ranks at which intervals start or end.
    used: RankSet,
}

impl Coverage {
    /// On a line with so many ranks, everything outside a closed interval is covered.
    pub fn around(free: Interval, ranks: usize) -> Self {
        let mut coverage =
            Self { boundaries: vec![Boundary::default(); ranks], used: RankSet::new(ranks) };
        coverage.add(Interval { low: 0, high: free.low });
        coverage.add(Interval { low: free.high, high: ranks as u32 - 1 });
        coverage
    }

    /// Covers an interval, which is not empty.
    pub fn add(&mut self, interval: Interval) {
        self.split_at(interval.low).starts += 1;
        self.split_at(interval.high).ends += 1;
        for rank in self.used.within(interval.low, interval.high) {
            self.boundaries[rank as usize].covers += 1;
        }
    }

    /// Removes an interval that was added.
    pub fn remove(&mut self, interval: Interval) {
        for rank in self.used.within(interval.low, interval.high) {
            self.boundaries[rank as usize].covers -= 1;
        }
        self.split_at(interval.low).starts -= 1;
        self.split_at(interval.high).ends -= 1;
        for rank in [interval.low, interval.high] {
            let boundary = &self.boundaries[rank as usize];
            if boundary.starts == 0 && boundary.ends == 0 {
                self.used.remove(rank);
            }
        }
    }

    /// Appends the free intervals that have a point in common with `range`, in ascending order.
    pub fn free_within(&self, range: Interval, free: &mut Vec<Interval>) {
        // An interval that ends where the range starts begins at the boundary before.
        let first = self.used.last_before(range.low).unwrap_or(range.low);
        let mut before = self.covers_before(first);
        let mut next = self.used.next_from(first);
        while let Some(low) = next.filter(|&low| low <= range.high) {
            next = self.used.next_from(low + 1);
            let boundary = &self.boundaries[low as usize];
            let is_closing_end = before == 0;
            let is_free = before == boundary.ends;
            before = boundary.covers;
            let high = match next {
                Some(next) if boundary.covers == 0 => next,
                _ if is_free && !is_closing_end => low,
                _ => continue,
            };
            if high >= range.low {
                free.push(Interval { low, high });
            }
        }
    }

    /// The number of intervals that cover the line just before a rank.
    fn covers_before(&self, rank: u32) -> u32 {
        self.used.last_before(rank).map_or(0, |before| self.boundaries[before as usize].covers)
    }

    fn split_at(&mut self, rank: u32) -> &mut Boundary {
        if !self.used.contains(rank) {
            let covers = self.covers_before(rank);
            self.used.insert(rank);
            self.boundaries[rank as usize] = Boundary { covers, ..Boundary::default() };
        }
        &mut self.boundaries[rank as usize]
    }
}
