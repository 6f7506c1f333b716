//! A column of the census from the directory of a run, which needs no replay.

use std::path::Path;

use terrarium_input::regular_file;
use terrarium_playback::chronicle::SpeciesInfo;

use super::{CensusColumn, CensusSeries};

/// The file with the census.
const CENSUS: &str = "census.csv";

impl CensusSeries {
    /// Reads a column from the directory of a run with these species; `None` if it holds no census.
    ///
    /// # Errors
    /// When the file is damaged; the error says where.
    pub fn of_run_dir(
        dir: &Path,
        column: CensusColumn,
        species: &[SpeciesInfo],
    ) -> Result<Option<Self>, String> {
        let path = dir.join(CENSUS);
        let Ok(file) = regular_file::open(&path) else { return Ok(None) };
        let damaged = |what: String| format!("{}: {what}", path.display());
        let mut table = csv::Reader::from_reader(file);
        let headers = table.headers().map_err(|error| damaged(error.to_string()))?.clone();
        let index_of = |name: &str| {
            let index = headers.iter().position(|header| header == name);
            index.ok_or_else(|| damaged(format!("there is no column `{name}`")))
        };
        let [tick, name, value] =
            [index_of("tick")?, index_of("species")?, index_of(&column.name())?];
        let mut rows: Vec<(u64, Vec<Option<f64>>)> = Vec::new();
        for record in table.records() {
            let record = record.map_err(|error| damaged(error.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |index: usize| record.get(index).unwrap_or_default();
            let wrong = |what: &str, index: usize| {
                damaged(format!("line {line}: {what}: `{}`", cell(index)))
            };
            let at: u64 = cell(tick).parse().map_err(|_| wrong("this is no tick", tick))?;
            let of = species.iter().position(|info| info.name == cell(name));
            let of = of.ok_or_else(|| wrong("the run has no such species", name))?;
            let number = match cell(value) {
                "" => None,
                text => Some(text.parse().map_err(|_| wrong("this is no number", value))?),
            };
            if rows.last().is_none_or(|&(last, _)| last != at) {
                rows.push((at, vec![None; species.len()]));
            }
            let last = rows.last_mut().expect("one was just pushed");
            last.1[of] = number;
        }
        let every = rows.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].0)).max();
        Ok(Some(Self { column, every: every.unwrap_or(1), rows }))
    }
}
