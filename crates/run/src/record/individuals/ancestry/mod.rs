//! The living and their ancestors: `ancestry.csv` and `ancestry.parquet`.
//!
//! Ancestors are those in the line of the parents that bore them. One is kept in memory from its death on, until
//! the last of its descendants has died. Children are born only while the parent that bears them is alive, so the
//! dead have all their children.

mod kept;

use std::collections::BTreeMap;
use std::path::Path;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_output::table::{Cell, Column, TableFiles, TablePair};
use terrarium_sim::world::World;

use kept::KeptDead;

use super::individual::Individual;
use super::{End, GenomeColumns, row};
use crate::record::{RecordError, RunDir};

/// The name of the table, without the ending of a file.
const ANCESTRY: &str = "ancestry";

/// Keeps the dead that have living descendants, and writes the table.
pub(super) struct Ancestry {
    files: TablePair,
    kept: KeptDead<(Individual, End)>,
}

/// The living, the columns of genomes, and the world in which they are alive.
type Now<'a> = (&'a BTreeMap<OrganismId, Individual>, &'a GenomeColumns, &'a World);

impl Ancestry {
    /// Creates the table.
    pub fn new(dir: &RunDir, columns: &[Column], files: TableFiles) -> Result<Self, RecordError> {
        let files = TablePair::new(dir, ANCESTRY, columns, files)?;
        Ok(Self { files, kept: KeptDead::new() })
    }

    /// Notes that an organism is alive whose parent is this one. Call it for the births of a tick before its deaths.
    pub fn add_child(&mut self, parent: OrganismId) {
        self.kept.add_child(parent);
    }

    /// Notes a death: keeps the organism if it has living descendants, and otherwise drops it, and those of its
    /// ancestors that have none left.
    pub fn bury(&mut self, individual: Individual, end: End) {
        let who = individual.who;
        self.kept.bury(who.id, who.parent, (individual, end));
    }

    /// Writes all rows, and finishes the table except for its CSV file.
    pub fn finish(&mut self, (living, genomes, world): Now<'_>) -> Result<(), RecordError> {
        for (individual, end) in in_order(&self.kept, living) {
            self.files.row(&row(individual, genomes, world, end))?;
        }
        #[cfg(not(target_family = "wasm"))]
        self.files.finish_parquet()?;
        Ok(())
    }

    /// Writes what the CSV file has to the disk, which is no row before the end, and adds its length.
    pub fn sync_csv(&mut self, lengths: &mut BTreeMap<String, u64>) -> Result<(), RecordError> {
        self.files.sync_csv(lengths)
    }

    /// Writes all rows into the folder of a checkpoint, as if the run had ended.
    pub fn checkpoint(
        &mut self,
        (living, genomes, world): Now<'_>,
        folder: &Path,
        tables: &mut Vec<String>,
    ) -> Result<(), RecordError> {
        let rows = in_order(&self.kept, living).into_iter();
        let rows: Vec<Vec<Cell<'_>>> =
            rows.map(|(individual, end)| row(individual, genomes, world, end)).collect();
        self.files.checkpoint(folder, &rows, tables)
    }
}

/// The living and the dead in the order of birth and identity, so that parents come before their children.
fn in_order<'a>(
    kept: &'a KeptDead<(Individual, End)>,
    living: &'a BTreeMap<OrganismId, Individual>,
) -> Vec<(&'a Individual, Option<End>)> {
    let dead = kept.dead.values().map(|(_, (individual, end))| (individual, Some(*end)));
    let mut all: Vec<_> = dead.chain(living.values().map(|it| (it, None))).collect();
    all.sort_by_key(|(individual, _)| (individual.who.birth_tick(), individual.who.id));
    all
}
