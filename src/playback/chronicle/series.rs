//! The chronicle as curves, and where two of them part.

use std::ops::RangeInclusive;

use super::{Chronicle, Tally};
use crate::behaviour::Death;
use crate::species::SpeciesId;

/// How many spans a column of a curve is made of at most.
const A_COLUMN: usize = 4;

/// How many columns it takes to find the peak of a curve.
const MANY: usize = 1024;

/// A point of a curve: how many there were in some ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The last of those ticks.
    pub tick: u64,
    /// The least that was counted in them.
    pub low: u32,
    /// The most.
    pub high: u32,
    /// The last.
    pub last: u32,
}

/// What happened in some ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flowed {
    /// The last of those ticks.
    pub tick: u64,
    /// How many were born.
    pub births: u64,
    /// How many died of each cause, in the order of [`Death::ALL`].
    pub deaths: [u64; Death::ALL.len()],
}

impl Flowed {
    /// How many died.
    #[must_use]
    pub fn all_deaths(&self) -> u64 {
        self.deaths.iter().sum()
    }
}

impl Chronicle {
    /// How many of a species there were over some ticks, in at most so many points.
    #[must_use]
    pub fn levels(
        &self,
        species: SpeciesId,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::new();
        let mut at = None;
        for (column, tick, tallies) in self.columns(ticks, most) {
            let Some(&Tally { count, .. }) = tallies.get(species.index()) else { break };
            match levels.last_mut().filter(|_| at == Some(column)) {
                Some(level) => {
                    (level.low, level.high) = (level.low.min(count), level.high.max(count));
                    (level.tick, level.last) = (tick, count);
                }
                None => levels.push(Level { tick, low: count, high: count, last: count }),
            }
            at = Some(column);
        }
        levels
    }

    /// How many there were of all species that `of` is true of together, with the tick of each of at
    /// most so many points.
    #[must_use]
    pub fn sums(
        &self,
        of: impl Fn(SpeciesId) -> bool,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> Vec<(u64, u64)> {
        let mut sums: Vec<(u64, u64)> = Vec::new();
        let mut at = None;
        for (column, tick, tallies) in self.some_columns(ticks, most) {
            if at == Some(column) {
                continue;
            }
            let counted = (0..).map(SpeciesId).zip(tallies).filter(|&(id, _)| of(id));
            sums.push((tick, counted.map(|(_, tally)| u64::from(tally.count)).sum()));
            at = Some(column);
        }
        sums
    }

    /// How many were born and died over some ticks, of one species or of all that `of` is true of,
    /// in at most so many parts.
    #[must_use]
    pub fn flows(
        &self,
        of: impl Fn(SpeciesId) -> bool,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> Vec<Flowed> {
        let mut flows: Vec<Flowed> = Vec::new();
        let mut at = None;
        for (column, tick, tallies) in self.columns(ticks, most) {
            if at != Some(column) {
                flows.push(Flowed::default());
            }
            let flow = flows.last_mut().expect("one was just there");
            flow.tick = tick;
            for (_, tally) in (0..).map(SpeciesId).zip(tallies).filter(|&(id, _)| of(id)) {
                flow.births += u64::from(tally.births);
                let sums = flow.deaths.iter_mut().zip(tally.deaths);
                sums.for_each(|(sum, more)| *sum += u64::from(more));
            }
            at = Some(column);
        }
        flows
    }

    /// The greatest number of any of these species over some ticks, as far as curves show it.
    #[must_use]
    pub fn peak(&self, of: impl Fn(SpeciesId) -> bool, ticks: RangeInclusive<u64>) -> u32 {
        let counted = self.some_columns(ticks, MANY).flat_map(|(.., tallies)| {
            (0..).map(SpeciesId).zip(tallies).map(|(id, tally)| (id, tally.count))
        });
        counted.filter(|&(id, _)| of(id)).map(|(_, count)| count).max().unwrap_or(0)
    }

    /// The last tick up to which both tell the same of how many lived; `None` if they never do.
    #[must_use]
    pub fn parting(&self, other: &Self) -> Option<u64> {
        let mut agreed = None;
        let mut theirs = 0;
        for (place, span) in self.spans.iter().enumerate() {
            while other.spans.get(theirs).is_some_and(|it| it.tick < span.tick) {
                theirs += 1;
            }
            let Some(their) = other.spans.get(theirs) else { break };
            if their.tick != span.tick {
                continue;
            }
            let counts = |of: &[Tally]| of.iter().map(|tally| tally.count).collect::<Vec<_>>();
            if counts(self.tallies(place)) != counts(other.tallies(theirs)) {
                break;
            }
            agreed = Some(span.tick);
        }
        agreed
    }

    /// The spans that end in some ticks, each with the column it belongs to of at most so many.
    fn columns(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        self.every_so_many(ticks, most, 1)
    }

    /// The same, but only a few of each column: curves need no more, and charts are drawn often.
    fn some_columns(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        let step = self.spans.len() / most.max(1).saturating_mul(A_COLUMN);
        self.every_so_many(ticks, most, step.max(1))
    }

    fn every_so_many(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
        step: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        let (first, last) = (*ticks.start(), *ticks.end());
        let from = self.spans.partition_point(|span| span.tick < first);
        let to = self.spans.partition_point(|span| span.tick <= last).max(from);
        let width = last.saturating_sub(first).saturating_add(1);
        let most = (most as u64).clamp(1, width);
        let last = (to > from).then(|| to - 1).filter(|last| !(last - from).is_multiple_of(step));
        (from..to).step_by(step).chain(last).map(move |place| {
            let tick = self.spans[place].tick;
            let column = u128::from(tick - first) * u128::from(most) / u128::from(width);
            (u64::try_from(column).unwrap_or(u64::MAX), tick, self.tallies(place))
        })
    }
}
