//! What the runs of an experiment come to, told over replicates and by factor values.
//!
//! Rows are taken one by one in the order of their numbers. Only those of one point are held at a
//! time, so the memory goes with the replicates of a point and the values of the factors, not with the
//! number of runs.

#[cfg(test)]
pub(crate) mod fixture;
mod group;
mod level;
mod measure;
mod point;
mod thinned;
mod unusual;
mod written;

use std::io::{self, Write};

use super::{CaseEnding, Experiment, Row};
use crate::scenario::Scenario;
pub use group::{Group, Response};
use level::Grouping;
pub use level::Level;
#[cfg(feature = "charts")]
pub(super) use level::short;
pub use measure::{Measure, Quantity};
pub use point::COLUMNS;
use point::Point;
use unusual::Search;
pub use unusual::{Among, Unusual};
pub(super) use written::write;

/// The name of the table of statistics.
pub const SUMMARY: &str = "summary.csv";

/// The name of the table of survival.
pub const SURVIVAL: &str = "survival.csv";

/// What the runs of an experiment came to.
#[derive(Debug, Clone)]
pub struct Summary {
    /// How many runs there were.
    pub runs: u64,
    /// How many of them failed.
    pub failed: u64,
    /// The first of those: their numbers and why.
    pub failures: Vec<(u64, String)>,
    /// The species that lived in any run, in the order in which they first came.
    pub species: Vec<String>,
    /// Whether colonies fight for bases.
    pub is_conquest: bool,
    /// The runs by the values of each factor, in their order; all runs together where there is no factor.
    pub responses: Vec<Response>,
    /// The runs that stand out most, those first.
    pub unusual: Vec<Unusual>,
}

/// How many failed runs are told with their reason.
const FAILURES: usize = 5;

impl Summary {
    /// Sums up `rows`, which come in the order of their numbers, and writes the statistics of every point
    /// as comma-separated values to `table`. The same rows give the same bytes.
    ///
    /// # Errors
    /// Whatever `rows` fail with; what `failed` makes of it when `table` cannot be written.
    pub fn of<E>(
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
        let mut open: Option<Point> = None;
        let mut close = |point: Option<Point>| -> Result<(), E> {
            let Some(point) = point else { return Ok(()) };
            point.lines().iter().try_for_each(|line| write(&mut table, line))?;
            search.add(&point);
            Ok(())
        };
        for row in rows {
            let row = row?;
            if open.as_ref().is_none_or(|point| point.values != row.point) {
                close(open.replace(Point::new(&row.point)))?;
            }
            let measured = summary.add(&row);
            let point = open.as_mut().expect("a point was begun");
            point.add(row.case, row.is_failed(), &measured);
        }
        close(open)?;
        table.flush().map_err(&failed)?;
        summary.unusual = search.finish();
        Ok(summary)
    }

    fn new(experiment: &Experiment) -> Self {
        let by = |(column, factor): (usize, &super::Factor)| {
            Response::new(Some(&factor.name), column, Grouping::of(factor))
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
            is_conquest: is_conquest(experiment),
            responses,
            unusual: Vec::new(),
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
            let was_there =
                species.alive > 0 || species.births > 0 || species.extinct_at != Some(0);
            if was_there && !self.species.contains(&species.name) {
                self.species.push(species.name.clone());
            }
        }
        self.is_conquest |= matches!(row.ending, CaseEnding::Decided { .. });
        let measured = Measure::all(row, self.is_conquest);
        for response in &mut self.responses {
            response.add(row, &measured);
        }
        measured
    }

    /// Writes how long each species lived, by the values of each factor, as comma-separated values: the
    /// curves of Kaplan and Meier. The same runs give the same bytes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_survival(&self, table: impl Write) -> io::Result<()> {
        let mut table = csv::Writer::from_writer(table);
        table.write_record(SURVIVAL_COLUMNS.map(|(name, _)| name))?;
        for response in &self.responses {
            let factor = response.factor.as_deref().unwrap_or_default();
            for group in response.lived() {
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
    ("factor", "name of the factor; empty where there is none"),
    ("value", "value of the factor, or the part of its range"),
    ("species", "name of the species"),
    ("tick", "ticks lived: 0, each at which the species died out in some run, and the last"),
    ("at_risk", "runs that still went on right before, with the species alive"),
    ("lost", "runs in which the species died out at this tick"),
    ("share", "share of the runs in which it lives from this tick on (Kaplan and Meier)"),
    ("low", "lower end of the 95 % interval of the share; empty where it is 1 or 0"),
    ("high", "upper end of the 95 % interval of the share"),
];

fn heading(experiment: &Experiment) -> Vec<String> {
    let factors = experiment.factors.iter().map(|factor| factor.name.clone());
    let columns = COLUMNS.map(|(name, _)| name.to_owned());
    factors.chain(columns).collect()
}

/// Whether the scenario has colonies. One that cannot be read any more has none as far as can be told.
fn is_conquest(experiment: &Experiment) -> bool {
    let settings = experiment.base.settings().unwrap_or_default();
    let scenario = Scenario::find(&experiment.base.scenario_path(), &settings);
    scenario.is_ok_and(|scenario| scenario.colonies.is_some())
}

#[cfg(test)]
mod tests;
