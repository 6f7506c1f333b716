//! Compares Terrarium with other agent-based simulators, in one run on one machine and one thread.
//!
//! See the README beside `Cargo.toml`.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

mod chart;
mod clock;
mod comparison;
mod estimate;
mod flock;
mod krabmaga_glue;
mod manual;
mod measurement;
mod mesa;
mod results;
mod simulator;
mod tables;
mod wolf_sheep;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use comparison::Comparison;
use mesa::Mesa;
use results::Results;
use simulator::{Model, Simulator};

/// Compare Terrarium with krABMaga, Mesa and plain arrays, on one thread
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Option<Task>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Task {
    /// Measure one simulator in this process and print the measurement as JSON
    #[command(hide = true)]
    Measure { model: Model, simulator: Simulator, size: u32 },
}

#[derive(Args)]
struct Options {
    /// Measure only these simulators, and keep the other results in the folder
    #[arg(long, value_delimiter = ',', default_values_t = Simulator::ALL)]
    only: Vec<Simulator>,
    /// Measure only these models
    #[arg(long, value_delimiter = ',', default_values_t = [Model::Flocking, Model::WolfSheep])]
    models: Vec<Model>,
    /// Measure flocks of these sizes
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000, 1_000_000])]
    boids: Vec<u32>,
    /// Skip flocks that would take longer, in minutes
    #[arg(long, default_value_t = 6.0)]
    limit: f64,
    /// Write the results and install Mesa in this folder
    #[arg(long, default_value = "target/peers")]
    out: PathBuf,
    /// Install Mesa with this Python
    #[arg(long, default_value = "python3")]
    python: String,
    /// Write the tables and the chart into docs/performance.md too
    #[arg(long)]
    update_docs: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Cli { command, options } = Cli::parse();
    if let Some(Task::Measure { model, simulator, size }) = command {
        let measured = simulator.measure(model, size)?;
        println!("{}", serde_json::to_string(&measured)?);
        return Ok(());
    }
    compare(options)
}

fn compare(options: Options) -> Result<(), Box<dyn Error>> {
    let Options { only, models, mut boids, limit, out, python, update_docs } = options;
    boids.sort_unstable();
    fs::create_dir_all(&out)?;
    let file = out.join("results.json");
    let has_mesa = only.contains(&Simulator::Mesa);
    let mesa = has_mesa.then(|| Mesa::install(&python, &out.join("venv"))).transpose()?;
    let results = Results::load(&file)?;
    let mut comparison = Comparison { simulators: only, models, boids, limit, mesa, file, results };
    comparison.run()?;
    let results = comparison.results;
    fs::write(out.join("peers.svg"), chart::draw(&results))?;
    if update_docs {
        manual::update(&results)?;
    }
    println!("One thread of: {}\n", results.processor);
    println!("## Flocking, agent-steps per second\n\n{}", tables::flocking(&results));
    println!("## Wolf–sheep, animal-steps per second\n\n{}", tables::wolf_sheep(&results));
    println!("## Wolf–sheep, populations\n\n{}", tables::populations(&results));
    for populations in &results.populations {
        println!("{}\n{}", populations.table, populations.faults);
    }
    eprintln!("results: {0}/results.json and {0}/peers.svg", out.display());
    Ok(())
}
