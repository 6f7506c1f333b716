//! The statistics of the replicates of one parameter point.

use std::collections::BTreeMap;

use terrarium_studies::statistics::{QUANTILES, Statistics, wilson};

use super::group::hits;
use super::measure::Measure;
use crate::FactorValue;

/// The runs at one point.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub values: Vec<FactorValue>,
    pub runs: u64,
    pub failed: u64,
    /// The run numbers and values of each measure.
    pub measured: BTreeMap<Measure, Vec<(u64, f64)>>,
}

/// The columns of `summary.csv` after those of the factors.
pub const COLUMNS: [(&str, &str); 16] = [
    ("measure", "quantity, and its colony or species: see below"),
    ("runs", "runs at this point"),
    ("failed", "failed runs, which have no measures"),
    ("count", "runs with this measure"),
    ("mean", "arithmetic mean; of a measure that is 1 or 0, the share of runs"),
    ("sd", "sample standard deviation; empty for fewer than two runs"),
    ("low", "lower end of the 95 % interval of the mean"),
    ("high", "upper end of the 95 % interval of the mean"),
    ("interval", "method of the interval: student, or wilson for shares of runs"),
    ("min", "minimum"),
    ("q05", "5 % quantile, by linear interpolation (type 7) like all quantiles"),
    ("q25", "25 % quantile"),
    ("median", "50 % quantile"),
    ("q75", "75 % quantile"),
    ("q95", "95 % quantile"),
    ("max", "maximum"),
];

impl Point {
    pub fn new(values: &[FactorValue]) -> Self {
        Self { values: values.to_vec(), runs: 0, failed: 0, measured: BTreeMap::new() }
    }

    pub fn add(&mut self, case: u64, is_failed: bool, measured: &[(Measure, f64)]) {
        self.runs += 1;
        self.failed += u64::from(is_failed);
        for (measure, value) in measured {
            match self.measured.get_mut(measure) {
                Some(values) => values.push((case, *value)),
                None => drop(self.measured.insert(measure.clone(), vec![(case, *value)])),
            }
        }
    }

    /// The lines in `summary.csv`, one for each measure; a single line without a measure if all
    /// runs failed.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let begin = |measure: String, count: u64| {
            let mut line: Vec<String> = self.values.iter().map(ToString::to_string).collect();
            line.push(measure);
            line.extend([self.runs, self.failed, count].map(|number| number.to_string()));
            line
        };
        let mut lines = Vec::new();
        for (measure, values) in &self.measured {
            let mut numbers = values.iter().map(|&(_, value)| value).collect();
            let Some(found) = Statistics::new(&mut numbers) else { continue };
            let mut line = begin(measure.to_string(), found.count);
            line.extend(figures(measure, &found));
            lines.push(line);
        }
        if lines.is_empty() {
            let mut line = begin(String::new(), 0);
            line.resize(self.values.len() + COLUMNS.len(), String::new());
            lines.push(line);
        }
        lines
    }
}

fn figures(measure: &Measure, found: &Statistics) -> Vec<String> {
    let (interval, method) = if measure.what.is_share() {
        (wilson(hits(found.mean, found.count), found.count), "wilson")
    } else {
        (found.interval, "student")
    };
    let optional = |figure: Option<f64>| figure.map(text).unwrap_or_default();
    let (low, high) = (interval.map(|(low, _)| low), interval.map(|(_, high)| high));
    let method = if interval.is_some() { method } else { "" };
    let mut line = vec![text(found.mean), optional(found.sd), optional(low), optional(high)];
    line.extend([method.to_owned(), text(found.min)]);
    const { assert!(QUANTILES.len() == 5) }
    line.extend(found.quantiles.map(text));
    line.push(text(found.max));
    line
}

/// Formats a number so that it reads back the same, always with a point or an exponent.
pub(super) fn text(number: f64) -> String {
    // Zero has no sign.
    format!("{:?}", number + 0.0)
}
