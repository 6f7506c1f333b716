//! MovingAI's scenario files: `.scen`, a list of path-finding problems on a map.
//!
//! Format: <https://movingai.com/benchmarks/formats.html>. A line `version 1`, then a row for each
//! experiment: bucket, map, width and height of the map, column and row of start and goal, and the
//! length of the shortest path. Columns are separated by tabs.

use std::path::Path;

use super::error::quoted;
use super::file::text_of_file;
use super::rows::read_size;
use super::{Cell, Place, Terrain, TerrainError, TerrainProblem, Unit};

/// One row of a scenario file: a path-finding problem and the length of its solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The map, as the file names it: usually a path on the author's machine.
    pub map: String,
    /// The number of columns of that map.
    pub width: u32,
    /// The number of rows of that map.
    pub height: u32,
    /// The start tile.
    pub start: Cell,
    /// The goal tile.
    pub goal: Cell,
    /// The length, in tiles, of the shortest path that moves straight or diagonally between the
    /// centres of neighbouring tiles, and never cuts a corner.
    pub octile_length: f64,
    /// How much the file may have rounded the length: half a unit of the last decimal place that
    /// any of its rows has.
    pub rounding: f64,
}

impl Experiment {
    /// Reads all rows of a scenario file, in order.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is longer than [`MAX_BYTES`](super::MAX_BYTES), and the
    /// errors of [`Experiment::parse`]. Every message begins with the path.
    pub fn read(path: impl AsRef<Path>) -> Result<Vec<Self>, TerrainError> {
        let name = path.as_ref().display().to_string();
        Self::parse(&name, &text_of_file(path.as_ref())?)
    }

    /// Parses the text of a scenario file; `name` is its name in messages.
    ///
    /// Lines may end in CRLF, and empty lines are skipped. Where a row has no tabs, its columns are
    /// separated by spaces.
    ///
    /// # Errors
    ///
    /// When the first line is not `version 1`, or a row has a missing or extra column, an invalid
    /// number, or a position outside its map. The error includes the line.
    pub fn parse(name: &str, text: &str) -> Result<Vec<Self>, TerrainError> {
        Self::parse_rows(name, text)?.into_iter().collect()
    }

    /// Reads the rows of a scenario file, in order, each with its own result: an error in one does
    /// not affect the others.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or its first line is not `version 1`.
    pub fn read_rows(
        path: impl AsRef<Path>,
    ) -> Result<Vec<Result<Self, TerrainError>>, TerrainError> {
        let name = path.as_ref().display().to_string();
        Self::parse_rows(&name, &text_of_file(path.as_ref())?)
    }

    fn parse_rows(name: &str, text: &str) -> Result<Vec<Result<Self, TerrainError>>, TerrainError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty());
        let (number, head) = lines.next().ok_or_else(|| TerrainProblem::NoExperiments.of(name))?;
        let mut words = head.split_whitespace();
        let version = words.next().filter(|&word| word == "version").and(words.next());
        if !matches!(version, Some("1" | "1.0")) {
            let (found, expected) = (quoted(head), "`version 1`");
            return Err(TerrainProblem::Header { found, expected }.at_line(name, number, None));
        }
        let read = |(number, row)| {
            Self::of_row(number, row).map_err(|problem| problem.at_line(name, number, None))
        };
        let mut rows: Vec<Result<Self, TerrainError>> = lines.map(read).collect();
        let finest = rows.iter().flatten().map(|row| row.rounding).fold(f64::INFINITY, f64::min);
        rows.iter_mut().flatten().for_each(|row| row.rounding = finest);
        Ok(rows)
    }

    fn of_row(line: usize, row: &str) -> Result<Self, TerrainProblem> {
        let fields: Vec<&str> = if row.contains('\t') {
            row.split('\t').map(str::trim).collect()
        } else {
            row.split_whitespace().collect()
        };
        let &[_, map, width, height, start_x, start_y, goal_x, goal_y, length] = &fields[..] else {
            return Err(TerrainProblem::ExperimentColumns { found: fields.len() });
        };
        let experiment = Self {
            line,
            map: map.to_owned(),
            width: read_size("width", width)?,
            height: read_size("height", height)?,
            start: read_cell(["the start's column", "the start's row"], [start_x, start_y])?,
            goal: read_cell(["the goal's column", "the goal's row"], [goal_x, goal_y])?,
            octile_length: read_length(length)?,
            rounding: half_unit(length),
        };
        experiment.check_places()
    }

    fn check_places(self) -> Result<Self, TerrainProblem> {
        let Self { width, height, .. } = self;
        for (part, cell) in [("start", self.start), ("goal", self.goal)] {
            if cell.x >= width || cell.y >= height {
                return Err(TerrainProblem::ExperimentOutside { part, cell, width, height });
            }
        }
        Ok(self)
    }

    /// Checks that this row of the file `name` is for `terrain`: that the size matches, and that
    /// start and goal are passable.
    ///
    /// # Errors
    ///
    /// When it is not. The error includes the line.
    pub fn check_on(&self, name: &str, terrain: &Terrain) -> Result<(), TerrainError> {
        self.check_size(name, terrain)?;
        for (part, cell) in [("start", self.start), ("goal", self.goal)] {
            let tile = terrain.tile(cell).expect("places were checked against the size");
            if !tile.is_passable() {
                let problem = TerrainProblem::ExperimentBlocked { part, cell, tile };
                return Err(problem.at_line(name, self.line, None));
            }
        }
        Ok(())
    }

    /// Checks that this row of the file `name` is for a map of the size of `terrain`.
    ///
    /// # Errors
    ///
    /// When its map has another size. The error includes the line.
    pub fn check_size(&self, name: &str, terrain: &Terrain) -> Result<(), TerrainError> {
        let stated = (self.width, self.height);
        let is = (terrain.width(), terrain.height());
        if stated == is {
            return Ok(());
        }
        let problem = TerrainProblem::OtherMap { map: quoted(&self.map), stated, is };
        let place = Place { unit: Unit::Line, number: self.line, column: None };
        Err(TerrainError { name: name.to_owned(), place: Some(place), problem })
    }
}

fn read_cell(which: [&'static str; 2], text: [&str; 2]) -> Result<Cell, TerrainProblem> {
    let read = |axis: usize| {
        let (which, text) = (which[axis], text[axis]);
        let none = |_| TerrainProblem::ExperimentPlace { which, found: quoted(text) };
        text.parse().map_err(none)
    };
    Ok(Cell::new(read(0)?, read(1)?))
}

fn read_length(text: &str) -> Result<f64, TerrainProblem> {
    let length = text.parse().ok().filter(|length: &f64| length.is_finite() && *length >= 0.0);
    length.ok_or_else(|| TerrainProblem::ExperimentLength(quoted(text)))
}

/// Half a unit of the last decimal place of a number.
fn half_unit(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent =
        exponent.parse::<i64>().unwrap_or(0).saturating_sub_unsigned(decimals as u64 + 1);
    format!("5e{exponent}").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TWO: &str = "version 1\n\
                       0\tmaps/pond.map\t7\t5\t1\t4\t2\t4\t1\n\
                       12\tmaps/pond.map\t7\t5\t0\t0\t6\t3\t7.24264\n";

    fn refusal(text: &str) -> String {
        Experiment::parse("bad.scen", text).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_read_in_their_order() {
        let rows = Experiment::parse("pond.scen", TWO).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[1],
            Experiment {
                line: 3,
                map: "maps/pond.map".to_owned(),
                width: 7,
                height: 5,
                start: Cell::new(0, 0),
                goal: Cell::new(6, 3),
                octile_length: 7.24264,
                rounding: 5e-6,
            }
        );
    }

    #[test]
    fn line_ends_empty_lines_and_spaces_do_not_matter() {
        let plain = Experiment::parse("pond.scen", TWO).unwrap();
        let dos = TWO.replace('\n', "\r\n");
        let spaced = TWO.replace('\t', "  ");
        let older = TWO.replace("version 1", "version 1.0");
        for text in [dos.as_str(), &spaced, &older, TWO.trim_end(), &format!("{TWO}\n\n")] {
            assert_eq!(Experiment::parse("pond.scen", text).unwrap(), plain, "{text:?}");
        }
        let gap = TWO.replacen('\n', "\n\n", 1);
        assert_eq!(Experiment::parse("pond.scen", &gap).unwrap()[0].line, 3);
        assert_eq!(Experiment::parse("pond.scen", "version 1\n").unwrap(), []);
    }

    #[test]
    fn a_map_may_have_spaces_in_its_name_where_tabs_part_the_columns() {
        let text = TWO.replace("pond.map", "my pond.map");
        assert_eq!(Experiment::parse("pond.scen", &text).unwrap()[0].map, "maps/my pond.map");
        let text = text.replace('\t', " ");
        assert!(refusal(&text).contains("line 2: this row has 10 columns"), "{}", refusal(&text));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_line() {
        assert_eq!(
            refusal(""),
            "bad.scen: the scenario file is empty; begin it with the line `version 1`"
        );
        assert_eq!(
            refusal("\n0\tpond.map"),
            "bad.scen, line 2: `0\\tpond.map` where `version 1` is expected"
        );
        assert!(refusal("version 2\n").contains("line 1: `version 2` where `version 1`"));
        let with = |from: &str, to: &str| refusal(&TWO.replacen(from, to, 1));
        assert_eq!(
            with("\t1\n12", "\n12"),
            "bad.scen, line 2: this row has 8 columns; it must have 9: bucket, map, width, height, \
             column and row of start and goal, length"
        );
        assert_eq!(
            with("7.24264", "far"),
            "bad.scen, line 3: the length of the shortest path is `far`; it must be a number that \
             is not negative"
        );
        for length in ["nan", "inf", "-1", "1e999"] {
            assert!(with("7.24264", length).contains(length), "{length}");
        }
        assert!(with("7\t5", "0\t5").contains("line 2: width is `0`"));
        assert!(with("7\t5", "7\t1e3").contains("line 2: height is `1e3`"));
        assert_eq!(
            with("\t1\t4", "\t-1\t4"),
            "bad.scen, line 2: the start's column is `-1`; it must be a whole number, counted from 0"
        );
        assert!(with("2\t4\t1", "2\t4.5\t1").contains("the goal's row is `4.5`"));
        assert_eq!(
            with("6\t3", "6\t5"),
            "bad.scen, line 3: the goal [6, 5] is outside the map; it has columns 0 to 6 and rows \
             0 to 4"
        );
    }

    #[test]
    fn lengths_are_as_precise_as_the_most_precise_row() {
        let rounding = |from: &str, to: &str| {
            let rows = Experiment::parse("pond.scen", &TWO.replace(from, to)).unwrap();
            rows.iter().map(|row| row.rounding).collect::<Vec<f64>>()
        };
        assert_eq!(rounding("7.24264", "7.24"), [0.005; 2]);
        assert_eq!(rounding("7.24264", "7"), [0.5; 2]);
        assert_eq!(rounding("7.24264", "72.4264e-1"), [5e-6; 2]);
        assert_eq!(rounding("7.24264", "7.24264069"), [5e-9; 2]);
    }

    #[test]
    fn a_map_of_another_size_is_another_map() {
        let rows = Experiment::parse("pond.scen", TWO).unwrap();
        let pond = Terrain::from_rows("pond", ["       "; 5]).unwrap();
        rows[1].check_size("pond.scen", &pond).unwrap();
        let other = Terrain::from_rows("pond", ["     "; 7]).unwrap();
        assert_eq!(
            rows[1].check_size("pond.scen", &other).unwrap_err().to_string(),
            "pond.scen, line 3: this row is for `maps/pond.map` with 7 × 5 tiles, but the given \
             map has 5 × 7; give the map that the file was made for"
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC*", rows in "[0-9.\te\n -]{0,60}") {
            let _ = Experiment::parse("random", &text);
            let _ = Experiment::parse("random", &format!("version 1\n{rows}"));
        }
    }
}
