//! `terrarium merge`: put the shards of an experiment together.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, Format, batch};
use crate::clock::now;
use crate::experiment::merge;

/// Put the shards of an experiment together, as if one sweep had lived all its runs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium merge shard-1 shard-2 shard-3 --out runs/light

Shards of different experiments are refused, and so are runs that are in two shards or in none.")]
pub(super) struct Merge {
    /// The directories that `terrarium batch --shard` filled, in any order; for example shard-1
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// The new directory for all of them; for example runs/light
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How to print the result; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Merge {
    pub fn execute(self) -> Result<(), Failure> {
        let start = now();
        let merged = merge(&self.shards, &self.out).map_err(batch::failure)?;
        let seconds = start.elapsed().as_secs_f64();
        batch::report(&merged, seconds, self.format)
    }
}
