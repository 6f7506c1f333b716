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
    /// Write a row for each organism that was ever alive, with its descent, traits and actions: individuals.csv
    /// and individuals.parquet, or one of them; for example --individuals=parquet
    #[arg(
        long, value_enum, value_name = "FILES", requires = "out", num_args = 0..=1,
        require_equals = true, default_missing_value = "both"
    )]
    individuals: Option<Files>,
    /// Write such a row only for each living organism and each of its ancestors, so that long runs fit:
    /// ancestry.csv and ancestry.parquet, or one of them; for example --ancestry=parquet
    #[arg(
        long, value_enum, value_name = "FILES", requires = "out", num_args = 0..=1,
        require_equals = true, default_missing_value = "both"
    )]
    ancestry: Option<Files>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Files {
    /// As CSV and as Parquet; the default
    Both,
    /// Only as CSV
    Csv,
    /// Only as Parquet
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
        individuals: None,
        ancestry: None,
    };

    /// The options of the recorder.
    pub fn options(&self) -> Options {
        Options {
            snapshot_every: self.snapshot_every,
            census_every: self.census_every.unwrap_or(NonZeroU64::MIN),
            ledger_every: self.ledger_every.unwrap_or(NonZeroU64::MIN),
            census_files: self.census_files.map_or(TableFiles::Both, TableFiles::from),
            events: self.events.unwrap_or_default(),
            individuals: self.individuals.map(TableFiles::from),
            ancestry: self.ancestry.map(TableFiles::from),
        }
    }
}

impl From<Files> for TableFiles {
    fn from(files: Files) -> Self {
        match files {
            Files::Both => Self::Both,
            Files::Csv => Self::Csv,
            Files::Parquet => Self::Parquet,
        }
    }
}

fn events(text: &str) -> Result<EventChoice, &'static str> {
    EventChoice::named(text).ok_or("give nothing, lives or everything")
}
