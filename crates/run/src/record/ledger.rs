//! The energy ledger of a run, one row per tick: `ledger.csv`, with the state hash by which a run
//! is verified.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use terrarium_creatures::rules::Energy;
use terrarium_input::regular_file;
use terrarium_output::table::{Cell, Column, CsvTable};
use terrarium_sim::world::{Account, Carcass, Ledger, StateHash, World};

use super::{NewFile, ReadError, RecordError};

/// The name of the file.
pub const LEDGER: &str = "ledger.csv";

/// Writes the table of the ledger.
///
/// Each account column has the energy booked since the previous row; the first row has the totals
/// since the world began. So the stock of a row equals all income up to it minus all expenses, to
/// the last quantum.
pub struct LedgerTable {
    table: CsvTable,
    before: Ledger,
    last_tick: Option<u64>,
}

impl LedgerTable {
    /// Creates the table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn new(file: NewFile) -> Result<Self, RecordError> {
        let table = CsvTable::new(file, &columns())?;
        Ok(Self { table, before: Ledger::default(), last_tick: None })
    }

    /// Writes the row of the last tick of `world`, and returns the state hash.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn row(&mut self, world: &World) -> Result<StateHash, RecordError> {
        let hash = world.state_hash();
        self.table.row(&cells(world, &self.before, &hash.to_string()))?;
        (self.before, self.last_tick) = (*world.ledger(), Some(world.tick()));
        Ok(hash)
    }

    /// The tick of the last row.
    #[must_use]
    pub fn last_tick(&self) -> Option<u64> {
        self.last_tick
    }

    /// Writes all rows so far to the disk, and returns the length of the file.
    pub(super) fn sync(&mut self) -> Result<u64, RecordError> {
        self.table.sync()
    }
}

/// The columns of the table.
#[must_use]
pub fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::whole("tick", "ticks since the world began"),
        Column::word("hash", "state hash of the world"),
        Column::whole("organisms", "organisms alive"),
        Column::whole("carcasses", "carcasses in the world"),
        Column::number("stock", "energy held by organisms and carcasses"),
    ];
    columns.extend(Account::ALL.map(|account| {
        let direction = if account.is_income() { "in" } else { "out" };
        let meaning = format!("energy {direction} since the previous row: {}", account.name());
        Column::number(account.name(), meaning)
    }));
    columns
}

/// The row of a world with this state hash, after the row that was written at the ledger `before`.
#[must_use]
pub fn cells<'a>(world: &World, before: &Ledger, hash: &'a str) -> Vec<Cell<'a>> {
    let carcasses = world.query::<&Carcass>().iter().len() as u64;
    let organisms = world.organism_count() as u64 - carcasses;
    let mut cells = vec![
        Cell::Whole(world.tick()),
        Cell::Word(hash),
        Cell::Whole(organisms),
        Cell::Whole(carcasses),
        Cell::Number(world.stock().units()),
    ];
    cells.extend(Account::ALL.map(|account| {
        let flow: Energy = world.ledger().total(account) - before.total(account);
        Cell::Number(flow.units())
    }));
    cells
}

/// Reads the ticks and state hashes of a `ledger.csv`, row by row.
pub struct RecordedHashes {
    rows: csv::StringRecordsIntoIter<BufReader<File>>,
    path: PathBuf,
}

impl RecordedHashes {
    /// Opens the table at `path`.
    ///
    /// # Errors
    /// When the file cannot be read or has other columns.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref().to_owned();
        let file = regular_file::open(&path).map_err(ReadError::opening(&path))?;
        let mut reader = csv::Reader::from_reader(BufReader::new(file));
        let headers = reader.headers().map_err(|error| malformed(&path, &error.to_string()))?;
        if headers.get(0) != Some("tick") || headers.get(1) != Some("hash") {
            return Err(malformed(&path, "it does not begin with the columns `tick` and `hash`"));
        }
        Ok(Self { rows: reader.into_records(), path })
    }
}

impl Iterator for RecordedHashes {
    type Item = Result<(u64, StateHash), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.rows.next()? {
            Ok(row) => row,
            Err(error) => return Some(Err(malformed(&self.path, &error.to_string()))),
        };
        let tick = row.get(0).and_then(|tick| tick.parse().ok());
        let hash = row.get(1).and_then(|hash| hash.parse().ok());
        Some(tick.zip(hash).ok_or_else(|| {
            let line = row.position().map_or(0, csv::Position::line);
            malformed(&self.path, &format!("line {line} has no tick and hash"))
        }))
    }
}

fn malformed(path: &Path, problem: &str) -> ReadError {
    ReadError::Malformed { path: path.to_owned(), problem: problem.to_owned() }
}
