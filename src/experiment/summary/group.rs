//! Runs that are alike in one factor, whatever the others were.

use std::collections::BTreeMap;

use super::level::{Grouping, Level};
use super::measure::{Measure, Quantity};
use super::thinned::Thinned;
use crate::experiment::statistics::{Moments, Survival, wilson};
use crate::experiment::{FactorValue, Row};

/// The runs of an experiment, told apart by one of its factors.
#[derive(Debug, Clone)]
pub struct Response {
    /// The factor; `None` for all runs together.
    pub factor: Option<String>,
    /// The runs at each of its values, or in each part of its range.
    pub groups: Vec<Group>,
    /// Whether the values are compared by their logarithms.
    pub is_log: bool,
    grouping: Grouping,
    /// Which value of a row is that of the factor.
    column: usize,
}

/// Runs at one level of a factor.
#[derive(Debug, Clone)]
pub struct Group {
    /// The level.
    pub level: Level,
    /// How many runs there were.
    pub runs: u64,
    /// How many of them failed; nothing is measured of those.
    pub failed: u64,
    /// How long each species lived.
    pub survival: BTreeMap<String, Survival>,
    moments: BTreeMap<Measure, Moments>,
    /// The value of the factor, and what was measured, of some of the runs.
    sample: Thinned<(Option<f64>, BTreeMap<Measure, f64>)>,
}

/// Of how many runs of a group the values themselves are kept.
const SAMPLE: usize = 64;

impl Response {
    pub(super) fn new(factor: Option<&str>, column: usize, grouping: Grouping) -> Self {
        let groups = grouping.levels().into_iter().map(Group::new).collect();
        let is_log = grouping.is_log();
        Self { factor: factor.map(str::to_owned), groups, is_log, grouping, column }
    }

    pub(super) fn add(&mut self, row: &Row, measured: &[(Measure, f64)]) {
        let value = row.point.get(self.column);
        let Some(place) = self.grouping.place(value) else { return };
        self.groups[place].add(row, value, measured);
    }

    /// The groups in which there were runs.
    pub fn lived(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.runs > 0)
    }
}

impl Group {
    fn new(level: Level) -> Self {
        Self {
            level,
            runs: 0,
            failed: 0,
            survival: BTreeMap::new(),
            moments: BTreeMap::new(),
            sample: Thinned::new(SAMPLE),
        }
    }

    fn add(&mut self, row: &Row, value: Option<&FactorValue>, measured: &[(Measure, f64)]) {
        self.runs += 1;
        if row.is_failed() {
            self.failed += 1;
            return;
        }
        for (measure, number) in measured {
            match self.moments.get_mut(measure) {
                Some(moments) => moments.add(*number),
                None => self.moments.entry(measure.clone()).or_default().add(*number),
            }
        }
        for species in &row.species {
            let survival = self.survival.entry(species.name.clone()).or_default();
            match species.extinct_at {
                Some(tick) => survival.lost(tick),
                None => survival.seen_until(row.ticks),
            }
        }
        let drawn = measured.iter().filter(|(measure, _)| measure.what == Quantity::Alive);
        self.sample.add((value.and_then(FactorValue::number), drawn.cloned().collect()));
    }

    /// The mean of a measure and its 95 % interval, if it was measured: Wilson's for shares of runs, Student's
    /// for all else.
    #[must_use]
    pub fn mean(&self, measure: &Measure) -> Option<(f64, Option<(f64, f64)>)> {
        let moments = self.moments.get(measure)?;
        let mean = moments.mean()?;
        let interval = if measure.what.is_share() {
            wilson(hits(mean, moments.count()), moments.count())
        } else {
            moments.interval()
        };
        Some((mean, interval))
    }

    /// In how many runs a measure was taken.
    #[must_use]
    pub fn count(&self, measure: &Measure) -> u64 {
        self.moments.get(measure).map_or(0, Moments::count)
    }

    /// In how many runs of those in which it was there a species lives at the end.
    #[must_use]
    pub fn living(&self, species: &str) -> (u64, u64) {
        let moments = self.moments.get(&Measure::new(Quantity::Lives, species));
        let count = moments.map_or(0, Moments::count);
        (hits(moments.and_then(Moments::mean).unwrap_or(0.0), count), count)
    }

    /// How many of a species lived at the end of some of the runs, evenly spread over them, each with the
    /// value of the factor where that is a number.
    pub fn sample<'a>(&'a self, species: &'a str) -> impl Iterator<Item = (Option<f64>, f64)> + 'a {
        let alive = Measure::new(Quantity::Alive, species);
        let of = move |(value, run): &(Option<f64>, BTreeMap<Measure, f64>)| {
            run.get(&alive).map(|&number| (*value, number))
        };
        self.sample.kept().iter().filter_map(of)
    }
}

/// How many of `count` ones and zeros with this mean are ones.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a whole number again, but for rounding"
)]
pub(super) fn hits(mean: f64, count: u64) -> u64 {
    (mean * count as f64).round() as u64
}
