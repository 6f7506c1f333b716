//! Results, told: a table for people, lines of JSON for programs, and what is wrong.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::Results;
use crate::cli::{Failure, output};
use crate::navigation_benchmark::table::{summary_columns, summary_row};
use crate::navigation_benchmark::{Ending, Spread, Summary, Verdict};
use crate::record::table::Cell;

/// How many broken promises are told one by one.
const FEW: usize = 20;

/// A table for each set, with a line for each navigator.
pub(super) fn for_people(results: &Results) -> String {
    let mut text = String::new();
    for group in results.summaries.chunk_by(|a, b| a.set == b.set) {
        let set = &results.sets[group[0].set];
        let gap = if text.is_empty() { "" } else { "\n" };
        let count = group[0].problems;
        let noun = if count == 1 { "problem" } else { "problems" };
        let _ = write!(text, "{gap}{}: {count} {noun}", set.name);
        if set.passed_over > 0 {
            let _ = write!(text, ", {} passed over", set.passed_over);
        }
        text.push('\n');
        let mut rows = vec![head()];
        rows.extend(group.iter().map(|summary| row(summary, &results.names[summary.method])));
        text.push_str(&output::columns(&rows, |place| place > 0));
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

/// An object for each set and navigator, with the columns of the table that is written, then one for
/// each promise that was broken.
pub(super) fn as_json(results: &Results) -> String {
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
    for [set, problem, navigator, wrong] in broken(results) {
        let told =
            json!({ "set": set, "problem": problem, "navigator": navigator, "wrong": wrong });
        let _ = writeln!(text, "{told}");
    }
    text
}

/// Fails if promises were broken, and tells the first of them.
pub(super) fn tell_what_is_wrong(results: &Results) -> Result<(), Failure> {
    let broken = broken(results);
    if broken.is_empty() {
        return Ok(());
    }
    let told = broken
        .iter()
        .take(FEW)
        .map(|[set, problem, navigator, wrong]| format!("{set}, {problem}: {navigator} {wrong}"));
    let mut told: Vec<String> = told.collect();
    if broken.len() > FEW {
        told.push(format!("… and {} more", broken.len() - FEW));
    }
    let (count, noun) = (broken.len(), if broken.len() == 1 { "check" } else { "checks" });
    Err(Failure::failed(format!("{count} {noun} failed:\n{}", told.join("\n"))))
}

/// Every promise that was broken: set, problem, navigator and what is wrong.
fn broken(results: &Results) -> Vec<[&str; 4]> {
    let told = results.findings.iter().flat_map(|finding| {
        let set = &results.sets[finding.set];
        let problem = &set.problems[finding.problem].name;
        let navigator = &results.names[finding.method];
        finding.wrong.iter().map(|wrong| [&set.name[..], problem, navigator, wrong])
    });
    told.collect()
}
