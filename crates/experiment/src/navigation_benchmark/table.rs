//! The tables of the benchmark: one row per measurement, and one row per set and method.
//!
//! Columns whose name begins with `micros` hold durations, which are not reproducible; all others
//! are.

use terrarium_navigation::Method;
use terrarium_output::table::{Cell, Column};

use super::{Ending, Measurement, ProblemSet, Spread, Summary, Verdict};

/// The columns of the table of measurements.
#[must_use]
pub fn measurement_columns() -> Vec<Column> {
    vec![
        Column::word("set", "the set of problems"),
        Column::word("problem", "the problem in the set"),
        Column::word("navigator", "the navigator, with the parameters given"),
        Column::word("outcome", "how the attempt ended"),
        Column::number("length", "the length of the path, in units, if it reaches the goal"),
        Column::number("optimum", "the length of the best path, in units, if it is known"),
        Column::word(
            "reference",
            "what the optimum is: `exact`, the shortest any-angle path; `octile`, the shortest path \
             over tiles, for grid navigators; `straight`, the straight line, where obstacles move",
        ),
        Column::number("ratio", "length divided by optimum"),
        Column::number("turning", "the sum of all turns of the path, in degrees"),
        Column::whole("steps", "the number of queries of the obstacles"),
        Column::whole("plans", "the number of searches, or of single moves decided"),
        Column::number("micros", "the duration of the searches, in microseconds"),
        Column::whole("broken", "the number of failed checks"),
    ]
}

/// A row of the table of measurements; `names` are the names of the methods.
#[must_use]
pub fn measurement_row<'a>(
    measurement: &Measurement,
    sets: &'a [ProblemSet],
    names: &'a [String],
) -> Vec<Cell<'a>> {
    let set = &sets[measurement.set];
    let reference = measurement.optimum.map(|(_, reference)| Cell::Word(reference.name()));
    vec![
        Cell::Word(&set.name),
        Cell::Word(&set.problems[measurement.problem].name),
        Cell::Word(&names[measurement.method]),
        Cell::Word(measurement.ending.name()),
        measurement.length.into(),
        measurement.optimum.map(|(length, _)| length).into(),
        reference.unwrap_or(Cell::Empty),
        measurement.ratio().into(),
        measurement.turning.into(),
        Cell::Whole(measurement.steps),
        Cell::Whole(measurement.plans.into()),
        Cell::Number(measurement.micros),
        Cell::Whole(measurement.violations.len() as u64),
    ]
}

/// The names of methods in tables.
#[must_use]
pub fn names(methods: &[Method]) -> Vec<String> {
    methods.iter().map(ToString::to_string).collect()
}

/// A statistic: its name, its meaning, and its value.
type Statistic = (&'static str, &'static str, fn(&Spread) -> f64);

/// The statistics in the table of summaries.
const STATISTICS: [Statistic; 5] = [
    ("mean", "mean", |spread| spread.mean),
    ("p50", "median", |spread| spread.p50),
    ("p95", "95th percentile", |spread| spread.p95),
    ("p99", "99th percentile", |spread| spread.p99),
    ("max", "maximum", |spread| spread.max),
];

/// The columns of the table of summaries.
#[must_use]
pub fn summary_columns() -> Vec<Column> {
    let mut columns = vec![
        Column::word("set", "the set of problems"),
        Column::word("navigator", "the navigator, with the parameters given"),
        Column::whole("problems", "the number of problems"),
        Column::whole("passed_over", "the number of damaged problems skipped"),
        Column::whole("unreachable", "attempts that proved that there is no path"),
        Column::whole("failed", "attempts that failed, which leaves open whether there is a path"),
    ];
    for ending in Ending::ALL {
        columns.push(Column::whole(
            ending.name(),
            format!("attempts that ended as {}", ending.name()),
        ));
    }
    for (name, what) in samples() {
        for (statistic, meaning, _) in STATISTICS {
            columns.push(Column::number(
                format!("{name}_{statistic}"),
                format!("{meaning} of {what}"),
            ));
        }
    }
    columns.push(Column::whole("broken", "the number of failed checks"));
    columns
}

fn samples() -> [(&'static str, &'static str); 5] {
    [
        ("ratio", "length divided by optimum, of paths that reach the goal"),
        ("turning", "the sum of all turns in degrees, of paths that reach the goal"),
        ("steps", "the number of queries of the obstacles"),
        ("plans", "the number of searches, or of single moves decided"),
        ("micros", "the duration of the searches, in microseconds"),
    ]
}

/// A row of the table of summaries.
#[must_use]
pub fn summary_row<'a>(
    summary: &Summary,
    sets: &'a [ProblemSet],
    names: &'a [String],
) -> Vec<Cell<'a>> {
    let set = &sets[summary.set];
    let whole = |count: usize| Cell::Whole(count as u64);
    let mut cells = vec![
        Cell::Word(&set.name),
        Cell::Word(&names[summary.method]),
        whole(summary.problems),
        whole(set.skipped),
        whole(summary.verdicts(Verdict::Unreachable)),
        whole(summary.verdicts(Verdict::Failed)),
    ];
    cells.extend(Ending::ALL.map(|ending| whole(summary.count(ending))));
    let Summary { ratio, turning, steps, plans, micros, .. } = summary;
    for spread in [ratio, turning, steps, plans, micros] {
        cells.extend(STATISTICS.map(|(.., value)| Cell::from(spread.as_ref().map(value))));
    }
    cells.push(whole(summary.broken));
    cells
}
