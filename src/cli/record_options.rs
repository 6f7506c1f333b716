//! The options of `terrarium run` that choose what is written, and at which intervals.

use std::num::NonZeroU64;

use clap::{Args, ValueEnum};

use crate::record::{EventChoice, Options, TableFiles};

#[derive(Debug, Args)]
pub(super) struct RecordOptions {
    /// Write a snapshot to the directory of --out every N ticks; for example 250
    #[arg(long, value_name = "N", requires = "out")]
    snapshot_every: Option<NonZeroU64>,
    /// Write the census every N ticks instead of after every tick, summed over the interval; the last
    /// tick always has one; for example 100
    #[arg(long, value_name = "N", requires = "out")]
    census_every: Option<NonZeroU64>,
    /// Write the energy ledger and the state hash every N ticks instead of after every tick; for
    /// example 100
    #[arg(long, value_name = "N", requires = "out")]
    ledger_every: Option<NonZeroU64>,
    /// Write the census to these files; for example parquet, which is smaller
    #[arg(long, value_enum, value_name = "FILES", requires = "out")]
    census_files: Option<Files>,
    /// Write these events: `nothing`, `lives` (births, deaths, attacks and the like, a few rows for each
    /// organism; the default), or `everything` (several rows for each animal and tick)
    #[arg(long, value_name = "EVENTS", requires = "out", value_parser = events)]
    events: Option<EventChoice>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Files {
    /// census.csv and census.parquet; the default
    Both,
    /// Only census.csv
    Csv,
    /// Only census.parquet
    Parquet,
}

impl RecordOptions {
    /// What every run with `--out` writes by default.
    pub const DEFAULT: Self = Self {
        snapshot_every: None,
        census_every: None,
        ledger_every: None,
        census_files: None,
        events: None,
    };

    /// The options of the recorder.
    pub fn options(&self) -> Options {
        Options {
            snapshot_every: self.snapshot_every,
            census_every: self.census_every.unwrap_or(NonZeroU64::MIN),
            ledger_every: self.ledger_every.unwrap_or(NonZeroU64::MIN),
            census_files: match self.census_files {
                None | Some(Files::Both) => TableFiles::Both,
                Some(Files::Csv) => TableFiles::Csv,
                Some(Files::Parquet) => TableFiles::Parquet,
            },
            events: self.events.unwrap_or_default(),
        }
    }
}

fn events(text: &str) -> Result<EventChoice, &'static str> {
    match text {
        "nothing" => Ok(EventChoice::Nothing),
        "lives" => Ok(EventChoice::Lives),
        "everything" => Ok(EventChoice::Everything),
        _ => Err("give nothing, lives or everything"),
    }
}
