//! The census of a run for charts, in bounded memory.

use terrarium_creatures::species::Species;
use terrarium_output::table::Cell;
use terrarium_playback::life_history::ReplayProgress;
use terrarium_playback::{Playback, PlaybackError};
use terrarium_run::record::census::{self, Census, Line};
use terrarium_sim::world::World;

use super::CensusColumn;

/// The census of a run tick by tick. Of a long run, the rows are of every second, fourth, eighth … tick,
/// and events are counted since the row before.
#[derive(Debug, Clone)]
pub struct CensusHistory {
    first_tick: u64,
    /// The number of ticks between two rows.
    every: u64,
    /// The lines of all species for each row, the oldest first.
    rows: Vec<Vec<Line>>,
    /// The events since the last row.
    census: Census,
    /// The last tick that was counted.
    last: u64,
}

/// A column of the census over time.
#[derive(Debug, Clone, PartialEq)]
pub struct CensusSeries {
    /// The column.
    pub column: CensusColumn,
    /// The number of ticks between two rows.
    pub every: u64,
    /// The tick and the value for each species of each row; `None` where it does not apply.
    pub rows: Vec<(u64, Vec<Option<f64>>)>,
}

/// The most lines that are kept, about 4 MB.
const LINES: usize = 4096;

impl CensusHistory {
    /// Begins a history with the current state of `world`.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let mut census = Census::new(world);
        let rows = vec![census.take(world)];
        Self { first_tick: world.tick(), every: 1, rows, census, last: world.tick() }
    }

    /// The last tick that was counted.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.last
    }

    /// Adds the tick that `world` has just completed. Ignores a tick that does not follow the last one.
    pub fn record(&mut self, world: &World) {
        if world.tick() != self.last + 1 {
            return;
        }
        self.last = world.tick();
        self.census.record(world);
        if (world.tick() - self.first_tick).is_multiple_of(self.every) {
            self.rows.push(self.census.take(world));
            if self.rows.len() > most_rows(world.config().species.len()) {
                self.thin();
            }
        }
    }

    /// Adds the recorded ticks of a playback up to its last one, as long as `goes_on` is true of the
    /// progress. Goes first to the last tick that was counted, unless the playback is there.
    ///
    /// # Errors
    /// When a keyframe is damaged, or a recorded command is refused.
    pub fn extend(
        &mut self,
        playback: &mut Playback,
        mut goes_on: impl FnMut(ReplayProgress) -> bool,
    ) -> Result<(), PlaybackError> {
        if playback.tick() != self.last {
            playback.seek(self.last)?;
        }
        let (first, last) = (self.last, playback.frontier());
        while playback.tick() < last {
            playback.step()?;
            self.record(playback.simulation().world());
            if !goes_on(ReplayProgress { done: self.last - first, ticks: last - first }) {
                break;
            }
        }
        Ok(())
    }

    /// Merges pairs of rows: of two rows, the later one remains, with the events of both.
    fn thin(&mut self) {
        self.every *= 2;
        let (first, every) = (self.first_tick, self.every);
        let mut kept: Vec<Vec<Line>> = Vec::with_capacity(self.rows.len() / 2 + 1);
        let mut dropped: Option<Vec<Line>> = None;
        for mut row in self.rows.drain(..) {
            for (line, before) in row.iter_mut().zip(dropped.take().into_iter().flatten()) {
                line.flow += &before.flow;
            }
            let tick = row.first().map_or(first, |line| line.tick);
            if (tick - first).is_multiple_of(every) { kept.push(row) } else { dropped = Some(row) }
        }
        self.rows = kept;
        // The events of a row that was dropped at the end belong to the next one.
        if let Some(row) = dropped {
            self.census.add(row.iter().map(|line| &line.flow));
        }
    }

    /// The values of a column.
    #[must_use]
    pub fn series(&self, column: CensusColumn, species: &[Species]) -> CensusSeries {
        let index = column.index();
        let value = |line: &Line| {
            let species = species.get(line.species.index())?;
            match census::cells(line, species).get(index)? {
                Cell::Whole(number) => Some(super::float(*number)),
                Cell::Number(number) => Some(*number),
                Cell::Word(_) | Cell::Empty => None,
            }
        };
        let row = |lines: &Vec<Line>| {
            Some((lines.first()?.tick, lines.iter().map(value).collect::<Vec<_>>()))
        };
        let rows = self.rows.iter().filter_map(row).collect();
        CensusSeries { column, every: self.every, rows }
    }
}

/// The number of rows above which a history of so many species is thinned.
fn most_rows(species: usize) -> usize {
    (LINES / species.max(1)).clamp(64, 1024)
}
