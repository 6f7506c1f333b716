//! Aggregates measurements by set and method.

use std::collections::BTreeMap;

use super::{Ending, Measurement, Spread, Verdict};

/// The aggregated measurements of one method on one set of problems.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The index of the set among those measured.
    pub set: usize,
    /// The index of the method among those measured.
    pub method: usize,
    /// The number of problems.
    pub problems: usize,
    /// The number of attempts with each ending.
    pub endings: BTreeMap<Ending, usize>,
    /// Length divided by optimum, over attempts that reached the goal.
    pub ratio: Option<Spread>,
    /// The number of steps, over all attempts.
    pub steps: Option<Spread>,
    /// The number of searches or decisions, over all attempts.
    pub plans: Option<Spread>,
    /// The duration of all searches in microseconds, over all attempts.
    pub micros: Option<Spread>,
    /// The sum of all turns in degrees, over attempts that reached the goal.
    pub turning: Option<Spread>,
    /// The number of failed checks.
    pub broken: usize,
}

impl Summary {
    /// Aggregates measurements: one summary per set and method, in order.
    #[must_use]
    pub fn of_all(measurements: &[Measurement]) -> Vec<Self> {
        let mut groups: BTreeMap<(usize, usize), Vec<&Measurement>> = BTreeMap::new();
        for measurement in measurements {
            groups.entry((measurement.set, measurement.method)).or_default().push(measurement);
        }
        groups.into_iter().map(|((set, method), group)| Self::new(set, method, &group)).collect()
    }

    fn new(set: usize, method: usize, group: &[&Measurement]) -> Self {
        let spread = |number: &dyn Fn(&Measurement) -> Option<f64>| {
            let mut numbers: Vec<f64> =
                group.iter().filter_map(|measurement| number(measurement)).collect();
            Spread::new(&mut numbers)
        };
        let mut endings = BTreeMap::new();
        for measurement in group {
            *endings.entry(measurement.ending).or_default() += 1;
        }
        Self {
            set,
            method,
            problems: group.len(),
            endings,
            ratio: spread(&Measurement::ratio),
            #[expect(clippy::cast_precision_loss, reason = "step counts are far below 2^53")]
            steps: spread(&|measurement| Some(measurement.steps as f64)),
            plans: spread(&|measurement| Some(measurement.plans.into())),
            micros: spread(&|measurement| Some(measurement.micros)),
            turning: spread(&|measurement| measurement.turning),
            broken: group.iter().map(|measurement| measurement.violations.len()).sum(),
        }
    }

    /// The number of attempts with this ending.
    #[must_use]
    pub fn count(&self, ending: Ending) -> usize {
        self.endings.get(&ending).copied().unwrap_or(0)
    }

    /// The number of attempts with this verdict.
    #[must_use]
    pub fn verdicts(&self, verdict: Verdict) -> usize {
        let matching = self.endings.iter().filter(|(ending, _)| ending.verdict() == verdict);
        matching.map(|(_, count)| count).sum()
    }
}
