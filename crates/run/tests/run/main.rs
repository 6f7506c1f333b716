//! Scenarios, runs and their records.

mod abandoned;
mod ancestry;
mod builder;
mod census;
mod chart;
mod command_files;
mod commands;
mod differences;
mod events;
mod hash_index;
mod individuals;
mod ledger;
mod manifest;
mod outcome;
mod paged_bytes;
mod palette;
mod prepared;
mod recorder;
mod scales;
mod scenario;
mod scene;
mod snapshot;
mod support;
mod thinning;
