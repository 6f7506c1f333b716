//! Time series from a chronicle, and the comparison of two chronicles.

use std::ops::RangeInclusive;

use terrarium_creatures::behaviour::Death;
use terrarium_creatures::species::SpeciesId;

use super::{Chronicle, Tally};

/// The maximum number of intervals sampled per column.
const A_COLUMN: usize = 4;

/// The number of columns sampled to find a peak.
const MANY: usize = 1024;

/// A point of a population curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The last tick of the point.
    pub tick: u64,
    /// The minimum population.
    pub low: u32,
    /// The maximum population.
    pub high: u32,
    /// The last population.
    pub last: u32,
}

/// The births and deaths in an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flow {
    /// The last tick of the interval.
    pub tick: u64,
    /// The number of births.
    pub births: u64,
    /// The number of deaths of each cause, in the order of [`Death::ALL`].
    pub deaths: [u64; Death::ALL.len()],
}

impl Flow {
    /// The total number of deaths.
    #[must_use]
    pub fn all_deaths(&self) -> u64 {
        self.deaths.iter().sum()
    }
}

impl Chronicle {
    /// The population of a species over a range of ticks, in at most `most` points.
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

    /// The total population of all species for which `of` is true over a range of ticks, in at most
    /// `most` points, each with its tick.
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

    /// The births and deaths of all species for which `of` is true over a range of ticks, in at
    /// most `most` intervals.
    #[must_use]
    pub fn flows(
        &self,
        of: impl Fn(SpeciesId) -> bool,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> Vec<Flow> {
        let mut flows: Vec<Flow> = Vec::new();
        let mut at = None;
        for (column, tick, tallies) in self.columns(ticks, most) {
            if at != Some(column) {
                flows.push(Flow::default());
            }
            let flow = flows.last_mut().expect("one was just pushed");
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

    /// The maximum population of any of these species over a range of ticks, at the resolution of
    /// charts.
    #[must_use]
    pub fn peak(&self, of: impl Fn(SpeciesId) -> bool, ticks: RangeInclusive<u64>) -> u32 {
        let counted = self.some_columns(ticks, MANY).flat_map(|(.., tallies)| {
            (0..).map(SpeciesId).zip(tallies).map(|(id, tally)| (id, tally.count))
        });
        counted.filter(|&(id, _)| of(id)).map(|(_, count)| count).max().unwrap_or(0)
    }

    /// The last tick up to which the populations of both chronicles are equal; `None` if they
    /// differ from the start.
    #[must_use]
    pub fn divergence(&self, other: &Self) -> Option<u64> {
        let mut agreed = None;
        let mut theirs = 0;
        for (index, span) in self.intervals.iter().enumerate() {
            while other.intervals.get(theirs).is_some_and(|it| it.tick < span.tick) {
                theirs += 1;
            }
            let Some(their) = other.intervals.get(theirs) else { break };
            if their.tick != span.tick {
                continue;
            }
            let counts = |of: &[Tally]| of.iter().map(|tally| tally.count).collect::<Vec<_>>();
            if counts(self.tallies(index)) != counts(other.tallies(theirs)) {
                break;
            }
            agreed = Some(span.tick);
        }
        agreed
    }

    /// The intervals that end in a range of ticks, each with its column out of at most `most`.
    fn columns(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        self.every_so_many(ticks, most, 1)
    }

    /// The same, but only a few intervals of each column: curves need no more, and charts are drawn
    /// often.
    fn some_columns(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        let step = self.intervals.len() / most.max(1).saturating_mul(A_COLUMN);
        self.every_so_many(ticks, most, step.max(1))
    }

    fn every_so_many(
        &self,
        ticks: RangeInclusive<u64>,
        most: usize,
        step: usize,
    ) -> impl Iterator<Item = (u64, u64, &[Tally])> {
        let (first, last) = (*ticks.start(), *ticks.end());
        let from = self.intervals.partition_point(|span| span.tick < first);
        let to = self.intervals.partition_point(|span| span.tick <= last).max(from);
        let width = last.saturating_sub(first).saturating_add(1);
        let most = (most as u64).clamp(1, width);
        let last = (to > from).then(|| to - 1).filter(|last| !(last - from).is_multiple_of(step));
        (from..to).step_by(step).chain(last).map(move |index| {
            let tick = self.intervals[index].tick;
            let column = u128::from(tick - first) * u128::from(most) / u128::from(width);
            (u64::try_from(column).unwrap_or(u64::MAX), tick, self.tallies(index))
        })
    }
}
