//! What a run leaves behind: snapshots, tables, a chart, and a manifest to run it again from.
//!
//! Everything here reads a [`World`](crate::world::World) between two ticks and writes; nothing
//! changes it.

pub mod census;
mod error;
pub mod events;
#[cfg(test)]
mod fixture;
pub mod ledger;
mod outcome;
mod run_dir;
pub mod snapshot;
pub mod table;

pub use error::{ReadError, RecordError};
pub use outcome::{Outcome, Tally};
pub use run_dir::{MANIFEST, NewFile, RunDir};
pub use snapshot::{Snapshot, SnapshotError};
