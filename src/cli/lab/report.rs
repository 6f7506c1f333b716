//! Prints results as a table or as lines of JSON, and reports failed checks.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::Results;
use crate::cli::{Failure, output};
use crate::navigation_benchmark::table::{summary_columns, summary_row};
use crate::navigation_benchmark::{Ending, Spread, Summary, Verdict};
use crate::record::table::Cell;

/// The number of failed checks that are listed.
const LISTED: usize = 20;

/// A table per set, with a line per navigator.
pub(super) fn to_table(results: &Results) -> String {
    let mut text = String::new();
    for group in results.summaries.chunk_by(|a, b| a.set == b.set) {
        let set = &results.sets[group[0].set];
        let gap = if text.is_empty() { "" } else { "\n" };
        let count = group[0].problems;
        let noun = if count == 1 { "problem" } else { "problems" };
        let _ = write!(text, "{gap}{}: {count} {noun}", set.name);
        if set.skipped > 0 {
            let _ = write!(text, ", {} skipped", set.skipped);
        }
        text.push('\n');
        let mut rows = vec![head()];
        rows.extend(group.iter().map(|summary| row(summary, &results.names[summary.method])));
        text.push_str(&output::columns(&rows, |column| column > 0));
    }
    text
}

fn head() -> Vec<String> {
    let names = [
        "navigator",
        "found",
        "none",
        "gave up",
        "failed",
        "length",
        "p95",
        "max",
        "turning",
        "steps",
        "p95",
        "p99",
        "max",
        "micros",
        "p95",
        "p99",
        "max",
    ];
    names.map(str::to_owned).into()
}

fn row(summary: &Summary, name: &str) -> Vec<String> {
    let count = |verdict| match summary.verdicts(verdict) {
        0 => "-".to_owned(),
        count => count.to_string(),
    };
    let figure = |spread: Option<Spread>, figure: fn(&Spread) -> f64, digits: usize| {
        spread.map_or("-".to_owned(), |spread| format!("{:.digits$}", figure(&spread)))
    };
    let found = match summary.count(Ending::Through) {
        0 => count(Verdict::Found),
        through => format!("{} +{through} through", summary.verdicts(Verdict::Found)),
    };
    let mut cells = vec![
        name.to_owned(),
        found,
        count(Verdict::Unreachable),
        count(Verdict::GaveUp),
        count(Verdict::Failed),
        figure(summary.ratio, |spread| spread.mean, 3),
        figure(summary.ratio, |spread| spread.p95, 3),
        figure(summary.ratio, |spread| spread.max, 3),
        figure(summary.turning, |spread| spread.mean, 0)
            + if summary.turning.is_some() { "°" } else { "" },
    ];
    for (spread, digits) in [(summary.steps, 0), (summary.micros, 1)] {
        let figures: [fn(&Spread) -> f64; 4] =
            [|spread| spread.p50, |spread| spread.p95, |spread| spread.p99, |spread| spread.max];
        cells.extend(figures.map(|of| figure(spread, of, digits)));
    }
    cells
}

/// An object per set and navigator, with the columns of `summary.csv`, then one per failed check.
pub(super) fn to_json(results: &Results) -> String {
    let columns = summary_columns();
    let mut text = String::new();
    for summary in &results.summaries {
        let cells = summary_row(summary, &results.sets, &results.names);
        let named = columns.iter().zip(cells).map(|(column, cell)| {
            let value = match cell {
                Cell::Whole(number) => json!(number),
                Cell::Number(number) => json!(number),
                Cell::Word(word) => json!(word),
                Cell::Empty => Value::Null,
            };
            (column.name.clone(), value)
        });
        let _ = writeln!(text, "{}", Value::Object(Map::from_iter(named)));
    }
    for [set, problem, navigator, violation] in violations(results) {
        let object =
            json!({ "set": set, "problem": problem, "navigator": navigator, "wrong": violation });
        let _ = writeln!(text, "{object}");
    }
    text
}

/// Fails if any check failed, and lists the first of them.
pub(super) fn fail_on_violations(results: &Results) -> Result<(), Failure> {
    let violations = violations(results);
    if violations.is_empty() {
        return Ok(());
    }
    let listed = violations.iter().take(LISTED).map(|[set, problem, navigator, violation]| {
        format!("{set}, {problem}: {navigator} {violation}")
    });
    let mut lines: Vec<String> = listed.collect();
    let count = violations.len();
    if count > LISTED {
        lines.push(format!("… and {} more", count - LISTED));
    }
    let noun = if count == 1 { "check" } else { "checks" };
    Err(Failure::failed(format!("{count} {noun} failed:\n{}", lines.join("\n"))))
}

/// All failed checks: set, problem, navigator and description.
fn violations(results: &Results) -> Vec<[&str; 4]> {
    let violations = results.measurements.iter().flat_map(|measurement| {
        let set = &results.sets[measurement.set];
        let problem = &set.problems[measurement.problem].name;
        let navigator = &results.names[measurement.method];
        let violations = measurement.violations.iter();
        violations.map(|violation| [&set.name[..], problem, navigator, violation])
    });
    violations.collect()
}
