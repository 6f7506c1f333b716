//! `terrarium creature bench`: what a turn takes.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::{Failure, Format, output};
use crate::clock::now;
use crate::creature_check::{self, TurnBenchmark};

/// How many others are in sight.
const NEIGHBOURS: [u32; 3] = [0, 8, 64];

/// How long is measured, for each of them.
const ENOUGH: Duration = Duration::from_millis(200);

/// How many turns are played between two looks at the clock.
const ROUND: u64 = 256;

/// Measure what a turn of a creature takes, with nobody, 8 and 64 others in sight.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  terrarium creature bench creatures/fox

Operations are the same on every machine; times are of this one, with whatever else it does.")]
pub(in super::super) struct Bench {
    /// The creature's folder; for example creatures/fox
    dir: PathBuf,
    /// How to print the figures; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// What a turn took, with so many others in sight.
struct Figure {
    neighbours: u32,
    nanoseconds: f64,
    operations: f64,
}

impl Bench {
    pub fn execute(self) -> Result<(), Failure> {
        let species = creature_check::subject(&self.dir)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let mut figures = Vec::new();
        for neighbours in NEIGHBOURS {
            let turn_benchmark =
                TurnBenchmark::new(&species, neighbours).map_err(Failure::input)?;
            let turn_benchmark = turn_benchmark.ok_or_else(|| {
                let name = &species.name;
                Failure::input(format!("`{name}` is a plant, which has no turns; give an animal"))
            })?;
            figures.push(measured(&turn_benchmark, neighbours));
        }
        output::print(&match self.format {
            Format::Human => for_people(&figures),
            Format::Json => as_json(&figures),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "means for people")]
fn measured(turn_benchmark: &TurnBenchmark, neighbours: u32) -> Figure {
    // Not counted: whatever is made at the first turn.
    let _ = turn_benchmark.play(1);
    let (mut turns, mut operations) = (0, 0);
    let start = now();
    while start.elapsed() < ENOUGH {
        let (played, spent) = turn_benchmark.play(ROUND);
        turns += played;
        operations += spent;
    }
    let seconds = start.elapsed().as_secs_f64();
    let mean = |sum: f64| sum / turns as f64;
    Figure { neighbours, nanoseconds: mean(seconds * 1e9), operations: mean(operations as f64) }
}

fn for_people(figures: &[Figure]) -> String {
    let head = ["neighbours", "ns a turn", "operations a turn"].map(str::to_owned).to_vec();
    let row = |figure: &Figure| {
        let Figure { neighbours, nanoseconds, operations } = figure;
        vec![neighbours.to_string(), format!("{nanoseconds:.0}"), format!("{operations:.1}")]
    };
    let rows: Vec<_> = std::iter::once(head).chain(figures.iter().map(row)).collect();
    output::columns(&rows, |_| true)
}

fn as_json(figures: &[Figure]) -> String {
    let figures = figures.iter().map(|figure| {
        serde_json::json!({
            "neighbours": figure.neighbours,
            "nanoseconds": figure.nanoseconds,
            "operations": figure.operations,
        })
    });
    format!("{}\n", serde_json::Value::Array(figures.collect()))
}
