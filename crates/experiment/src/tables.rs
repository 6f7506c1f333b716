//! The tables of a sweep, written from its journal with the rows in the order of the runs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use terrarium_creatures::behaviour::Death;
use terrarium_output::table::ParquetTable;
use terrarium_output::table::{Cell, Column, CsvTable};
use terrarium_run::record::census;

use super::evolution::{EVOLUTION_CSV, EVOLUTION_PARQUET, EvolutionTable};
use super::journal::Entry;
use super::run_table::{RunTable, new_file};
use super::{
    Experiment, ExperimentError, Factor, FactorValue, Levels, Results, Row, SweepManifest, summary,
};

/// The file with a row for each run, as CSV.
pub const RUNS_CSV: &str = "runs.csv";
/// The file with a row for each run, as Parquet.
pub const RUNS_PARQUET: &str = "runs.parquet";
/// The folder with the census of all runs, in several Parquet files.
pub const CENSUS_PARQUET: &str = "census.parquet";
/// The file with the duration of each run, the only table that differs between equal sweeps.
pub const TIMINGS_CSV: &str = "timings.csv";

/// The number of runs in one file of the census.
const PART: u64 = 1000;

/// The folder in which tables are written before they are moved into place.
const STAGING: &str = ".tables";

/// The columns of `runs.csv` for an experiment with these species.
#[must_use]
pub fn columns(experiment: &Experiment, species: &[String]) -> Vec<Column> {
    let mut columns = head_columns(&factor_columns(experiment));
    columns.extend([
        Column::whole("seed", "seed of the world"),
        Column::word("ending", "complete, stopped, decided or failed"),
        Column::word("detail", "the stop condition, the winner or draw, the reason of a failure"),
        Column::whole("ticks", "simulated ticks"),
    ]);
    for name in species {
        columns.push(Column::whole(format!("{name}_founders"), "organisms at the beginning"));
        columns.push(Column::whole(format!("{name}_alive"), "organisms alive at the end"));
        let meaning = "tick at which it first died out; empty if it did not, or was never there";
        columns.push(Column::whole(format!("{name}_extinct_at"), meaning));
        columns.push(Column::whole(format!("{name}_births"), "births"));
        columns.extend(Death::ALL.map(|of| {
            let of = of.name();
            Column::whole(format!("{name}_died_{of}"), format!("deaths: {of}"))
        }));
        columns.push(Column::whole(format!("{name}_faults"), "failed turns"));
        let meaning = "1 if suspended after too many faults, else 0";
        columns.push(Column::whole(format!("{name}_suspended"), meaning));
    }
    columns.extend(experiment.measures.iter().map(|measure| {
        Column::number(measure.name.clone(), format!("measure: {}", measure.expression))
    }));
    columns.push(Column::word("state_hash", "state hash at the end"));
    columns
}

/// The columns with which every table of runs begins: the number of the run, its factors, its replicate.
pub(super) fn head_columns(factors: &[Column]) -> Vec<Column> {
    let mut columns = vec![Column::whole("case", "number of the run, from 0")];
    columns.extend_from_slice(factors);
    let meaning = "number of the replicate at this point, from 0";
    columns.push(Column::whole("replicate", meaning));
    columns
}

/// The columns of the factors of an experiment.
pub(super) fn factor_columns(experiment: &Experiment) -> Vec<Column> {
    experiment.factors.iter().map(column_of).collect()
}

/// The cells of a row for [`head_columns`]; `texts` must be those of [`texts_of`].
fn head_cells<'a>(row: &'a Row, factors: &[Column], texts: &'a [String]) -> Vec<Cell<'a>> {
    let mut cells = vec![Cell::Whole(row.case)];
    cells.extend(point_cells(row, factors, texts));
    cells.push(Cell::Whole(u64::from(row.replicate)));
    cells
}

/// The cells of a row for [`columns`]; `texts` must be those of [`texts_of`].
fn cells<'a>(
    row: &'a Row,
    factors: &[Column],
    species: &[String],
    measures: usize,
    texts: &'a [String],
) -> Vec<Cell<'a>> {
    let mut cells = head_cells(row, factors, texts);
    let (detail, hash) = (row.ending.detail(), texts.last().map_or("", String::as_str));
    cells.extend([
        Cell::Whole(row.seed),
        Cell::Word(row.ending.name()),
        if detail.is_empty() { Cell::Empty } else { Cell::Word(detail) },
        Cell::Whole(row.ticks),
    ]);
    for name in species {
        let Some(outcome) = row.of_species(name) else {
            cells.extend(vec![Cell::Empty; 6 + Death::ALL.len()]);
            continue;
        };
        cells.extend([Cell::Whole(outcome.founders), Cell::Whole(outcome.alive)]);
        cells.push(outcome.extinct_at.map_or(Cell::Empty, Cell::Whole));
        cells.push(Cell::Whole(outcome.births));
        let died = |of: Death| outcome.deaths.get(of.name()).copied().unwrap_or(0);
        cells.extend(Death::ALL.map(|of| Cell::Whole(died(of))));
        cells.extend([Cell::Whole(outcome.faults), Cell::Whole(outcome.suspended.into())]);
    }
    let value = |index: usize| row.measures.get(index).copied().flatten();
    cells.extend((0..measures).map(|index| Cell::from(value(index))));
    cells.push(if hash.is_empty() { Cell::Empty } else { Cell::Word(hash) });
    cells
}

/// The texts to which the cells of a row refer: the values of its point, and its hash.
fn texts_of(row: &Row) -> Vec<String> {
    let hash = row.state_hash.map(|hash| hash.to_string()).unwrap_or_default();
    row.point.iter().map(ToString::to_string).chain([hash]).collect()
}

fn point_cells<'a>(row: &Row, factors: &[Column], texts: &'a [String]) -> Vec<Cell<'a>> {
    use terrarium_output::table::Holds;
    let cell = |((value, column), text): ((&FactorValue, &Column), &'a String)| match column.holds {
        Holds::Word | Holds::Text => Cell::Word(text),
        Holds::Number => value.number().map_or(Cell::Empty, |number| Cell::Number(number + 0.0)),
        Holds::Whole => match value {
            FactorValue::Integer(whole) => u64::try_from(*whole).map_or(Cell::Empty, Cell::Whole),
            _ => Cell::Empty,
        },
    };
    row.point.iter().zip(factors).zip(texts).map(cell).collect()
}

/// The column of a factor. Its type is the first of whole number, number and word that fits all
/// values.
fn column_of(factor: &Factor) -> Column {
    let meaning = "value of this factor";
    let name = factor.name.clone();
    let is_whole = |value: &FactorValue| matches!(value, FactorValue::Integer(0..));
    match &factor.levels {
        Levels::Range(range) if range.whole && range.from >= 0.0 => Column::whole(name, meaning),
        Levels::Range(_) => Column::number(name, meaning),
        Levels::List(values) if values.iter().all(is_whole) => Column::whole(name, meaning),
        Levels::List(values) if values.iter().all(|value| value.number().is_some()) => {
            Column::number(name, meaning)
        }
        Levels::List(_) => Column::word(name, meaning),
    }
}

/// Writes all tables of a sweep with the runs that have ended, and marks it `finished` if these are all.
/// With `vector_charts`, charts are also written as SVG and PDF.
///
/// # Errors
/// When a file cannot be read or written. Existing tables are unchanged then.
pub(super) fn write(
    dir: &Path,
    finished: bool,
    vector_charts: bool,
) -> Result<SweepManifest, ExperimentError> {
    let results = Results::open(dir)?;
    let staging = dir.join(STAGING);
    remove(&staging).map_err(ExperimentError::writing(&staging))?;
    fs::create_dir(&staging).map_err(ExperimentError::writing(&staging))?;
    let written = fill(&results, &staging, vector_charts);
    let written = written.and_then(|endings| {
        move_all(&staging, dir).map_err(ExperimentError::writing(dir))?;
        Ok(endings)
    });
    if written.is_err() {
        let _ = remove(&staging);
    }
    let manifest = SweepManifest { finished, endings: written?, ..results.manifest().clone() };
    manifest.write(dir)?;
    Ok(manifest)
}

fn fill(
    results: &Results,
    staging: &Path,
    vector_charts: bool,
) -> Result<BTreeMap<String, u64>, ExperimentError> {
    let mut tables = Tables::new(results, staging)?;
    let mut endings = BTreeMap::new();
    let mut ordered = results.ordered()?;
    while let Some(entry) = ordered.next() {
        let entry = entry?;
        *endings.entry(entry.row.ending.name().to_owned()).or_default() += 1;
        tables.add(&entry)?;
        if tables.experiment.keep.census_every.is_some() {
            let census = ordered.reader().census(&entry)?;
            tables.add_census(&entry.row, &census)?;
        }
    }
    tables.finish()?;
    if results.manifest().experiment.keep.summary {
        summary::write(results, staging, vector_charts)?;
    }
    Ok(endings)
}

struct Tables<'a> {
    experiment: &'a Experiment,
    species: &'a [String],
    /// The number of measures that the experiment defines.
    measures: usize,
    factors: Vec<Column>,
    runs: RunTable,
    timings: CsvTable,
    evolution: Option<EvolutionTable>,
    part: Option<(u64, ParquetTable)>,
    staging: PathBuf,
}

impl<'a> Tables<'a> {
    fn new(results: &'a Results, staging: &Path) -> Result<Self, ExperimentError> {
        let SweepManifest { experiment, species, .. } = results.manifest();
        let columns = columns(experiment, species);
        let seconds = [
            Column::whole("case", "number of the run, from 0"),
            Column::number("seconds", "duration of the run, in seconds"),
        ];
        Ok(Self {
            experiment,
            species,
            measures: experiment.measures.len(),
            factors: factor_columns(experiment),
            runs: RunTable::new(staging, [RUNS_CSV, RUNS_PARQUET], &columns)?,
            timings: CsvTable::new(new_file(staging, TIMINGS_CSV)?, &seconds)?,
            evolution: match experiment.evolution {
                Some(_) => Some(EvolutionTable::new(staging, experiment)?),
                None => None,
            },
            part: None,
            staging: staging.to_owned(),
        })
    }

    fn add(&mut self, entry: &Entry) -> Result<(), ExperimentError> {
        let texts = texts_of(&entry.row);
        let cells = cells(&entry.row, &self.factors, self.species, self.measures, &texts);
        self.runs.row(&cells)?;
        if let Some(evolution) = &mut self.evolution {
            evolution.add(&entry.row, &head_cells(&entry.row, &self.factors, &texts))?;
        }
        self.timings.row(&[Cell::Whole(entry.row.case), Cell::Number(entry.seconds)])?;
        Ok(())
    }

    fn add_census(
        &mut self,
        row: &Row,
        census: &[Vec<super::spool::SpooledCell>],
    ) -> Result<(), ExperimentError> {
        let number = row.case / PART;
        if self.part.as_ref().is_none_or(|(part, _)| *part != number) {
            if let Some((_, complete)) = self.part.take() {
                complete.finish()?;
            }
            let name = format!("{CENSUS_PARQUET}/part-{number:06}.parquet");
            let table = ParquetTable::new(new_file(&self.staging, &name)?, &self.census_columns())?;
            self.part = Some((number, table));
        }
        let Some((_, table)) = &mut self.part else { return Ok(()) };
        let texts = texts_of(row);
        let head = head_cells(row, &self.factors, &texts);
        for line in census {
            let cells: Vec<_> = head
                .iter()
                .copied()
                .chain(line.iter().map(super::spool::SpooledCell::cell))
                .collect();
            table.row(&cells)?;
        }
        Ok(())
    }

    fn census_columns(&self) -> Vec<Column> {
        let mut columns = head_columns(&self.factors);
        columns.extend(census::columns());
        columns
    }

    fn finish(self) -> Result<(), ExperimentError> {
        self.runs.finish()?;
        self.timings.finish()?;
        self.evolution.map_or(Ok(()), EvolutionTable::finish)?;
        self.part.map_or(Ok(()), |(_, part)| part.finish())?;
        Ok(())
    }
}

/// Moves everything from `staging` to `dir`, replacing existing tables.
fn move_all(staging: &Path, dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(staging)? {
        let name = entry?.file_name();
        let target = dir.join(&name);
        if target.is_dir() {
            fs::remove_dir_all(&target)?;
        }
        fs::rename(staging.join(&name), target)?;
    }
    fs::remove_dir(staging)
}

/// Removes the tables and charts of a sweep whose runs get other numbers.
pub(super) fn remove_all(dir: &Path) -> io::Result<()> {
    let tables = [
        summary::ANOVA,
        RUNS_CSV,
        RUNS_PARQUET,
        TIMINGS_CSV,
        EVOLUTION_CSV,
        EVOLUTION_PARQUET,
        summary::SUMMARY,
        summary::SURVIVAL,
        summary::INCIDENCE,
        summary::LOG_RANK,
    ];
    let is_chart = |name: &str| {
        ["response", "survival"].iter().any(|kind| name.starts_with(kind))
            && [".png", ".svg", ".pdf"].iter().any(|ending| name.ends_with(ending))
    };
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| tables.contains(&name) || is_chart(name)) {
            fs::remove_file(entry.path())?;
        }
    }
    remove(&dir.join(CENSUS_PARQUET))
}

fn remove(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
