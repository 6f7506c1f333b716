//! Parameter points in a CSV file: a column for each factor, a line for each point. The file may be that of a
//! spreadsheet in any language: values are separated by commas, semicolons or tabs, and decimals marked by points or
//! commas.
//!
//! Points may be repeated. Values that a world cannot have are not refused here: the runs of such a
//! point fail, and their rows give its line.

use std::collections::{BTreeMap, BTreeSet};

use terrarium_input::document::Section;
use terrarium_input::spelling;
use terrarium_input::{Diagnostic, Location, quoted};

use super::checking::Checked;
use super::factors::MAX_CHECKED;
use super::list_under;
use super::spreadsheet::{self, Separation};
use crate::base::BaseWorld;
use crate::definition::{CREATURES, MAP, VARIANT};
use crate::{Base, Design, Factor, FactorValue, Levels, PointsFile, Range, Scale};

/// The largest number whose neighbours a float can tell apart.
const MAX: f64 = 9_007_199_254_740_992.0;

/// The factors whose values are words, `true` among them.
const WORDS: [&str; 3] = [CREATURES, MAP, VARIANT];

/// The points of a file, column by column.
struct Points {
    names: Vec<String>,
    header: Location,
    rows: Vec<Vec<FactorValue>>,
    lines: Vec<u64>,
}

/// Reads the points of `[design] file`; `None` when there is no such key.
pub(super) fn read(
    root: &Section<'_>,
    base: &Base,
    world: &BaseWorld,
) -> Result<Option<(Vec<Factor>, Design)>, Diagnostic> {
    let design = root.section("design")?;
    let given = |key: &str| design.and_then(|design| design.get(key));
    let Some(file) = given("file") else {
        return Ok(None);
    };
    for key in ["factors", "point"] {
        if let Some(other) = root.get(key) {
            let problem = format!("there are both `design.file` and `{key}`");
            return Err(other.location.error(problem, "leave out one of them"));
        }
    }
    if let Some(points) = given("points") {
        let problem = "the number of points follows from the file";
        return Err(points.location.error(problem, "leave out `points`"));
    }
    let path = file.text()?.to_owned();
    let full = base.path(&path);
    let text = spreadsheet::read(&full).map_err(|(what, remedy)| {
        let what = format!("{}: {what}", full.display());
        Diagnostic { what, remedy, location: Some(file.location.clone()) }
    })?;
    let mut points = parse(&full.display().to_string(), &text)?;
    if let Some(design) = design {
        round(&design, &mut points)?;
    }
    let factors = factors(&points, base, world)?;
    let Points { rows, lines, .. } = points;
    let repeats = repeats(&rows);
    let file = Some(PointsFile { path, lines, repeats });
    Ok(Some((factors, Design::List { points: rows, file })))
}

/// Parses a CSV text, which messages call `name`.
fn parse(name: &str, text: &str) -> Result<Points, Diagnostic> {
    let whole = Location::in_file(name, text);
    let Separation { separator, said_in } = Separation::of(text);
    let skipped = u64::from(said_in > 0);
    let body = &text[said_in..];
    let at = |line: u64, column: usize| {
        whole.word_at(usize::try_from(line + skipped).unwrap_or(usize::MAX), column)
    };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.flexible(true).delimiter(separator).from_reader(body.as_bytes());
    let malformed = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        at(line, 1).error(format!("this is not valid CSV: {error}"), "correct or remove this line")
    };
    let mut header = cells_of(reader.headers().map_err(malformed)?);
    let mut records = Vec::new();
    for record in reader.records() {
        let record = record.map_err(malformed)?;
        let line = record.position().map_or(1, |position| line_of(body, position));
        let cells = cells_of(&record);
        // Spreadsheets save empty lines as separators, and empty columns to the right of the others.
        if cells.len() < 2 || filled(&cells) > 0 {
            records.push((line, cells));
        }
    }
    let width = records.iter().map(|(_, cells)| filled(cells)).fold(filled(&header), usize::max);
    header.truncate(width);
    let names: Vec<String> = header.into_iter().map(|cell| cell.text).collect();
    let first = at(1, 1);
    refuse_names(&names, &first)?;
    if records.is_empty() {
        let problem = "there are no points, so there is nothing to run";
        return Err(first.error(problem, "add a line with a value for each factor"));
    }
    for (line, cells) in &mut records {
        cells.truncate(width);
        if cells.len() != names.len() {
            let problem = format!("this line has {} of {} values", cells.len(), names.len());
            let hint = match cells.len() > names.len() && separator == b',' {
                true => "; write decimals with a point, or separate the values by semicolons",
                false => "",
            };
            let remedy = format!("give a value for each column of the header{hint}");
            return Err(at(*line, 1).error(problem, remedy));
        }
    }
    let is_word = |column: usize| WORDS.contains(&names[column].as_str());
    let numbers = records.iter().flat_map(|(line, cells)| {
        let numbers = cells.iter().enumerate().filter(|(column, _)| !is_word(*column));
        numbers.map(|(_, cell)| ((*line, cell.column), cell.text.clone()))
    });
    let mark = spreadsheet::decimal_mark(numbers, separator)
        .map_err(|((line, column), problem, remedy)| at(line, column).error(problem, remedy))?;
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for (line, cells) in &records {
        let read = |(cell, name): (&Cell, &String)| {
            let located = |(problem, remedy)| at(*line, cell.column).error(problem, remedy);
            value(name, &spreadsheet::with_point(&cell.text, mark)).map_err(located)
        };
        rows.push(cells.iter().zip(&names).map(read).collect::<Result<Vec<_>, _>>()?);
        lines.push(line + skipped);
    }
    Ok(Points { names, header: first, rows, lines })
}

/// A value of a line, without white space around it.
struct Cell {
    /// Its column in the text, counted in characters from 1.
    column: usize,
    text: String,
}

/// The values of a line.
fn cells_of(record: &csv::StringRecord) -> Vec<Cell> {
    let mut column = 1;
    let cell = |cell: &str| {
        let begin = column + cell.chars().take_while(|c| c.is_whitespace()).count();
        column += cell.chars().count() + 1;
        Cell { column: begin, text: cell.trim().to_owned() }
    };
    record.iter().map(cell).collect()
}

/// The number of cells up to the last one that is not empty.
fn filled(cells: &[Cell]) -> usize {
    cells.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1)
}

/// The line of a record. The position that the reader gives is before blank lines.
fn line_of(text: &str, position: &csv::Position) -> u64 {
    let begin = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(begin..).unwrap_or_default();
    let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + blank.filter(|&&byte| byte == b'\n').count() as u64
}

fn refuse_names(names: &[String], header: &Location) -> Result<(), Diagnostic> {
    let mut seen = BTreeSet::new();
    for (number, name) in (1..).zip(names) {
        if name.is_empty() {
            let problem = format!("column {number} has no name");
            let remedy = "name a factor in the first line, such as rules.light";
            return Err(header.error(problem, remedy));
        }
        if !seen.insert(name) {
            let problem = format!("the factor {} is given twice", quoted(name));
            return Err(header.error(problem, "leave out one of the two columns"));
        }
    }
    Ok(())
}

/// Reads a cell: a whole number, a number, a switch as several programs spell it, or else a text. The error is a problem and a remedy.
fn value(name: &str, cell: &str) -> Result<FactorValue, (String, &'static str)> {
    const FORM: &str = "give a finite number, or a string such as a path";
    if cell.is_empty() && name != CREATURES {
        return Err((format!("there is no value for {}", quoted(name)), FORM));
    }
    let refuse = || Err((format!("{} cannot be {}", quoted(name), quoted(cell)), FORM));
    if let Ok(whole) = cell.parse::<i64>()
        && whole.unsigned_abs() <= 1 << 53
    {
        return Ok(FactorValue::Integer(whole));
    }
    if !WORDS.contains(&name)
        && let Some(is_on) = switch(cell)
    {
        return Ok(FactorValue::Switch(is_on));
    }
    match cell.parse::<f64>() {
        // Words such as `inf` and `nan` are numbers to the parser.
        Ok(number) if number.is_finite() && number.abs() <= MAX => {
            Ok(FactorValue::Number(number + 0.0))
        }
        Ok(_) => refuse(),
        Err(_) if cell.contains(char::is_control) => refuse(),
        Err(_) => Ok(FactorValue::Text(cell.to_owned())),
    }
}

fn switch(cell: &str) -> Option<bool> {
    match cell {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// Rounds the columns that `round` names to whole numbers.
fn round(design: &Section<'_>, points: &mut Points) -> Result<(), Diagnostic> {
    for item in list_under(design, "round", "names of factors, such as [\"population.hare\"]")? {
        let name = item.text()?;
        let Some(column) = points.names.iter().position(|known| known == name) else {
            let near = spelling::nearest(name, points.names.iter().map(String::as_str));
            let problem = format!("the file has no column {}", quoted(name));
            let columns = spelling::listed(points.names.iter().map(String::as_str));
            let remedy = format!("give one of {columns}{}", spelling::hint(near));
            return Err(item.location.error(problem, remedy));
        };
        for row in &mut points.rows {
            if let FactorValue::Number(number) = row[column] {
                row[column] = FactorValue::Integer(whole(number.round()));
            }
        }
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "values are at most 2^53")]
fn whole(number: f64) -> i64 {
    number as i64
}

/// The factors of the columns, each with the values that it has.
fn factors(points: &Points, base: &Base, world: &BaseWorld) -> Result<Vec<Factor>, Diagnostic> {
    let map = points.names.iter().position(|name| name == MAP);
    let land = match map.and_then(|column| points.rows.first().map(|row| &row[column])) {
        Some(path) => base.settings(MAP, path)?,
        None => Vec::new(),
    };
    let checked = Checked { base, world, land: &land };
    let mut factors = Vec::new();
    for (column, name) in points.names.iter().enumerate() {
        checked.refuse_reserved(name, &points.header)?;
        let different = different(points.rows.iter().map(|row| &row[column]));
        let mut few = different.iter().take(MAX_CHECKED);
        if !checked.is_known(name) && !few.any(|value| checked.value(name, value).is_ok()) {
            return Err(checked.unknown(name, &points.header));
        }
        let base = world.own_value(name);
        factors.push(Factor { name: name.clone(), levels: levels(different), base });
    }
    Ok(factors)
}

fn different<'a>(values: impl Iterator<Item = &'a FactorValue>) -> Vec<FactorValue> {
    let mut seen = BTreeSet::new();
    values.filter(|value| seen.insert(value.to_string())).cloned().collect()
}

/// Few values as a list; many numbers as a range, of which tables and charts show parts.
fn levels(values: Vec<FactorValue>) -> Levels {
    const FEW: usize = 12;
    let numbers: Option<Vec<f64>> = values.iter().map(FactorValue::number).collect();
    match numbers {
        Some(numbers) if values.len() > FEW => Levels::Range(Range {
            from: numbers.iter().copied().fold(f64::INFINITY, f64::min),
            to: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            scale: Scale::Linear,
            whole: values.iter().all(|value| matches!(value, FactorValue::Integer(_))),
        }),
        _ => Levels::List(values),
    }
}

/// For each point, the number of equal points before it.
fn repeats(rows: &[Vec<FactorValue>]) -> Vec<u32> {
    let mut seen: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    let count = |row: &Vec<FactorValue>| {
        let times = seen.entry(row.iter().map(ToString::to_string).collect()).or_default();
        *times += 1;
        *times - 1
    };
    rows.iter().map(count).collect()
}

#[cfg(test)]
mod tests {
    use std::iter;

    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Points {
        parse("points.csv", text).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn cells_are_whole_numbers_numbers_or_texts() {
        let points = parsed("a,b,map\n1, 2.5 ,x.map\n\n-3,1e2,\"y, z\"\n");
        assert_eq!(points.lines, [2, 4]);
        let texts =
            |row: &Vec<FactorValue>| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&points.rows[0]), ["1", "2.5", "x.map"]);
        assert_eq!(texts(&points.rows[1]), ["-3", "100", "y, z"]);
        assert!(matches!(points.rows[0][0], FactorValue::Integer(1)));
    }

    #[test]
    fn wrong_cells_are_reported_with_their_line_and_column() {
        let refusals = ["a,b\n1", "a,a\n1,2", "a,\n1,2", "a,b\n1,\n", "a,b\n1,2\n3, inf", "a,b\n"]
            .map(|text| parse("p.csv", text).err().expect("it is invalid").to_string());
        insta::assert_snapshot!(refusals.join("\n"), @r#"
        p.csv:2:1: this line has 1 of 2 values; give a value for each column of the header
        p.csv:1:1: the factor `a` is given twice; leave out one of the two columns
        p.csv:1:1: column 2 has no name; name a factor in the first line, such as rules.light
        p.csv:2:3: there is no value for `b`; give a finite number, or a string such as a path
        p.csv:3:4: `b` cannot be `inf`; give a finite number, or a string such as a path
        p.csv:1:1: there are no points, so there is nothing to run; add a line with a value for each factor
        "#);
    }

    #[test]
    fn tables_of_spreadsheets_are_understood() {
        let texts = |text: &str| {
            let points = parsed(text);
            let rows = points
                .rows
                .iter()
                .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            (points.names.join(" "), rows.collect::<Vec<_>>().join(" | "), points.lines)
        };
        let expected = ("a b map".to_owned(), "1 2.5 x.map | -3 0.125 y, z".to_owned());
        for (text, lines) in [
            ("a,b,map\n1,2.5,x.map\n-3,1.25e-1,\"y, z\"\n", [2, 3]),
            ("a;b;map\n1;2,5;x.map\n-3;1,25E-1;y, z\n", [2, 3]),
            ("a\tb\tmap\r\n1\t2,5\tx.map\r\n-3\t0,125\ty, z\r\n", [2, 3]),
            ("a\tb\tmap\n1\t2.5\tx.map\n-3\t0.125\ty, z\n", [2, 3]),
            ("sep=;\na;b;map\n1;2,5;x.map\n-3;0,125;y, z\n", [3, 4]),
            ("\"sep=;\"\r\na;b;map\r\n1;2,5;x.map\r\n-3;0,125;y, z\r\n", [3, 4]),
            ("sep=\t\na\tb\tmap\n1\t2,5\tx.map\n-3\t0,125\ty, z\n", [3, 4]),
            ("sep=|\na|b|map\n1|2,5|x.map\n-3|0,125|y, z\n", [3, 4]),
            ("\"a\";\"b\";\"map\"\n\"1\";\"2,5\";\"x.map\"\n\"-3\";\"0,125\";\"y, z\"\n", [2, 3]),
            ("a,b,map\n1,\"2,5\",x.map\n-3,\"0,125\",\"y, z\"\n", [2, 3]),
            ("a;b;map;;\n1;2,5;x.map;;\n;;;;\n-3;0,125;y, z;;\n;;;;\n", [2, 4]),
            ("a;b;map\n 1 ;\u{A0}2,5;x.map\n-3;0,125;y, z;\n", [2, 3]),
        ] {
            let (names, rows, found) = texts(text);
            assert_eq!(((names, rows), found), (expected.clone(), lines.to_vec()), "{text}");
        }
        // One column with what its first line says, and thousandths after a semicolon.
        assert_eq!(texts("sep=;\na\n0,5\n").1, "0.5");
        assert_eq!(texts("a;b\n1,234;5\n").1, "1.234 5");
    }

    #[test]
    fn numbers_that_can_be_several_are_named() {
        let refusals = [
            "a;b\n0,5;0.25\n",
            "a\tb\n1,234\t5\n",
            "a,b\n\"1,234\",5\n",
            "a;b\n1.234,5;2\n",
            "a;b\n1\u{A0}234;2\n",
            "a,b\n\"1,234,567\",5\n",
            "a,b\n0,5,1,5\n",
            "a\n0,5\n",
            "sep=;\na;b\n1\n",
        ]
        .map(|text| parse("p.csv", text).err().expect("it is invalid").to_string());
        insta::assert_snapshot!(refusals.join("\n"), @"
        p.csv:2:1: `0,5` has a decimal comma, and `0.25` has a point; write all numbers with the same mark
        p.csv:2:1: `1,234` can be 1.234 or 1234; write 1234, or a decimal point
        p.csv:2:1: `1,234` can be 1.234 or 1234; write 1234, or a decimal point
        p.csv:2:1: `1.234,5` has marks between its digits that are no decimal mark; write it as in 1234.5
        p.csv:2:1: `1 234` has marks between its digits that are no decimal mark; write it as in 1234.5
        p.csv:2:1: `1,234,567` has marks between its digits that are no decimal mark; write it as in 1234.5
        p.csv:2:1: this line has 4 of 2 values; give a value for each column of the header; write decimals with a point, or separate the values by semicolons
        p.csv:2:1: this line has 2 of 1 values; give a value for each column of the header; write decimals with a point, or separate the values by semicolons
        p.csv:3:1: this line has 1 of 2 values; give a value for each column of the header
        ");
    }

    /// A table as a spreadsheet saves it.
    fn saved(
        cells: &[Vec<String>],
        separator: char,
        comma: bool,
        quotes: bool,
        more: &str,
        end: &str,
    ) -> String {
        let cell = |cell: &String| {
            let text = if comma { cell.replace('.', ",") } else { cell.clone() };
            if quotes || text.contains(separator) { format!("\"{text}\"") } else { text }
        };
        let line = |row: &Vec<String>| {
            let row: Vec<String> = row.iter().map(cell).collect();
            row.join(&separator.to_string()) + more + end
        };
        cells.iter().map(line).collect()
    }

    proptest! {
        #[test]
        fn a_table_means_the_same_in_every_language(
            numbers in prop::collection::vec(prop::array::uniform3(-1e4..1e4_f64), 1..9),
            style in 0..6_usize,
            quotes: bool,
            says_so: bool,
            empty in 0..3_usize,
            windows: bool,
        ) {
            // With four decimals no comma can be that of thousands.
            let written = |number: &f64| format!("{number:.4}");
            let rows = numbers.iter().map(|row| row.iter().map(written).collect::<Vec<_>>());
            let header = ["light", "crown", "roots"].map(str::to_owned).to_vec();
            let cells: Vec<Vec<String>> = iter::once(header).chain(rows).collect();
            let plain = parsed(&saved(&cells, ',', false, false, "", "\n"));
            let (separator, comma) =
                [(',', false), (',', true), (';', false), (';', true), ('\t', false), ('\t', true)][style];
            let end = if windows { "\r\n" } else { "\n" };
            let more = separator.to_string().repeat(empty);
            let table = saved(&cells, separator, comma, quotes, &more, end);
            let table = if says_so { format!("sep={separator}{end}{table}") } else { table };
            let points = parsed(&table);
            prop_assert_eq!(&points.names, &plain.names);
            prop_assert_eq!(&points.rows, &plain.rows, "{}", table);
            let shift = u64::from(says_so);
            prop_assert!(points.lines.iter().zip(&plain.lines).all(|(one, other)| *one == other + shift));
        }

        #[test]
        fn no_table_makes_the_reader_panic(text in "(sep=.?\n)?([a-c0-9.,;\t\"' \u{A0}é-]{0,12}\r?\n?){0,6}") {
            let _ = parse("p.csv", &text);
        }
    }

    #[test]
    fn repeated_points_are_counted() {
        let points = parsed("a,b\n1,2\n1,3\n1.0,2\n1,2\n");
        assert_eq!(repeats(&points.rows), [0, 0, 1, 2]);
    }
}
