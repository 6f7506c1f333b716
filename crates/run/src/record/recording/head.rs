//! The header of a recording.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_sim::world::World;

use crate::record::manifest::SpeciesRecord;
use crate::record::{Provenance, snapshot};

/// The header of a recording: the recorded run, and the program that wrote it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordingHeader {
    /// The version of the program that wrote it.
    pub program: String,
    /// The snapshot format of its keyframes.
    pub snapshot_format: u32,
    /// The engines that executed code of creatures when it began, with their exact versions.
    pub engines: BTreeSet<String>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The tick of the world when it began.
    pub first_tick: u64,
    /// The species of the world when it began, in the order of the world.
    pub species: Vec<SpeciesRecord>,
    /// What the run started from.
    pub provenance: Provenance,
}

impl RecordingHeader {
    /// The header of a recording that begins with `world`.
    #[must_use]
    pub fn new(world: &World, provenance: Provenance) -> Self {
        Self {
            program: terrarium_output::VERSION.to_owned(),
            snapshot_format: snapshot::FORMAT,
            engines: world.config().engines(),
            seed: world.config().seed,
            first_tick: world.tick(),
            species: world.config().species.iter().map(SpeciesRecord::from).collect(),
            provenance,
        }
    }

    /// The name of the run: its scenario, or the snapshot from which it continued.
    #[must_use]
    pub fn name(&self) -> String {
        let Provenance { scenario, started_from, .. } = &self.provenance;
        match started_from {
            Some(snapshot) => snapshot.path.display().to_string(),
            None if scenario.name.is_empty() => "a world".to_owned(),
            None => scenario.name.clone(),
        }
    }

    /// Why this version cannot simulate its worlds, if it cannot. Missing engines are found only
    /// when a keyframe is read.
    pub(super) fn incompatibility(&self, format: u32) -> Option<String> {
        let (program, this) = (&self.program, terrarium_output::VERSION);
        let mismatch = |what: &str, found: u32, expected: u32| {
            format!(
                "{what} in format {found}, of terrarium {program}, but this is terrarium {this}, \
                 which reads format {expected}"
            )
        };
        if !(super::OLDEST_FORMAT..=super::FORMAT).contains(&format) {
            Some(mismatch("it is", format, super::FORMAT))
        } else if self.snapshot_format != snapshot::FORMAT {
            Some(mismatch("its keyframes are", self.snapshot_format, snapshot::FORMAT))
        } else {
            None
        }
    }
}
