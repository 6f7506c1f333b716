//! `terrarium merge`: merge the shards of an experiment or a league.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, Format, arena, batch};
use crate::arena::is_league;
use crate::clock::now;
use crate::experiment::{merge, merge_partial};
use crate::input::Diagnostic;

/// Merge the shards of an experiment or a league into the results of the whole.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium merge shard-1 shard-2 shard-3 --out runs/light
  terrarium merge league-1 league-2 --out runs/league
  terrarium merge runs/light --partial --out so-far

The tables are those of a single sweep over all runs, or of the whole league. Shards of different
experiments or leagues are refused, and so are shards that contain a run twice or together miss a
run. With --partial, shards may be unfinished or still running: the tables have the runs that have
ended, and `terrarium batch --resume` continues in the merged directory.")]
pub(super) struct Merge {
    /// Merge these output directories of `terrarium batch --shard` or `terrarium arena --shard`, in any
    /// order; for example shard-1
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// Write the merged results to this new directory; for example runs/light
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Merge the runs that have ended, even if others are missing; not for leagues
    #[arg(long)]
    partial: bool,
    /// Print the result in this format; for example json
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Merge {
    pub fn execute(self) -> Result<(), Failure> {
        if self.shards.first().is_some_and(|dir| is_league(dir)) {
            if self.partial {
                let diagnostic =
                    Diagnostic::new("`--partial` merges experiments, and these are leagues")
                        .remedy("leave it out, and finish each shard with `--resume`");
                return Err(Failure::Input(diagnostic));
            }
            return arena::merge_shards(&self.shards, &self.out, self.format);
        }
        let start = now();
        let merge = if self.partial { merge_partial } else { merge };
        let merged = merge(&self.shards, &self.out).map_err(batch::failure)?;
        let seconds = start.elapsed().as_secs_f64();
        batch::report(&merged, seconds, self.format)
    }
}
