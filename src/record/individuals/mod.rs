//! The individuals of a run, a row for each organism that was ever alive: `individuals.csv` and
//! `individuals.parquet`.
//!
//! A row is written when its organism dies; those of the living come last. The table sums up what
//! organisms do while the run is recorded, so memory use follows from the number of the living.

mod clusters;
mod columns;
mod genome_columns;
mod individual;

use std::collections::BTreeMap;
use std::path::Path;

use glam::DVec2;

use clusters::ClusterLabels;
use columns::cells;
pub use columns::columns;
pub use genome_columns::GenomeColumns;
use individual::Individual;

use super::table::{TableFiles, TablePair};
use super::{RecordError, RunDir};
use crate::behaviour::{Death, Event, EventKind, OrganismId};
use crate::genome::Genome;
use crate::species::{PlantTraits, Traits};
use crate::world::{Body, Carcass, Identity, Mating, Motion, World};

/// The name of the table, without the ending of a file.
const INDIVIDUALS: &str = "individuals";

/// Writes the table.
pub(super) struct IndividualTable {
    files: TablePair,
    genomes: GenomeColumns,
    clusters: ClusterLabels,
    living: BTreeMap<OrganismId, Individual>,
    /// All organisms before this one have been seen.
    unseen: OrganismId,
}

/// How an organism died.
#[derive(Debug, Clone, Copy)]
struct End {
    tick: u64,
    of: Death,
    by: Option<OrganismId>,
}

type Living<'a> = (
    &'a Identity,
    &'a Body,
    Option<&'a Motion>,
    Option<&'a Traits>,
    Option<&'a PlantTraits>,
    Option<&'a Genome>,
    Option<&'a Mating>,
);

impl IndividualTable {
    /// Creates the table with the organisms of `world`.
    pub fn new(dir: &RunDir, world: &World, files: TableFiles) -> Result<Self, RecordError> {
        let genomes = GenomeColumns::of(&world.config.species);
        let files = TablePair::new(dir, INDIVIDUALS, &columns(&genomes), files)?;
        let mut table = Self {
            files,
            genomes,
            clusters: ClusterLabels::new(),
            living: BTreeMap::new(),
            unseen: OrganismId(1),
        };
        table.see(world, Vec::new());
        Ok(table)
    }

    /// Counts the last tick of `world`, and writes the rows of those that died in it, by identity.
    pub fn note(&mut self, world: &World) -> Result<(), RecordError> {
        self.see(world, self.unseen_dead(world));
        for event in &world.events {
            self.count(event);
        }
        for event in &world.events {
            if let EventKind::Died { of, by } = event.what
                && let Some(dead) = self.living.remove(&event.to)
            {
                let end = End { tick: world.tick, of, by };
                self.clusters.note_death(dead.cluster, world.tick);
                self.write(&dead, world, Some(end))?;
            }
        }
        Ok(())
    }

    /// Adds the organisms that are new, some of which are known already, and follows those that move.
    fn see(&mut self, world: &World, mut new: Vec<Individual>) {
        let mut query = world.organisms.query::<Living<'_>>().without::<&Carcass>();
        for (who, body, motion, animal, plant, genome, mating) in query.iter() {
            if who.id >= self.unseen {
                let inherited = (individual::inherited(animal, plant), genome);
                let second_parent = mating.map_or(OrganismId::NONE, |mating| mating.second_parent);
                let individual = Individual::new(*who, body.centre, inherited, world.tick);
                new.push(Individual { second_parent, ..individual });
            } else if let Some(motion) = motion.filter(|motion| motion.velocity != DVec2::ZERO)
                && let Some(individual) = self.living.get_mut(&who.id)
            {
                individual.walk(motion.velocity, body.centre);
            }
        }
        new.sort_unstable_by_key(|individual| individual.who.id);
        for individual in new {
            self.add(individual, world);
        }
        self.unseen = world.next_id;
    }

    /// The organisms that commands added and that died before they were seen.
    fn unseen_dead(&self, world: &World) -> Vec<Individual> {
        let died = world.events.iter().filter(|event| matches!(event.what, EventKind::Died { .. }));
        let unseen = died.filter(|event| event.to >= self.unseen);
        unseen.map(|event| Individual::unseen(event, world.tick)).collect()
    }

    fn add(&mut self, mut individual: Individual, world: &World) {
        let parent = self.living.get(&individual.who.parent).map(|parent| parent.cluster);
        let species = world.config.species(individual.who.species);
        individual.cluster = self.clusters.place(&individual, parent, species);
        self.living.insert(individual.who.id, individual);
    }

    fn count(&mut self, event: &Event) {
        if let EventKind::Born { parent } = event.what
            && let Some(parent) = self.living.get_mut(&parent)
        {
            parent.children += 1;
        }
        let is_plant = match event.what {
            EventKind::Ate { food, .. } => self.living.get(&food).is_some_and(Individual::is_plant),
            _ => false,
        };
        if let Some(individual) = self.living.get_mut(&event.to) {
            individual.note(&event.what, is_plant);
        }
    }

    /// Writes the rows of the living, and finishes the table except for its CSV file.
    pub fn finish(&mut self, world: &World) -> Result<(), RecordError> {
        for (_, individual) in std::mem::take(&mut self.living) {
            self.write(&individual, world, None)?;
        }
        #[cfg(feature = "tables")]
        self.files.finish_parquet()?;
        Ok(())
    }

    /// Writes all rows of the CSV file to the disk, and adds its length.
    pub fn sync_csv(&mut self, lengths: &mut BTreeMap<String, u64>) -> Result<(), RecordError> {
        self.files.sync_csv(lengths)
    }

    /// Writes the rows of the living into the folder of a checkpoint, as if the run had ended, and all
    /// other rows of the Parquet file to the disk.
    pub fn checkpoint(
        &mut self,
        world: &World,
        folder: &Path,
        tables: &mut Vec<String>,
    ) -> Result<(), RecordError> {
        let brains: Vec<String> = self.living.values().map(Individual::brain_text).collect();
        let of = (world, &self.genomes, &self.clusters);
        let rows =
            self.living.values().zip(&brains).map(|(it, brain)| cells((it, brain), of, None));
        let rows: Vec<_> = rows.collect();
        self.files.checkpoint(folder, &rows, tables)
    }

    fn write(
        &mut self,
        individual: &Individual,
        world: &World,
        end: Option<End>,
    ) -> Result<(), RecordError> {
        let brain = individual.brain_text();
        self.files.row(&cells((individual, &brain), (world, &self.genomes, &self.clusters), end))
    }
}

#[cfg(test)]
mod tests;
