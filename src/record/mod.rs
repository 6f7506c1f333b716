//! Recording of runs: snapshots, tables, a chart, and a manifest from which a run can be repeated.
//!
//! Everything here reads a [`World`](crate::world::World) between two ticks; nothing changes it.

pub mod census;
pub mod changes;
#[cfg(feature = "charts")]
pub(crate) mod chart;
mod checkpoint;
pub mod conquest;
mod error;
pub mod events;
#[cfg(test)]
pub(crate) mod fixture;
pub mod individuals;
pub mod ledger;
pub mod manifest;
mod outcome;
mod recorder;
pub mod recording;
mod run_dir;
pub mod scene;
pub mod snapshot;
pub mod table;
#[cfg(test)]
mod tests;
mod unfinished;

pub use error::{ReadError, RecordError};
pub use events::EventChoice;
pub use manifest::{Ending, Manifest, Provenance};
pub use outcome::{ConquestOutcome, Outcome, SpeciesOutcome, Tally};
pub use recorder::{Options, Recorded, Recorder, START};
pub use recording::{Recording, RecordingError, RecordingWriter};
pub use run_dir::{MANIFEST, NewFile, RunDir};
pub use scene::Scene;
pub use snapshot::{Snapshot, SnapshotError};
pub use table::TableFiles;
pub use unfinished::{RecoveryError, UnfinishedRecord};
