//! What a recording is of.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::record::manifest::SpeciesRecord;
use crate::record::{Provenance, snapshot};
use crate::world::World;

/// What a recording is of, and who wrote it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordingHead {
    /// The version of the program that wrote it.
    pub program: String,
    /// The format of the worlds in it.
    pub snapshot_format: u32,
    /// The engines on which code of creatures ran when it began, with their exact versions.
    pub engines: BTreeSet<String>,
    /// What all chance followed from.
    pub seed: u64,
    /// How many ticks the world had lived when it began.
    pub first_tick: u64,
    /// The species of the world when it began, in its order.
    pub species: Vec<SpeciesRecord>,
    /// Where the run came from.
    pub provenance: Provenance,
}

impl RecordingHead {
    /// The head of a recording that begins with `world`.
    #[must_use]
    pub fn of(world: &World, provenance: Provenance) -> Self {
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            snapshot_format: snapshot::FORMAT,
            engines: world.config.engines(),
            seed: world.config.seed,
            first_tick: world.tick,
            species: world.config.species.iter().map(SpeciesRecord::from).collect(),
            provenance,
        }
    }

    /// What its run is called: its scenario, or the snapshot that it went on from.
    #[must_use]
    pub fn name(&self) -> String {
        let Provenance { scenario, started_from, .. } = &self.provenance;
        match started_from {
            Some(snapshot) => snapshot.path.display().to_string(),
            None if scenario.name.is_empty() => "a world".to_owned(),
            None => scenario.name.clone(),
        }
    }

    /// Why this version cannot have its worlds live, if it cannot. Whether it has the engines that
    /// their creatures need shows when that is tried.
    pub(super) fn foreign(&self, format: u32) -> Option<String> {
        let (program, ours) = (&self.program, env!("CARGO_PKG_VERSION"));
        let other = |what: &str, theirs: u32, ours_is: u32| {
            format!(
                "{what} are in format {theirs}, of terrarium {program}, but this is terrarium \
                 {ours}, which reads format {ours_is}"
            )
        };
        if format != super::FORMAT {
            Some(other("recordings like it", format, super::FORMAT))
        } else if self.snapshot_format != snapshot::FORMAT {
            Some(other("they", self.snapshot_format, snapshot::FORMAT))
        } else {
            None
        }
    }
}
