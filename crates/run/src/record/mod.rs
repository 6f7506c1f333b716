//! Recording of runs: snapshots, tables, a chart, and a manifest from which a run can be repeated.
//!
//! Everything here reads a [`World`](terrarium_sim::world::World) between two ticks; nothing changes it.

pub mod census;
pub mod changes;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod chart;
mod checkpoint;
pub mod conquest;
pub mod events;
pub mod individuals;
mod json_file;
pub mod ledger;
pub mod manifest;
mod outcome;
mod recorder;
pub mod recording;
pub mod scene;
pub mod snapshot;
mod unfinished;

pub use terrarium_output::{
    MANIFEST, NewFile, ReadError, RecordError, RunDir, START, TableFiles, table,
};

pub use events::EventChoice;
pub use manifest::{Ending, Manifest, Provenance};
pub use outcome::{ConquestOutcome, Outcome, SpeciesOutcome, Tally};
pub use recorder::{Options, Recorded, Recorder};
pub use recording::{Recording, RecordingError, RecordingWriter};
pub use scene::Scene;
pub use snapshot::{Snapshot, SnapshotError};
pub use unfinished::{RecoveryError, UnfinishedRecord};
