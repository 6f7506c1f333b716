//! Detection of unusual runs (outliers).

use std::collections::BTreeMap;

use terrarium_studies::statistics::Centre;

use super::measure::{Measure, Quantity};
use super::point::Point;
use super::thinned::Thinned;

/// An unusual run.
#[derive(Debug, Clone, PartialEq)]
pub struct Unusual {
    /// The number of the run.
    pub case: u64,
    /// The measure with the greatest absolute score.
    pub measure: Measure,
    /// Its value in this run.
    pub value: f64,
    /// Its median over the runs of the comparison.
    pub median: f64,
    /// Its robust z-score.
    pub score: f64,
    /// The runs of the comparison.
    pub among: Among,
}

/// The runs with which a run is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// The replicates of its point.
    Replicates,
    /// All runs of the experiment, because points have too few replicates.
    All,
}

/// The most unusual runs in a summary.
const MOST: usize = 5;

/// The least absolute score of an unusual run (Iglewicz and Hoaglin 1993).
const LEAST_SCORE: f64 = 3.5;

/// The size of the sample of which the median of all runs is computed.
const SAMPLE: usize = 4096;

/// Finds the most unusual runs, point by point.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    found: Vec<Unusual>,
    whole: BTreeMap<Measure, Spread>,
    /// Whether any point has enough replicates for a comparison.
    has_replicates: bool,
}

/// The distribution of one measure over all runs.
#[derive(Debug, Clone)]
struct Spread {
    sample: Thinned<f64>,
    least: Vec<(f64, u64)>,
    greatest: Vec<(f64, u64)>,
}

impl Search {
    /// Adds all runs of a point.
    pub fn add(&mut self, point: &Point) {
        for (measure, runs) in &point.measured {
            match measure.what {
                // Redundant: an extinction is also visible in the other measures.
                Quantity::Lives => continue,
                // They are many, and mostly chance.
                Quantity::Excess => continue,
                _ => {}
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
            if let Some(centre) = Centre::new(&mut values) {
                self.has_replicates = true;
                for &(case, value) in runs {
                    self.consider(case, measure, value, &centre, Among::Replicates);
                }
            }
        }
    }

    /// The most unusual runs, in descending order of their absolute scores.
    pub fn finish(mut self) -> Vec<Unusual> {
        if !self.has_replicates {
            for (measure, spread) in std::mem::take(&mut self.whole) {
                let centre = Centre::new(&mut spread.sample.kept().to_vec());
                // Where most runs at different points agree, the few others may be those of one point.
                let Some(centre) = centre.filter(|centre| !centre.is_concentrated) else {
                    continue;
                };
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
        // A run is listed once, with its most unusual measure.
        if let Some(listed) = self.found.iter().position(|unusual| unusual.case == case) {
            if self.found[listed].score.abs() >= score.abs() {
                return;
            }
            self.found.remove(listed);
        }
        let index = self.found.partition_point(|other| {
            let more = other.score.abs().total_cmp(&score.abs());
            more.reverse().then(other.case.cmp(&case)).is_lt()
        });
        if index < MOST {
            let median = centre.median;
            let unusual = Unusual { case, measure: by.clone(), value, median, score, among };
            self.found.insert(index, unusual);
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
        let index = self.least.partition_point(|&(other, _)| other <= value);
        self.least.insert(index, (value, case));
        self.least.truncate(MOST);
        let index = self.greatest.partition_point(|&(other, _)| other >= value);
        self.greatest.insert(index, (value, case));
        self.greatest.truncate(MOST);
    }
}
