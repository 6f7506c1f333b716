//! Prints answers one by one, and a summary at the end.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::json;

use super::answer::Answer;
use super::tally::Tally;
use crate::cli::{Failure, Format, output};
use crate::geometry::DVec2;

/// Prints answers as rows of a table or as lines of JSON.
pub(super) struct AnswerPrinter {
    format: Format,
    kind: Kind,
    tally: Tally,
}

/// Where the problems come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Lines of a file of problems.
    Problems,
    /// Rows of a scenario file, which give the length of the shortest path on the grid.
    Experiments,
}

/// The answer for a row of a scenario file, as a line of JSON.
#[derive(Serialize)]
struct Compared<'a> {
    line: usize,
    #[serde(flatten)]
    answer: &'a Answer,
    octile: f64,
    ratio: Option<f64>,
}

/// The answer for a query of a sequence, as a line of JSON.
#[derive(Serialize)]
struct Indexed<'a> {
    line: usize,
    index: usize,
    #[serde(flatten)]
    answer: &'a Answer,
}

impl AnswerPrinter {
    /// A printer that has printed nothing yet.
    pub fn new(format: Format, kind: Kind) -> Self {
        Self { format, kind, tally: Tally::default() }
    }

    /// Prints the answer for one line of the input. `octile` is the length of the shortest path on
    /// the grid, if it is known. Returns `Break` when standard output is closed.
    pub fn print(
        &mut self,
        line: usize,
        answer: &Answer,
        octile: Option<f64>,
    ) -> Result<ControlFlow<()>, Failure> {
        let lengths = octile.zip(answer.length);
        let ratio =
            lengths.filter(|&(octile, _)| octile > 0.0).map(|(octile, length)| length / octile);
        let text = match (self.format, octile) {
            (Format::Human, _) => {
                let head = if self.tally.is_empty() { self.head() } else { String::new() };
                head + self.row(&line.to_string(), answer, octile, ratio).as_str()
            }
            (Format::Json, None) => json_line(answer),
            (Format::Json, Some(octile)) => json_line(&Compared { line, answer, octile, ratio }),
        };
        self.tally.add(answer, ratio);
        output::print_part(&text)
    }

    /// Prints the answer for the query `sequence[index]` of one line of the input. Returns `Break` when
    /// standard output is closed.
    pub fn print_query(
        &mut self,
        line: usize,
        index: usize,
        answer: &Answer,
    ) -> Result<ControlFlow<()>, Failure> {
        let text = match self.format {
            Format::Human => {
                let head = if self.tally.is_empty() { self.head() } else { String::new() };
                head + self.row(&format!("{line}[{index}]"), answer, None, None).as_str()
            }
            Format::Json => json_line(&Indexed { line, index, answer }),
        };
        self.tally.add(answer, None);
        output::print_part(&text)
    }

    /// Prints the summary. JSON output for a file of problems has none: it has exactly one line per
    /// problem or query.
    pub fn print_summary(self) -> Result<(), Failure> {
        match (self.format, self.kind) {
            (Format::Human, _) => {
                let gap = if self.tally.is_empty() { "" } else { "\n" };
                output::print(&format!("{gap}{}", self.tally.into_text()))
            }
            (Format::Json, Kind::Problems) => Ok(()),
            (Format::Json, Kind::Experiments) => {
                output::print(&json_line(&json!({ "summary": self.tally.into_json() })))
            }
        }
    }

    fn head(&self) -> String {
        let names = ["line", "status", "length", "octile", "ratio", "points", "steps", "micros"];
        self.columns(names.map(str::to_owned), "")
    }

    fn row(&self, line: &str, answer: &Answer, octile: Option<f64>, ratio: Option<f64>) -> String {
        let Answer { status, path, length, steps, micros, .. } = answer;
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.4}"));
        let cells = [
            line.to_owned(),
            (*status).to_owned(),
            number(*length),
            number(octile),
            number(ratio),
            path.len().to_string(),
            steps.to_string(),
            format!("{micros:.1}"),
        ];
        self.columns(cells, &answer.remark())
    }

    /// A row of the table. Widths are fixed because rows are printed before later ones are known.
    fn columns(&self, cells: [String; 8], rest: &str) -> String {
        let [line, status, length, octile, ratio, points, steps, micros] = cells;
        let on_grid = match self.kind {
            Kind::Problems => String::new(),
            Kind::Experiments => format!("  {octile:>12}  {ratio:>7}"),
        };
        let row = format!(
            "{line:>6}  {status:14}  {length:>12}{on_grid}  {points:>6}  {steps:>8}  {micros:>11}  {rest}"
        );
        row.trim_end().to_owned() + "\n"
    }
}

/// The answer for a single path: a line of JSON, or text that lists the points of the path.
pub(super) fn single(answer: &Answer, format: Format) -> String {
    if format == Format::Json {
        return json_line(answer);
    }
    let Answer { status, path, length, cost, steps, micros, .. } = answer;
    let length = length.map(|length| format!(" of length {length:.4}")).unwrap_or_default();
    let cost = cost.map(|cost| format!(" and cost {cost:.4}")).unwrap_or_default();
    let mut text = format!("{status}: no path, in {steps} steps and {micros:.1} µs\n");
    if !path.is_empty() {
        let nearest = answer.nearest.map(|DVec2 { x, y }| format!(" to the nearest point {x},{y}"));
        let nearest = nearest.unwrap_or_default();
        text = format!(
            "{status}: a path{nearest}{length}{cost}, in {steps} steps and {micros:.1} µs\n"
        );
        let links = answer.links.as_deref().unwrap_or_default();
        text.extend(path.iter().enumerate().map(|(at, point)| {
            let taken = links.iter().find(|link| link.at == at);
            let taken = taken.map(|link| format!("  by {}", link.name)).unwrap_or_default();
            format!("  {},{}{taken}\n", point.x, point.y)
        }));
    }
    text
}

fn json_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("plain values serialise");
    line.push('\n');
    line
}
