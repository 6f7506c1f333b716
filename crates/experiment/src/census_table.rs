//! The census of a run, as rows of `census.parquet`.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use terrarium_run::record::census::{self, Census};
use terrarium_sim::world::World;

use super::spool::{SpooledCell, owned_cell};

/// The rows of the census of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CensusTable {
    every: NonZeroU64,
    /// The counts since the last rows.
    census: Census,
    /// The tick of the last rows.
    last: u64,
    rows: Vec<Vec<SpooledCell>>,
}

impl CensusTable {
    /// Begins with the rows of `world`.
    pub fn new(world: &World, every: NonZeroU64) -> Self {
        let (census, last) = (Census::new(world), world.tick());
        let mut table = Self { every, census, last, rows: Vec::new() };
        table.add_rows(world);
        table
    }

    /// Counts the last tick of `world`, and adds its rows if they are due.
    pub fn record(&mut self, world: &World) {
        self.census.record(world);
        if world.tick().is_multiple_of(self.every.get()) {
            self.add_rows(world);
        }
    }

    /// All rows, the last of them of the last tick.
    pub fn finish(mut self, world: &World) -> Vec<Vec<SpooledCell>> {
        if self.last != world.tick() {
            self.add_rows(world);
        }
        self.rows
    }

    fn add_rows(&mut self, world: &World) {
        self.last = world.tick();
        for line in self.census.take(world) {
            let species = world.config().species(line.species);
            self.rows.push(census::cells(&line, species).into_iter().map(owned_cell).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use terrarium_testing::{simulation_of, small_world};

    use super::*;

    #[test]
    fn the_census_of_a_run_ends_with_its_last_tick() {
        for (ticks, expected) in [(7, vec![0, 5, 7]), (10, vec![0, 5, 10]), (0, vec![0])] {
            let mut simulation = simulation_of(small_world());
            let every = NonZeroU64::new(5).unwrap();
            let mut table = CensusTable::new(simulation.world(), every);
            for _ in 0..ticks {
                simulation.tick();
                table.record(simulation.world());
            }
            let rows = table.finish(simulation.world());
            let mut found: Vec<u64> = rows
                .iter()
                .map(|row| match row[0] {
                    SpooledCell::Whole(tick) => tick,
                    ref other => panic!("{other:?}"),
                })
                .collect();
            found.dedup();
            assert_eq!(found, expected);
        }
    }
}
