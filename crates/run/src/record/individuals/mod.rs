//! The individuals of a run: `individuals.csv` and `individuals.parquet` have a row for each organism that was
//! ever alive, `ancestry.csv` and `ancestry.parquet` one for each of the living and their ancestors.
//!
//! Both tables have the same columns, which sum up what organisms do while the run is recorded, and the same
//! row of an organism. That of all organisms is written as they die, with the living last, so memory use follows
//! from the number of the living; that of the ancestry is written at the end.

mod ancestry;
mod clusters;
mod columns;
mod genome_columns;
mod individual;

use std::collections::BTreeMap;
use std::path::Path;

use glam::DVec2;
use terrarium_creatures::behaviour::{Death, Event, EventKind, OrganismId};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_output::table::{Cell, TableFiles, TablePair};
use terrarium_sim::world::{Body, Carcass, Identity, Mating, Motion, World};

use ancestry::Ancestry;
use clusters::Clusters;
use columns::cells;
pub use columns::columns;
pub use genome_columns::GenomeColumns;
use individual::Individual;

use super::{RecordError, RunDir};

/// The name of the table of all organisms, without the ending of a file.
const INDIVIDUALS: &str = "individuals";

/// The files of both tables; `None` for a table that is not written.
#[derive(Debug, Clone, Copy)]
pub(super) struct IndividualFiles {
    /// Of the table of all organisms.
    pub all: Option<TableFiles>,
    /// Of the table of the living and their ancestors.
    pub ancestry: Option<TableFiles>,
}

/// Writes the tables.
pub(super) struct IndividualTables {
    all: Option<TablePair>,
    ancestry: Option<Ancestry>,
    genomes: GenomeColumns,
    clusters: Clusters,
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

impl IndividualTables {
    /// Creates the tables with the organisms of `world`; `None` if none is written.
    pub fn new(
        dir: &RunDir,
        world: &World,
        files: IndividualFiles,
    ) -> Result<Option<Self>, RecordError> {
        if files.all.is_none() && files.ancestry.is_none() {
            return Ok(None);
        }
        let genomes = GenomeColumns::new(&world.config().species);
        let columns = columns(&genomes);
        let all = files.all.map(|files| TablePair::new(dir, INDIVIDUALS, &columns, files));
        let ancestry = files.ancestry.map(|files| Ancestry::new(dir, &columns, files));
        let mut tables = Self {
            all: all.transpose()?,
            ancestry: ancestry.transpose()?,
            genomes,
            clusters: Clusters::new(),
            living: BTreeMap::new(),
            unseen: OrganismId(1),
        };
        tables.see(world, Vec::new());
        Ok(Some(tables))
    }

    /// Counts the last tick of `world`, and writes the rows of those that died in it, by identity.
    pub fn record(&mut self, world: &World) -> Result<(), RecordError> {
        self.see(world, self.unseen_dead(world));
        for event in world.events() {
            self.count(event, world);
        }
        for event in world.events() {
            if let EventKind::Died { of, by } = event.what
                && let Some(dead) = self.living.remove(&event.to)
            {
                let end = End { tick: world.tick(), of, by };
                if let Some(cluster) = &dead.cluster {
                    self.clusters.record_death(cluster, world.tick());
                }
                if let Some(all) = &mut self.all {
                    all.row(&row(&dead, &self.genomes, world, Some(end)))?;
                }
                if let Some(ancestry) = &mut self.ancestry {
                    ancestry.bury(dead, end);
                }
            }
        }
        Ok(())
    }

    /// Adds the organisms that are new, some of which are known already, and follows those that move.
    fn see(&mut self, world: &World, mut new: Vec<Individual>) {
        let mut query = world.query::<Living<'_>>().without::<&Carcass>();
        for (who, body, motion, animal, plant, genome, mating) in query.iter() {
            if who.id >= self.unseen {
                let species = world.config().species(who.species);
                let genome = genome.map(|genome| self.genomes.entry(genome, species));
                let inherited = (individual::inherited(animal, plant), genome);
                let second_parent = mating.map_or(OrganismId::NONE, |mating| mating.second_parent);
                let individual = Individual::new(*who, body.centre, inherited, world.tick());
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
        self.unseen = world.next_id();
    }

    /// The organisms that commands added and that died before they were seen.
    fn unseen_dead(&self, world: &World) -> Vec<Individual> {
        let died =
            world.events().iter().filter(|event| matches!(event.what, EventKind::Died { .. }));
        let unseen = died.filter(|event| event.to >= self.unseen);
        unseen.map(|event| Individual::unseen(event, world.tick())).collect()
    }

    /// Adds an organism that is new. Those with lower identities, such as its parent, have been added.
    fn add(&mut self, mut individual: Individual, world: &World) {
        let who = individual.who;
        let parent = self.living.get(&who.parent).and_then(|parent| parent.cluster.as_ref());
        let species = world.config().species(who.species);
        individual.cluster = Some(self.clusters.place(&individual, parent, species));
        self.living.insert(who.id, individual);
        if let Some(ancestry) = &mut self.ancestry {
            ancestry.add_child(who.parent);
        }
    }

    fn count(&mut self, event: &Event, world: &World) {
        if let EventKind::Born { parent } = event.what
            && let Some(parent) = self.living.get_mut(&parent)
        {
            parent.children += 1;
        }
        if Individual::is_counted(&event.what)
            && let Some(individual) = self.living.get_mut(&event.to)
        {
            individual.record(&event.what, world.config().species(event.species).kind);
        }
    }

    /// Writes the rows of the living and the ancestry, and finishes the tables except for their CSV files.
    pub fn finish(&mut self, world: &World) -> Result<(), RecordError> {
        if let Some(ancestry) = &mut self.ancestry {
            ancestry.finish((&self.living, &self.genomes, world))?;
        }
        for (_, individual) in std::mem::take(&mut self.living) {
            if let Some(all) = &mut self.all {
                all.row(&row(&individual, &self.genomes, world, None))?;
            }
        }
        #[cfg(not(target_family = "wasm"))]
        self.all.as_mut().map_or(Ok(()), TablePair::finish_parquet)?;
        Ok(())
    }

    /// Writes all rows of the CSV files to the disk, and adds their lengths.
    pub fn sync_csv(&mut self, lengths: &mut BTreeMap<String, u64>) -> Result<(), RecordError> {
        self.all.as_mut().map_or(Ok(()), |all| all.sync_csv(lengths))?;
        self.ancestry.as_mut().map_or(Ok(()), |ancestry| ancestry.sync_csv(lengths))
    }

    /// Writes the rows of the living and the ancestry into the folder of a checkpoint, as if the run had ended, and
    /// all other rows of the Parquet files to the disk.
    pub fn checkpoint(
        &mut self,
        world: &World,
        folder: &Path,
        tables: &mut Vec<String>,
    ) -> Result<(), RecordError> {
        if let Some(all) = &mut self.all {
            let living = self.living.values();
            let rows = living.map(|individual| row(individual, &self.genomes, world, None));
            all.checkpoint(folder, &rows.collect::<Vec<_>>(), tables)?;
        }
        if let Some(ancestry) = &mut self.ancestry {
            ancestry.checkpoint((&self.living, &self.genomes, world), folder, tables)?;
        }
        Ok(())
    }
}

/// The row of an organism that has died or is alive now.
fn row<'a>(
    individual: &'a Individual,
    genomes: &GenomeColumns,
    world: &'a World,
    end: Option<End>,
) -> Vec<Cell<'a>> {
    let species = world.config().species(individual.who.species);
    let tick = end.map_or(world.tick(), |end| end.tick);
    cells(individual, genomes, species, tick, end)
}
