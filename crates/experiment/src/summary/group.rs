//! Runs grouped by the levels of one factor.

use std::collections::BTreeMap;

use terrarium_studies::statistics::{CompetingRisks, Moments, Survival, wilson};

use super::level::{Grouping, Level};
use super::measure::{Measure, Quantity};
use super::thinned::Thinned;
use crate::{CaseEnding, Experiment, FactorValue, Row};

/// The response to a factor: the runs of an experiment, grouped by its levels.
#[derive(Debug, Clone)]
pub struct Response {
    /// The factor; `None` for all runs together.
    pub factor: Option<String>,
    /// The runs at each level.
    pub groups: Vec<Group>,
    /// Whether the axis of the factor is logarithmic.
    pub is_log: bool,
    grouping: Grouping,
    /// The index of the factor in the point of a row.
    column: usize,
}

/// The runs at one level of a factor.
#[derive(Debug, Clone)]
pub struct Group {
    /// The level.
    pub level: Level,
    /// The number of runs.
    pub runs: u64,
    /// The number of failed runs, which have no measures.
    pub failed: u64,
    /// The survival of each species.
    pub survival: BTreeMap<String, Survival>,
    /// The extinction of each species, and the ends of runs that forestalled it.
    pub risks: BTreeMap<String, CompetingRisks>,
    /// The least and the greatest number of founders of each species.
    pub founders: BTreeMap<String, (u64, u64)>,
    moments: BTreeMap<Measure, Moments>,
    /// The value of the factor and the measures of a sample of the runs.
    sample: Thinned<(Option<f64>, BTreeMap<Measure, f64>)>,
}

/// The most points that are groups of their own.
const MOST_CELLS: u128 = 24;

/// The size of the sample of runs in a group.
const SAMPLE: usize = 64;

impl Response {
    pub(super) fn new(factor: Option<&str>, column: usize, grouping: Grouping) -> Self {
        let groups = grouping.levels().into_iter().map(Group::new).collect();
        let is_log = grouping.is_log();
        Self { factor: factor.map(str::to_owned), groups, is_log, grouping, column }
    }

    /// The runs grouped by their points; `None` if there are fewer than two factors, or too many
    /// points.
    pub(super) fn of_cells(experiment: &Experiment) -> Option<Self> {
        let names: Vec<&str> = experiment.factors.iter().map(|it| it.name.as_str()).collect();
        let count = experiment.design.points(&experiment.factors);
        if names.len() < 2 || count > MOST_CELLS {
            return None;
        }
        let numbers = 0..u64::try_from(count).ok()?;
        let point = |number| experiment.design.point(experiment.seed, &experiment.factors, number);
        let grouping = Grouping::of_points(numbers.map(point));
        Some(Self::new(Some(&names.join(" × ")), 0, grouping))
    }

    /// The index of the level that another factor has in the runs of a group, which are those of a point.
    #[must_use]
    pub fn level_of(&self, group: usize, factor: &Self) -> Option<usize> {
        let Grouping::Points(points) = &self.grouping else { return None };
        let point = points.get(group)?;
        factor.grouping.index_of(point, point.get(factor.column))
    }

    pub(super) fn add(&mut self, row: &Row, measured: &[(Measure, f64)]) {
        let value = row.point.get(self.column);
        let Some(index) = self.grouping.index_of(&row.point, value) else { return };
        self.groups[index].add(row, value, measured);
    }

    /// The groups that have runs.
    pub fn nonempty_groups(&self) -> impl Iterator<Item = &Group> {
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
            risks: BTreeMap::new(),
            founders: BTreeMap::new(),
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
        for species in row.species.iter().filter(|species| species.was_there()) {
            let survival = self.survival.entry(species.name.clone()).or_default();
            let risks = self.risks.entry(species.name.clone()).or_default();
            match species.extinct_at {
                Some(tick) => {
                    survival.lost(tick);
                    risks.lost(tick);
                }
                None => {
                    survival.alive_until(row.ticks);
                    match row.ending {
                        CaseEnding::Complete => risks.censored(row.ticks),
                        _ => risks.other(row.ticks),
                    }
                }
            }
            let founders = self.founders.entry(species.name.clone());
            let (least, most) = founders.or_insert((species.founders, species.founders));
            (*least, *most) = ((*least).min(species.founders), (*most).max(species.founders));
        }
        let is_kept = |what| matches!(what, Quantity::Alive | Quantity::Own);
        let kept = measured.iter().filter(|(measure, _)| is_kept(measure.what));
        self.sample.add((value.and_then(FactorValue::number), kept.cloned().collect()));
    }

    /// The mean of a measure and its 95 % interval: Wilson's for shares of runs, Student's for all
    /// other measures. `None` if no run has the measure.
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

    /// The number of runs with a measure.
    #[must_use]
    pub fn count(&self, measure: &Measure) -> u64 {
        self.moments.get(measure).map_or(0, Moments::count)
    }

    /// The figures of evolution that any run has beside its shadows.
    pub fn excesses(&self) -> impl Iterator<Item = &Measure> {
        self.moments.keys().filter(|measure| measure.what == Quantity::Excess)
    }

    /// The number of runs in which a species is alive at the end, and the number of runs that had
    /// it.
    #[must_use]
    pub fn living(&self, species: &str) -> (u64, u64) {
        let moments = self.moments.get(&Measure::new(Quantity::Lives, species));
        let count = moments.map_or(0, Moments::count);
        (hits(moments.and_then(Moments::mean).unwrap_or(0.0), count), count)
    }

    /// The values of the factor in the sample of runs, as far as they are numbers.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.sample.kept().iter().filter_map(|(value, _)| *value)
    }

    /// The values of a measure in an evenly spaced sample of the runs, each with the value of the factor if that is a
    /// number. Only numbers of organisms and the measures that the experiment defines are kept.
    pub fn sample<'a>(
        &'a self,
        measure: &'a Measure,
    ) -> impl Iterator<Item = (Option<f64>, f64)> + 'a {
        let of = move |(value, run): &(Option<f64>, BTreeMap<Measure, f64>)| {
            run.get(measure).map(|&number| (*value, number))
        };
        self.sample.kept().iter().filter_map(of)
    }
}

/// The number of ones among `count` ones and zeros with this mean.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a whole number, except for rounding"
)]
pub(super) fn hits(mean: f64, count: u64) -> u64 {
    (mean * count as f64).round() as u64
}
