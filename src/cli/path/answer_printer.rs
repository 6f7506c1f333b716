//! Answers, told one by one as they come, and summed up in the end.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::json;

use super::answer::Answer;
use super::tally::Tally;
use crate::cli::{Failure, Format, output};

/// Tells answers: rows of a table for people, lines of JSON for programs.
pub(super) struct AnswerPrinter {
    format: Format,
    kind: Kind,
    tally: Tally,
}

/// What the answers are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Problems in a file, one for each answer.
    Problems,
    /// Rows of a scenario file, which know how long a way on the grid is.
    Experiments,
}

/// An answer to a row of a scenario file, as a line of JSON.
#[derive(Serialize)]
struct Compared<'a> {
    line: usize,
    #[serde(flatten)]
    answer: &'a Answer,
    octile: f64,
    ratio: Option<f64>,
}

impl AnswerPrinter {
    /// One who has told nothing yet.
    pub fn new(format: Format, kind: Kind) -> Self {
        Self { format, kind, tally: Tally::default() }
    }

    /// Tells the answer to what stands on a line. `octile` is the length of the shortest way on the
    /// grid, where that is known. `Break` when nobody listens any more.
    pub fn tell(
        &mut self,
        line: usize,
        answer: &Answer,
        octile: Option<f64>,
    ) -> Result<ControlFlow<()>, Failure> {
        let lengths = octile.zip(answer.length);
        let ratio = lengths.filter(|&(octile, _)| octile > 0.0).map(|(octile, way)| way / octile);
        let text = match (self.format, octile) {
            (Format::Human, _) => {
                let head = if self.tally.is_empty() { self.head() } else { String::new() };
                head + self.row(line, answer, octile, ratio).as_str()
            }
            (Format::Json, None) => as_line(answer),
            (Format::Json, Some(octile)) => as_line(&Compared { line, answer, octile, ratio }),
        };
        self.tally.add(answer, ratio);
        output::print_part(&text)
    }

    /// Sums up. A file of problems has an answer to each line in JSON, and nothing more.
    pub fn sum_up(self) -> Result<(), Failure> {
        match (self.format, self.kind) {
            (Format::Human, _) => {
                let gap = if self.tally.is_empty() { "" } else { "\n" };
                output::print(&format!("{gap}{}", self.tally.into_text()))
            }
            (Format::Json, Kind::Problems) => Ok(()),
            (Format::Json, Kind::Experiments) => {
                output::print(&as_line(&json!({ "summary": self.tally.into_json() })))
            }
        }
    }

    fn head(&self) -> String {
        let names = ["line", "status", "length", "octile", "ratio", "points", "steps", "micros"];
        self.columns(names.map(str::to_owned), "")
    }

    fn row(&self, line: usize, answer: &Answer, octile: Option<f64>, ratio: Option<f64>) -> String {
        let Answer { status, path, length, steps, micros, .. } = answer;
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.4}"));
        let cells = [
            line.to_string(),
            (*status).to_owned(),
            number(*length),
            number(octile),
            number(ratio),
            path.len().to_string(),
            steps.to_string(),
            format!("{micros:.1}"),
        ];
        self.columns(cells, &answer.told_by())
    }

    /// A row of the table: rows come one by one, so the columns are as wide as they usually need.
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

/// An answer to the only question: as a line of JSON, or with the points of the way for people.
pub(super) fn alone(answer: &Answer, format: Format) -> String {
    if format == Format::Json {
        return as_line(answer);
    }
    let Answer { status, path, length, steps, micros, .. } = answer;
    let length = length.map(|length| format!(" of length {length:.4}")).unwrap_or_default();
    let mut text = format!("{status}: no way, in {steps} steps and {micros:.1} micros\n");
    if !path.is_empty() {
        text = format!("{status}: a way{length}, in {steps} steps and {micros:.1} micros\n");
        text.extend(path.iter().map(|point| format!("  {},{}\n", point.x, point.y)));
    }
    text
}

fn as_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("plain values are told");
    line.push('\n');
    line
}
