//! The tables that the laboratory writes: a row a walk, and a row for what many come to.
//!
//! Columns whose name begins with `micros` tell how long something took, which is never the same
//! twice; all others are.

use super::{Ending, Measurement, ProblemSet, Spread, Summary, Verdict};
use crate::navigation::Method;
use crate::record::table::{Cell, Column};

/// The columns of the walks.
#[must_use]
pub fn walk_columns() -> Vec<Column> {
    vec![
        Column::word("set", "the set of problems"),
        Column::word("problem", "which problem of it"),
        Column::word("navigator", "who looked for the way, with the parameters that were given"),
        Column::word("outcome", "how that ended"),
        Column::number("length", "how long the walk is that arrived, in units"),
        Column::number("optimum", "how long the best walk is, in units, as far as it is known"),
        Column::word(
            "reference",
            "what the optimum is: `exact`, the shortest way at any angle; `octile`, the shortest way \
             over tiles, for who keeps to them; `straight`, the straight line, where obstacles move",
        ),
        Column::number("ratio", "length divided by optimum"),
        Column::number("turning", "by how much the walk turns in all, in degrees"),
        Column::whole("steps", "how often the obstacles were looked at"),
        Column::whole("plans", "how many searches, or moves decided, there were"),
        Column::number("micros", "how long the searches took, in millionths of a second"),
        Column::whole("broken", "how many promises of the method the walk breaks"),
    ]
}

/// A row of the walks; `names` is what the methods are called.
#[must_use]
pub fn walk_row<'a>(
    finding: &Measurement,
    sets: &'a [ProblemSet],
    names: &'a [String],
) -> Vec<Cell<'a>> {
    let set = &sets[finding.set];
    let reference = finding.optimum.map(|(_, yardstick)| Cell::Word(yardstick.name()));
    vec![
        Cell::Word(&set.name),
        Cell::Word(&set.problems[finding.problem].name),
        Cell::Word(&names[finding.method]),
        Cell::Word(finding.ending.name()),
        finding.length.into(),
        finding.optimum.map(|(length, _)| length).into(),
        reference.unwrap_or(Cell::Empty),
        finding.ratio().into(),
        finding.turning.into(),
        Cell::Whole(finding.steps),
        Cell::Whole(finding.plans.into()),
        Cell::Number(finding.micros),
        Cell::Whole(finding.wrong.len() as u64),
    ]
}

/// What methods are called in tables.
#[must_use]
pub fn names(methods: &[Method]) -> Vec<String> {
    methods.iter().map(ToString::to_string).collect()
}

/// A figure of a spread: its name, its meaning, and what it is.
type Figure = (&'static str, &'static str, fn(&Spread) -> f64);

/// Which figures of a spread a table shows.
const FIGURES: [Figure; 5] = [
    ("mean", "mean", |spread| spread.mean),
    ("p50", "median", |spread| spread.p50),
    ("p95", "95th percentile", |spread| spread.p95),
    ("p99", "99th percentile", |spread| spread.p99),
    ("max", "greatest", |spread| spread.max),
];

/// The columns of what many walks come to.
#[must_use]
pub fn summary_columns() -> Vec<Column> {
    let mut columns = vec![
        Column::word("set", "the set of problems"),
        Column::word("navigator", "who looked for the ways, with the parameters that were given"),
        Column::whole("problems", "how many problems there were"),
        Column::whole("passed_over", "how many more there would have been, but for their damage"),
        Column::whole("unreachable", "proofs that there is no way, of every kind"),
        Column::whole("failed", "walks that failed where there may be a way, in every manner"),
    ];
    for ending in Ending::ALL {
        columns
            .push(Column::whole(ending.name(), format!("walks that ended as {}", ending.name())));
    }
    for (name, what) in spreads() {
        for (figure, meaning, _) in FIGURES {
            columns
                .push(Column::number(format!("{name}_{figure}"), format!("{meaning} of {what}")));
        }
    }
    columns.push(Column::whole("broken", "promises of the method that were broken"));
    columns
}

fn spreads() -> [(&'static str, &'static str); 5] {
    [
        ("ratio", "length divided by optimum, of walks that arrived"),
        ("turning", "the degrees that walks turn which arrived"),
        ("steps", "how often the obstacles were looked at"),
        ("plans", "how many searches, or moves decided, there were"),
        ("micros", "how long searching took, in millionths of a second"),
    ]
}

/// A row of what many walks come to.
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
        whole(set.passed_over),
        whole(summary.verdicts(Verdict::Unreachable)),
        whole(summary.verdicts(Verdict::Failed)),
    ];
    cells.extend(Ending::ALL.map(|ending| whole(summary.count(ending))));
    let Summary { ratio, turning, steps, plans, micros, .. } = summary;
    for spread in [ratio, turning, steps, plans, micros] {
        cells.extend(FIGURES.map(|(.., figure)| Cell::from(spread.as_ref().map(figure))));
    }
    cells.push(whole(summary.broken));
    cells
}
