//! The runs of an experiment, point by point.

use std::collections::BTreeMap;

use super::measure::Measure;
use super::point::Point;
use crate::{Experiment, Row};

/// Collects the runs of each point, in the order of the points. Equal points are one point.
pub(super) struct Points {
    /// The points whose runs may not be complete, in the order in which they occurred.
    open: Vec<Point>,
    /// The indices of the open points by the texts of their values; `None` if the runs of a point
    /// follow each other, so that only one is open.
    indices: Option<BTreeMap<Vec<String>, usize>>,
}

impl Points {
    pub fn new(experiment: &Experiment) -> Self {
        let repeats = experiment.design.file().map(|file| &file.repeats[..]).unwrap_or_default();
        let is_repeated = repeats.iter().any(|&repeats| repeats > 0);
        Self { open: Vec::new(), indices: is_repeated.then(BTreeMap::new) }
    }

    /// Adds a run with its measures. Returns the points that are complete.
    pub fn add(&mut self, row: &Row, measured: &[(Measure, f64)]) -> Vec<Point> {
        let mut complete = Vec::new();
        let index = match &mut self.indices {
            Some(indices) => {
                let texts = row.point.iter().map(ToString::to_string).collect();
                *indices.entry(texts).or_insert(self.open.len())
            }
            None => {
                if self.open.last().is_some_and(|point| point.values != row.point) {
                    complete = std::mem::take(&mut self.open);
                }
                0
            }
        };
        if index == self.open.len() {
            self.open.push(Point::new(&row.point));
        }
        self.open[index].add(row.case, row.is_failed(), measured);
        complete
    }

    /// The points that are left.
    pub fn finish(self) -> Vec<Point> {
        self.open
    }
}
