//! Summary statistics of an experiment, over the replicates of each point and by factor.
//!
//! Rows are processed one by one in the order of their numbers. Only those of one point are in
//! memory at a time, so memory grows with the replicates of a point and the values of the factors,
//! not with the number of runs, unless points are repeated.

#[doc(hidden)]
pub mod fixture;
mod group;
mod incidence;
mod level;
mod log_rank;
mod measure;
mod point;
mod points;
mod thinned;
mod unusual;
mod variance;
mod writing;

use std::io::{self, Write};

use terrarium_run::scenario::Scenario;

pub use group::{Group, Response};
pub use incidence::{INCIDENCE, INCIDENCE_COLUMNS};
use level::Grouping;
pub use level::Level;
pub use log_rank::{LOG_RANK, LOG_RANK_COLUMNS};
pub use measure::{Measure, Quantity};
pub use point::COLUMNS;
use point::Point;
use points::Points;
use unusual::Search;
pub use unusual::{Among, Unusual};
use variance::Variance;
pub use variance::{ANOVA, ANOVA_COLUMNS, VarianceOf};
pub(super) use writing::write;

use super::stored_world::StoredBase;
use super::{CaseEnding, Experiment, Row};

/// The name of the table of statistics.
pub const SUMMARY: &str = "summary.csv";

/// The name of the table of survival.
pub const SURVIVAL: &str = "survival.csv";

/// The summary of the runs of an experiment.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The number of runs.
    pub runs: u64,
    /// The number of failed runs.
    pub failed: u64,
    /// The numbers of the first failed runs, with the reasons.
    pub failures: Vec<(u64, String)>,
    /// The species that lived in any run, in the order of their first occurrence.
    pub species: Vec<String>,
    /// The names of the measures that the experiment defines, in its order.
    pub measures: Vec<String>,
    /// Whether the runs are a conquest.
    pub is_conquest: bool,
    /// The runs grouped by each factor, in order; a single response with all runs if there is no
    /// factor.
    pub responses: Vec<Response>,
    /// The runs grouped by their points, if there are several factors and few points.
    pub cells: Option<Response>,
    /// The most unusual runs, in descending order of their scores.
    pub unusual: Vec<Unusual>,
    /// The analyses of variance of a full factorial design.
    variance: Option<Variance>,
}

/// The most failed runs in a summary.
const FAILURES: usize = 5;

impl Summary {
    /// Summarises `rows`, which must be in the order of their numbers, and writes the statistics of
    /// each point as CSV to `table`. Equal rows give equal bytes.
    ///
    /// # Errors
    /// The first error of `rows`, or the result of `failed` when `table` cannot be written.
    pub fn from_rows<E>(
        experiment: &Experiment,
        rows: impl IntoIterator<Item = Result<Row, E>>,
        table: impl Write,
        failed: impl Fn(io::Error) -> E,
    ) -> Result<Self, E> {
        let mut table = csv::Writer::from_writer(table);
        let write = |table: &mut csv::Writer<_>, line: &[String]| {
            table.write_record(line).map_err(|error| failed(error.into()))
        };
        write(&mut table, &heading(experiment))?;
        let mut summary = Self::new(experiment);
        let mut search = Search::default();
        let mut points = Points::new(experiment);
        let mut finish = |complete: Vec<Point>| -> Result<(), E> {
            for point in complete {
                point.lines().iter().try_for_each(|line| write(&mut table, line))?;
                search.add(&point);
            }
            Ok(())
        };
        for row in rows {
            let row = row?;
            let measured = summary.add(&row);
            finish(points.add(&row, &measured))?;
        }
        finish(points.finish())?;
        table.flush().map_err(&failed)?;
        summary.unusual = search.finish();
        Ok(summary)
    }

    fn new(experiment: &Experiment) -> Self {
        let by = |(column, factor): (usize, &super::Factor)| {
            Response::new(Some(&factor.name), column, Grouping::from_factor(factor))
        };
        let mut responses: Vec<Response> = experiment.factors.iter().enumerate().map(by).collect();
        if responses.is_empty() {
            responses.push(Response::new(None, 0, Grouping::Whole));
        }
        Self {
            runs: 0,
            failed: 0,
            failures: Vec::new(),
            species: Vec::new(),
            measures: experiment.measures.iter().map(|measure| measure.name.clone()).collect(),
            is_conquest: is_conquest(experiment),
            responses,
            cells: Response::of_cells(experiment),
            unusual: Vec::new(),
            variance: Variance::new(experiment),
        }
    }

    fn add(&mut self, row: &Row) -> Vec<(Measure, f64)> {
        self.runs += 1;
        if let CaseEnding::Failed { reason } = &row.ending {
            self.failed += 1;
            if self.failures.len() < FAILURES {
                self.failures.push((row.case, reason.clone()));
            }
        }
        for species in &row.species {
            if species.was_there() && !self.species.contains(&species.name) {
                self.species.push(species.name.clone());
            }
        }
        self.is_conquest |= matches!(row.ending, CaseEnding::Decided { .. });
        let measured = Measure::all(row, self.is_conquest, &self.measures);
        for response in self.responses.iter_mut().chain(&mut self.cells) {
            response.add(row, &measured);
        }
        if let Some(variance) = &mut self.variance {
            variance.add(row, &measured);
        }
        measured
    }

    /// Writes the survival of each species by the levels of each factor as CSV (Kaplan-Meier
    /// curves). Equal runs give equal bytes.
    ///
    /// # Errors
    /// When `table` cannot be written.
    pub fn write_survival(&self, table: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(SURVIVAL_COLUMNS.map(|(name, _)| name))?;
        for response in self.responses.iter().chain(&self.cells) {
            let factor = response.factor.as_deref().unwrap_or_default();
            for group in response.nonempty_groups() {
                for (species, survival) in &group.survival {
                    for step in survival.curve() {
                        let end = |end: Option<f64>| end.map(point::text).unwrap_or_default();
                        table.write_record([
                            factor,
                            &group.level.label,
                            species,
                            &step.tick.to_string(),
                            &step.at_risk.to_string(),
                            &step.lost.to_string(),
                            &point::text(step.share),
                            &end(step.interval.map(|(low, _)| low)),
                            &end(step.interval.map(|(_, high)| high)),
                        ])?;
                    }
                }
            }
        }
        table.flush()
    }
}

/// The columns of `survival.csv`.
pub const SURVIVAL_COLUMNS: [(&str, &str); 9] = [
    ("factor", "name of the factor, or of several with × between them; empty without factors"),
    ("value", "value of the factor, or a bin of its range; of several factors, their values"),
    ("species", "name of the species"),
    ("tick", "0, each tick at which the species died out in a run, and the last tick"),
    ("at_risk", "runs not ended just before this tick, with the species alive"),
    ("lost", "runs in which the species died out at this tick"),
    ("share", "estimated share of runs in which it survives this tick (Kaplan-Meier)"),
    ("low", "lower end of the 95 % interval of the share; empty if the share is 1 or 0"),
    ("high", "upper end of the 95 % interval of the share"),
];

fn heading(experiment: &Experiment) -> Vec<String> {
    let factors = experiment.factors.iter().map(|factor| factor.name.clone());
    let columns = COLUMNS.map(|(name, _)| name.to_owned());
    factors.chain(columns).collect()
}

/// Whether the base has colonies. `false` if it cannot be read any more.
fn is_conquest(experiment: &Experiment) -> bool {
    if let Some(stored) = &experiment.base.stored {
        return StoredBase::read(&experiment.base, stored).is_ok_and(|base| base.is_conquest);
    }
    let overrides = experiment.base.overrides().unwrap_or_default();
    let scenario = Scenario::find(&experiment.base.scenario_path(), &overrides);
    scenario.is_ok_and(|scenario| scenario.colonies.is_some())
}

#[cfg(test)]
mod tests;
