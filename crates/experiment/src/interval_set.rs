//! Sets of integers that are mostly consecutive, such as the numbers of finished runs.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// A set of integers, stored as intervals: memory grows with the number of gaps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct IntervalSet(BTreeMap<u64, u64>);

impl IntervalSet {
    /// Adds a number, and returns whether it is new.
    pub fn insert(&mut self, number: u64) -> bool {
        let before = self.0.range(..=number).next_back().map(|(&start, &end)| (start, end));
        if before.is_some_and(|(_, end)| number < end) {
            return false;
        }
        let end = self.0.remove(&(number + 1)).unwrap_or(number + 1);
        match before {
            Some((start, until)) if until == number => self.0.insert(start, end),
            _ => self.0.insert(number, end),
        };
        true
    }

    /// The first number from `from` on that is not in the set.
    pub fn next_gap(&self, from: u64) -> u64 {
        match self.0.range(..=from).next_back() {
            Some((_, &end)) if from < end => end,
            _ => from,
        }
    }

    /// The intervals below `end` that are not in the set.
    pub fn gaps(&self, end: u64) -> Gaps {
        let mut gaps = Vec::new();
        let mut from = 0;
        for (&start, &until) in &self.0 {
            if from < start.min(end) {
                gaps.push(from..start.min(end));
            }
            from = until;
        }
        if from < end {
            gaps.push(from..end);
        }
        Gaps(gaps)
    }
}

/// Intervals of numbers, displayed like `3, 7–12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gaps(pub Vec<Range<u64>>);

impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 10;
        for (index, gap) in self.0.iter().take(MOST).enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            match gap.end - gap.start {
                1 => write!(f, "{}", gap.start)?,
                _ => write!(f, "{}–{}", gap.start, gap.end - 1)?,
            }
        }
        if self.0.len() > MOST {
            write!(f, " and {} more", self.0[MOST..].iter().map(|g| g.end - g.start).sum::<u64>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_numbers_and_gaps() {
        let mut interval_set = IntervalSet::default();
        assert_eq!(interval_set.gaps(3).to_string(), "0–2");
        let numbers = [5, 3, 4, 9, 0, 1];
        assert!(numbers.into_iter().all(|number| interval_set.insert(number)));
        assert!(!numbers.into_iter().any(|number| interval_set.insert(number)));
        assert_eq!(interval_set.gaps(12).to_string(), "2, 6–8, 10–11");
        assert_eq!(interval_set.gaps(8).to_string(), "2, 6–7");
        assert_eq!([0, 2, 3, 6, 9].map(|from| interval_set.next_gap(from)), [2, 2, 6, 6, 10]);
        assert_eq!(interval_set.0.len(), 3);
    }

    #[test]
    fn many_gaps_are_abbreviated() {
        let gaps = Gaps((0..12).map(|number| 2 * number..2 * number + 1).collect());
        assert_eq!(gaps.to_string(), "0, 2, 4, 6, 8, 10, 12, 14, 16, 18 and 2 more");
    }
}
