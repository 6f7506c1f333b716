//! Parameter points in a CSV file: a column for each factor, a line for each point.
//!
//! Points may be repeated. Values that a world cannot have are not refused here: the runs of such a
//! point fail, and their rows give its line.

use std::collections::{BTreeMap, BTreeSet};

use terrarium_input::document::{Section, read_text};
use terrarium_input::spelling;
use terrarium_input::{Diagnostic, Location, quoted};

use super::checking::Checked;
use super::factors::MAX_CHECKED;
use super::list_under;
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
    let text = read_text(&full).map_err(|error| {
        let Diagnostic { what, remedy, .. } = error.diagnostic();
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
    let at = |line: u64, column: usize| {
        whole.word_at(usize::try_from(line).unwrap_or(usize::MAX), column)
    };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let malformed = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        at(line, 1).error(format!("this is not valid CSV: {error}"), "correct or remove this line")
    };
    let header = reader.headers().map_err(malformed)?.clone();
    let names: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    let first = at(1, 1);
    refuse_names(&names, &first)?;
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let record = record.map_err(malformed)?;
        let line = record.position().map_or(1, |position| line_of(text, position));
        if record.len() != names.len() {
            let problem = format!("this line has {} of {} values", record.len(), names.len());
            return Err(at(line, 1).error(problem, "give a value for each column of the header"));
        }
        let mut row = Vec::with_capacity(names.len());
        let mut column = 1;
        for (cell, name) in record.iter().zip(&names) {
            let begin = column + cell.chars().take_while(|c| c.is_whitespace()).count();
            row.push(
                value(name, cell.trim())
                    .map_err(|(problem, remedy)| at(line, begin).error(problem, remedy))?,
            );
            column += cell.chars().count() + 1;
        }
        rows.push(row);
        lines.push(line);
    }
    if rows.is_empty() {
        let problem = "there are no points, so there is nothing to run";
        return Err(first.error(problem, "add a line with a value for each factor"));
    }
    Ok(Points { names, header: first, rows, lines })
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
    fn repeated_points_are_counted() {
        let points = parsed("a,b\n1,2\n1,3\n1.0,2\n1,2\n");
        assert_eq!(repeats(&points.rows), [0, 0, 1, 2]);
    }
}
