//! The census of the runs of a sweep, read back as numbers.

use terrarium_run::record::census;

use super::results::Ordered;
use super::spool::SpooledCell;
use super::{ExperimentError, Results, Row};

/// A species at one tick of the census of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct CensusRow {
    /// The tick.
    pub tick: u64,
    /// The name of the species.
    pub species: String,
    /// The number of living organisms.
    pub alive: u64,
    /// The energy that they can spend, in total.
    pub energy: f64,
}

/// Iterates over the runs of a sweep that have ended, each with its census. Only one is in memory at
/// a time.
pub struct Censuses {
    ordered: Ordered,
    columns: Columns,
}

impl Results {
    /// Iterates over the runs that have ended, in the order of their numbers, each with its census:
    /// empty unless the experiment keeps one.
    ///
    /// # Errors
    /// When the journal cannot be read or is damaged; items may be such errors, too.
    pub fn censuses(&self) -> Result<Censuses, ExperimentError> {
        Ok(Censuses { ordered: self.ordered()?, columns: Columns::of_census() })
    }
}

impl Iterator for Censuses {
    type Item = Result<(Row, Vec<CensusRow>), ExperimentError>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.ordered.next()?;
        Some(entry.and_then(|entry| {
            let census = self.ordered.reader().census(&entry)?;
            let rows = census.iter().filter_map(|row| self.columns.read(row));
            Ok((entry.row, rows.collect()))
        }))
    }
}

/// The positions of columns of the census.
struct Columns {
    tick: usize,
    species: usize,
    alive: usize,
    energy: usize,
}

impl Columns {
    fn of_census() -> Self {
        let columns = census::columns();
        let position = |name: &str| columns.iter().position(|column| column.name == name);
        let known = |name: &str| position(name).expect("the census has this column");
        let [tick, species, alive, energy] = ["tick", "species", "count", "energy"].map(known);
        Self { tick, species, alive, energy }
    }

    fn read(&self, row: &[SpooledCell]) -> Option<CensusRow> {
        use SpooledCell::{Number, Whole, Word};
        let cells = [self.tick, self.species, self.alive, self.energy].map(|index| row.get(index));
        match cells {
            [Some(Whole(tick)), Some(Word(species)), Some(Whole(alive)), Some(Number(energy))] => {
                let species = species.clone();
                Some(CensusRow { tick: *tick, species, alive: *alive, energy: *energy })
            }
            _ => None,
        }
    }
}
