//! The runs that stand out: for whoever wants to see the one strange world among a thousand.

use std::collections::BTreeMap;

use super::measure::{Measure, Quantity};
use super::point::Point;
use super::thinned::Thinned;
use crate::experiment::statistics::Centre;

/// A run that stands out.
#[derive(Debug, Clone, PartialEq)]
pub struct Unusual {
    /// The number of the run.
    pub case: u64,
    /// By what it stands out most.
    pub measure: Measure,
    /// What that was in this run.
    pub value: f64,
    /// The median of what that was in the runs it is compared with.
    pub median: f64,
    /// How many robust standard deviations it lies from there.
    pub score: f64,
    /// Which runs it is compared with.
    pub among: Among,
}

/// Which runs a run is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// The other replicates of its point.
    Replicates,
    /// All runs of the experiment: a point has too few replicates.
    All,
}

/// How many runs are told.
const MOST: usize = 5;

/// A score below this is not unusual (Iglewicz and Hoaglin 1993).
const LEAST_SCORE: f64 = 3.5;

/// Of how many runs the median of all is reckoned.
const SAMPLE: usize = 4096;

/// Looks for the runs that stand out, while they come in.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    found: Vec<Unusual>,
    whole: BTreeMap<Measure, Spread>,
    /// Whether any point had replicates enough to compare them with each other.
    has_replicates: bool,
}

/// One measure over all runs.
#[derive(Debug, Clone)]
struct Spread {
    sample: Thinned<f64>,
    least: Vec<(f64, u64)>,
    greatest: Vec<(f64, u64)>,
}

impl Search {
    /// Notes all runs of a point.
    pub fn add(&mut self, point: &Point) {
        for (measure, runs) in &point.measured {
            // That it died out shows in when it did, and in how many are left.
            if measure.what == Quantity::Lives {
                continue;
            }
            match self.whole.get_mut(measure) {
                Some(spread) => runs.iter().for_each(|&run| spread.add(run)),
                None => {
                    let mut spread = Spread::new();
                    runs.iter().for_each(|&run| spread.add(run));
                    self.whole.insert(measure.clone(), spread);
                }
            }
            let mut values: Vec<f64> = runs.iter().map(|&(_, value)| value).collect();
            if let Some(centre) = Centre::of(&mut values) {
                self.has_replicates = true;
                for &(case, value) in runs {
                    self.consider(case, measure, value, &centre, Among::Replicates);
                }
            }
        }
    }

    /// The runs that stand out most, those first.
    pub fn finish(mut self) -> Vec<Unusual> {
        if !self.has_replicates {
            for (measure, spread) in std::mem::take(&mut self.whole) {
                let Some(centre) = Centre::of(&mut spread.sample.kept().to_vec()) else { continue };
                for (value, case) in spread.least.into_iter().chain(spread.greatest) {
                    self.consider(case, &measure, value, &centre, Among::All);
                }
            }
        }
        self.found
    }

    fn consider(&mut self, case: u64, by: &Measure, value: f64, centre: &Centre, among: Among) {
        let score = centre.score(value);
        if score.abs() < LEAST_SCORE {
            return;
        }
        // A run is told once, for what is strangest about it.
        if let Some(known) = self.found.iter().position(|unusual| unusual.case == case) {
            if self.found[known].score.abs() >= score.abs() {
                return;
            }
            self.found.remove(known);
        }
        let place = self.found.partition_point(|other| {
            let more = other.score.abs().total_cmp(&score.abs());
            more.reverse().then(other.case.cmp(&case)).is_lt()
        });
        if place < MOST {
            let median = centre.median;
            let unusual = Unusual { case, measure: by.clone(), value, median, score, among };
            self.found.insert(place, unusual);
            self.found.truncate(MOST);
        }
    }
}

impl Spread {
    fn new() -> Self {
        Self { sample: Thinned::new(SAMPLE), least: Vec::new(), greatest: Vec::new() }
    }

    fn add(&mut self, (case, value): (u64, f64)) {
        self.sample.add(value);
        let place = self.least.partition_point(|&(other, _)| other <= value);
        self.least.insert(place, (value, case));
        self.least.truncate(MOST);
        let place = self.greatest.partition_point(|&(other, _)| other >= value);
        self.greatest.insert(place, (value, case));
        self.greatest.truncate(MOST);
    }
}
