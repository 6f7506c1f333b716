//! Experiments: many simulations over parameter values and replicates, with sweeps that can be
//! resumed, sharded and merged.
//!
//! An [`Experiment`] is plain data. Its runs are numbered, and everything about a run follows from
//! its number: the values of the factors, the seed, the world. So runs can be executed in any
//! order, on any machine.
//!
//! ```
//! use std::path::Path;
//! use terrarium_input::document::Document;
//! use terrarium_experiment::{Experiment, Overrides, Plan, Results, Shard, SweepOptions, merge, sweep};
//!
//! let text = r#"
//!     ticks = 3
//!     replicates = 2
//!     base = { scenario = "meadow", set = ["world.size=[400, 300]", "population.deer=0",
//!         "population.clover=9", "population.oak=0", "population.hare=4", "population.lynx=0",
//!         "population.wolf=0"] }
//!     factors.rules.light = [20, 40]
//! "#;
//! let document = Document::parse("light.toml", text)?;
//! let light = Experiment::from_document("light", Path::new(""), &document, &Overrides::default())?;
//! let plan = Plan::new(light)?;
//! assert_eq!(plan.runs(), 4);
//!
//! // A single run: plain data in, plain data out, and no files.
//! let row = plan.simulate(&plan.case(3)?);
//! assert_eq!((row.point[0].to_string(), row.replicate, row.ticks), ("40".to_owned(), 1, 3));
//!
//! // Two shards, which may run on different machines, and their merge.
//! let folder = tempfile::tempdir()?;
//! let [first, second] = [1, 2].map(|number| folder.path().join(format!("shard-{number}")));
//! for (number, dir) in [(1, &first), (2, &second)] {
//!     let shard = Shard::new(number, 2).expect("there are two");
//!     sweep(&plan, dir, SweepOptions { shard, ..SweepOptions::default() }, &())?;
//! }
//! let whole = folder.path().join("whole");
//! merge(&[second, first], &whole)?;
//! assert_eq!(Results::open(&whole)?.rows()?.last().expect("there are four")?, row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod arena;
mod base;
mod case;
mod census_row;
mod census_table;
pub mod charts;
mod checkpoint;
pub mod condition;
mod contents;
mod definition;
mod design;
mod error;
pub mod evolution;
mod expression;
mod factor;
pub mod file;
mod growth;
mod history;
mod interval_set;
mod journal;
mod kept;
mod manifest;
mod measures;
mod merge;
pub mod navigation_benchmark;
mod open_sweep;
pub mod paired;
mod plan;
mod prepared;
mod replicates;
mod results;
mod row;
mod run_table;
mod run_ticks;
mod seed;
mod shard;
mod sources;
mod spool;
mod stored_world;
pub mod summary;
mod sweep;
pub mod tables;
pub mod tape;
mod timed_factor;

pub use case::CaseResult;
pub use census_row::{CensusRow, Censuses};
pub use checkpoint::{CHECKPOINTS, RunFiles};
pub use condition::Condition;
pub use contents::Contents;
pub use definition::{Base, Case, Experiment, Keep, RunSelection, Stop, Variant};
pub use design::{Design, PointsFile};
pub use error::ExperimentError;
pub use evolution::{EvolutionFigure, EvolutionOptions};
pub use factor::{Factor, FactorValue, Levels, Range, Scale};
pub use file::Overrides;
pub use journal::{JOURNAL, SPOOL};
pub use kept::{KEPT, record_of, recording_of};
pub use manifest::{SWEEP_FORMAT, SweepManifest};
pub use measures::RunMeasure;
pub use merge::{merge, merge_partial};
pub use open_sweep::OpenSweep;
pub use plan::Plan;
pub use replicates::Replicates;
pub use results::Results;
pub use row::{CaseEnding, Row, SpeciesOutcome};
pub use run_ticks::RunTicks;
pub use seed::case_seed;
pub use shard::Shard;
pub use sources::{SOURCES, Texts};
pub use stored_world::StoredWorld;
pub use sweep::{
    InProcess, MANY_RUNS, Progress, RunExecutor, SweepObserver, SweepOptions, SweepResult, THREAD,
    divide_cores, sweep, sweep_with,
};
