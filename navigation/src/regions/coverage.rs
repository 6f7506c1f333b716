//! The part of a vertical line that obstacles cover.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A coordinate that sorts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Coordinate(pub f64);

impl Eq for Coordinate {}

impl PartialOrd for Coordinate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Coordinate {
    fn cmp(&self, other: &Self) -> Ordering {
        // Adding zero makes both zeros equal.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

/// A closed interval of a vertical line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interval {
    pub low: f64,
    pub high: f64,
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
    boundaries: BTreeMap<Coordinate, Boundary>,
}

impl Coverage {
    /// Everything outside a closed interval is covered.
    pub fn around(free: Interval) -> Self {
        let mut coverage = Self::default();
        coverage.add(Interval { low: f64::NEG_INFINITY, high: free.low });
        coverage.add(Interval { low: free.high, high: f64::INFINITY });
        coverage
    }

    /// Covers an interval, which is not empty.
    pub fn add(&mut self, interval: Interval) {
        self.split_at(interval.low).starts += 1;
        self.split_at(interval.high).ends += 1;
        for (_, boundary) in self.boundaries.range_mut(within(interval)) {
            boundary.covers += 1;
        }
    }

    /// Removes an interval that was added.
    pub fn remove(&mut self, interval: Interval) {
        for (_, boundary) in self.boundaries.range_mut(within(interval)) {
            boundary.covers -= 1;
        }
        self.split_at(interval.low).starts -= 1;
        self.split_at(interval.high).ends -= 1;
        for end in [interval.low, interval.high] {
            let boundary = self.split_at(end);
            if boundary.starts == 0 && boundary.ends == 0 {
                self.boundaries.remove(&Coordinate(end));
            }
        }
    }

    /// Appends the free intervals that have a point in common with `range`, in ascending order.
    pub fn free_within(&self, range: Interval, free: &mut Vec<Interval>) {
        // An interval that ends where the range starts begins at the boundary before.
        let first = self.boundaries.range(..Coordinate(range.low)).next_back();
        let first = first.map_or(Coordinate(range.low), |(&at, _)| at);
        let mut before = self.boundaries.range(..first).next_back().map_or(0, |(_, it)| it.covers);
        let mut boundaries = self.boundaries.range(first..).peekable();
        while let Some((&Coordinate(low), boundary)) = boundaries.next() {
            if low > range.high {
                break;
            }
            let is_closing_end = before == 0;
            let is_free = before == boundary.ends;
            before = boundary.covers;
            let high = match boundaries.peek() {
                Some((next, _)) if boundary.covers == 0 => next.0,
                _ if is_free && !is_closing_end => low,
                _ => continue,
            };
            if high >= range.low {
                free.push(Interval { low, high });
            }
        }
    }

    fn split_at(&mut self, at: f64) -> &mut Boundary {
        let at = Coordinate(at);
        if !self.boundaries.contains_key(&at) {
            let covers = self.boundaries.range(..at).next_back().map_or(0, |(_, it)| it.covers);
            self.boundaries.insert(at, Boundary { covers, ..Boundary::default() });
        }
        self.boundaries.get_mut(&at).expect("it was inserted")
    }
}

/// The boundaries from which on an interval covers the line.
fn within(interval: Interval) -> std::ops::Range<Coordinate> {
    Coordinate(interval.low)..Coordinate(interval.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn interval() -> impl Strategy<Value = Interval> {
        (0..20_i32, 1..8_i32)
            .prop_map(|(low, length)| Interval { low: low.into(), high: (low + length).into() })
    }

    proptest! {
        #[test]
        fn free_intervals_are_what_no_open_interval_covers(
            kept in prop::collection::vec(interval(), 0..8),
            removed in prop::collection::vec(interval(), 0..8),
        ) {
            let room = Interval { low: 2.0, high: 24.0 };
            let mut coverage = Coverage::around(room);
            kept.iter().chain(&removed).for_each(|&it| coverage.add(it));
            removed.iter().for_each(|&it| coverage.remove(it));
            let mut free = Vec::new();
            coverage.free_within(room, &mut free);
            // All ends are integers, so half steps tell every point and every gap.
            for half in 0..60 {
                let at = f64::from(half) * 0.5;
                let is_covered = kept.iter().any(|it| it.low < at && at < it.high);
                let expected = (2.0..=24.0).contains(&at) && !is_covered;
                let hits = free.iter().filter(|it| it.low <= at && at <= it.high).count();
                prop_assert_eq!(hits, usize::from(expected), "{} in {:?}", at, free);
            }
            prop_assert!(free.is_sorted_by(|a, b| a.high < b.low));
        }
    }
}
