//! `terrarium creature bench`: the time and operations of a turn.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::{Failure, Format, creature_notes, output};
use crate::clock::now;
use crate::creature_check::{self, TurnBenchmark};

/// The numbers of visible organisms to measure with.
const NEIGHBOURS: [u32; 3] = [0, 8, 64];

/// The time spent on each measurement.
const DURATION: Duration = Duration::from_millis(200);

/// The number of turns between two readings of the clock.
const BATCH: u64 = 256;

/// Measure the time and operations of a creature's turns, with 0, 8 and 64 organisms in sight.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  terrarium creature bench creatures/fox

The operations of a turn are the same on every machine; times depend on this one and its load.")]
pub(in super::super) struct Bench {
    /// The creature's folder; for example creatures/fox
    dir: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The mean cost of a turn with a number of visible organisms.
struct Measurement {
    neighbours: u32,
    nanoseconds: f64,
    operations: f64,
}

impl Bench {
    pub fn execute(self) -> Result<(), Failure> {
        creature_notes::on_modules([self.dir.as_path()]);
        let species = creature_check::subject(&self.dir)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let mut measurements = Vec::new();
        for neighbours in NEIGHBOURS {
            let turn_benchmark =
                TurnBenchmark::new(&species, neighbours).map_err(Failure::input)?;
            let turn_benchmark = turn_benchmark.ok_or_else(|| {
                let name = &species.name;
                Failure::input(format!("`{name}` is a plant, which has no turns; give an animal"))
            })?;
            measurements.push(measure(&turn_benchmark, neighbours));
        }
        output::print(&match self.format {
            Format::Human => as_text(&measurements),
            Format::Json => as_json(&measurements),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more precision")]
fn measure(turn_benchmark: &TurnBenchmark, neighbours: u32) -> Measurement {
    // The first turn may initialise state, so it is not counted.
    let _ = turn_benchmark.run(1);
    let (mut turns, mut operations) = (0, 0);
    let start = now();
    while start.elapsed() < DURATION {
        let (count, spent) = turn_benchmark.run(BATCH);
        turns += count;
        operations += spent;
    }
    let seconds = start.elapsed().as_secs_f64();
    let mean = |sum: f64| sum / turns as f64;
    Measurement {
        neighbours,
        nanoseconds: mean(seconds * 1e9),
        operations: mean(operations as f64),
    }
}

fn as_text(measurements: &[Measurement]) -> String {
    let head = ["neighbours", "ns/turn", "operations/turn"].map(str::to_owned).to_vec();
    let row = |measurement: &Measurement| {
        let Measurement { neighbours, nanoseconds, operations } = measurement;
        vec![neighbours.to_string(), format!("{nanoseconds:.0}"), format!("{operations:.1}")]
    };
    let rows: Vec<_> = std::iter::once(head).chain(measurements.iter().map(row)).collect();
    output::columns(&rows, |_| true)
}

fn as_json(measurements: &[Measurement]) -> String {
    let rows = measurements.iter().map(|measurement| {
        serde_json::json!({
            "neighbours": measurement.neighbours,
            "nanoseconds": measurement.nanoseconds,
            "operations": measurement.operations,
        })
    });
    format!("{}\n", serde_json::Value::Array(rows.collect()))
}
