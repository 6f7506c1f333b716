//! A path-finding problem as a line of JSON: parsed and validated.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::id::{Id, Ids};
use super::link::RawLink;
use super::number::{check, check_point, check_size};
use super::sequence::{RawEntry, Sequence};
use crate::geometry::{Aabb, Convex, DVec2, NotConvex};
use crate::navigation::ground::Ground;
use crate::navigation::links::Links;
use crate::navigation_benchmark::Scene;

/// A path to find, and the obstacles around it.
#[derive(Debug)]
pub(in crate::cli) struct Problem {
    pub scene: Scene,
    pub start: DVec2,
    pub goal: DVec2,
    /// The indices of the obstacles of the scene among those of the line, some of which do not block the mover.
    pub indices: Vec<u64>,
    /// The number of obstacles of the line.
    pub given: u64,
}

/// A line of a file of problems.
pub(super) enum ProblemLine {
    /// One path to find.
    Single(Problem),
    /// Paths to find while obstacles change.
    Sequence(Sequence),
}

/// What is wrong with a line, and at which column, counted from 1.
#[derive(Debug, PartialEq)]
pub(in crate::cli) struct ProblemError {
    pub column: Option<usize>,
    pub problem: String,
}

/// The format of a line, for messages.
const FORMAT: &str = "write an object such as {\"boxes\": [[0, 0, 4, 2]], \"size\": [1, 1], \
                      \"start\": [-2, 1], \"goal\": [6, 1]}; \"bounds\": [x0, y0, x1, y1], \
                      \"polygons\": [[[x, y], …], …] and \"ignore\": [0], the mover's own body, are optional";

/// What a line has to ask, for messages.
const QUESTION: &str = "a problem has \"start\" and \"goal\", or instead of both a \"sequence\" of \
                        changes and queries";

/// The line as parsed, not yet validated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProblem {
    boxes: Vec<Numbers<4>>,
    size: Numbers<2>,
    start: Option<Numbers<2>>,
    goal: Option<Numbers<2>>,
    bounds: Option<Numbers<4>>,
    #[serde(default)]
    polygons: Vec<Vec<Numbers<2>>>,
    #[serde(default)]
    ground: Vec<RawGround>,
    #[serde(default)]
    links: Vec<RawLink>,
    ignore: Option<Vec<Id>>,
    sequence: Option<Vec<RawEntry>>,
}

/// An area of the ground as parsed, not yet validated.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGround {
    area: Numbers<4>,
    cost: f64,
}

impl Problem {
    /// Parses and validates a line that asks for one path.
    pub fn parse(line: &[u8]) -> Result<Self, ProblemError> {
        match ProblemLine::parse(line)? {
            ProblemLine::Single(problem) => Ok(problem),
            ProblemLine::Sequence(_) => Err("a \"sequence\" of changes and queries is only for \
                                             `terrarium path`; give \"start\" and \"goal\" instead"
                .to_owned()
                .into()),
        }
    }
}

impl ProblemLine {
    /// Parses and validates a line.
    pub fn parse(line: &[u8]) -> Result<Self, ProblemError> {
        if !line.trim_ascii_start().starts_with(b"{") {
            let problem = format!("{} is not a JSON object; {FORMAT}", quoted(line));
            return Err(ProblemError { column: None, problem });
        }
        let raw: RawProblem =
            serde_json::from_slice(line).map_err(|error| ProblemError::of_json(&error, line))?;
        raw.validate(line)
    }
}

impl RawProblem {
    fn validate(self, line: &[u8]) -> Result<ProblemLine, ProblemError> {
        let numbered = self.boxes.into_iter().enumerate();
        let boxes = numbered.map(|(index, numbers)| numbers.area(|| format!("boxes[{index}]")));
        let boxes = boxes.collect::<Result<Vec<_>, _>>()?;
        let numbered = self.polygons.iter().enumerate();
        let polygons =
            numbered.map(|(index, corners)| polygon(&format!("polygons[{index}]"), corners));
        let polygons = polygons.collect::<Result<Vec<_>, _>>()?;
        let bounds = self.bounds.map(|numbers| numbers.area(|| "bounds".to_owned())).transpose()?;
        let half = check_size(self.size.0)? * 0.5;
        let ground = ground(self.ground)?;
        let mut links = Links::default();
        for (index, link) in self.links.into_iter().enumerate() {
            link.insert(&format!("links[{index}]"), &mut links)?;
        }
        let scene = Scene { boxes, polygons, bounds, half, ground, links };
        if self.sequence.is_some() && self.ignore.is_some() {
            let problem =
                "\"ignore\" is for one path; give it in the queries of the \"sequence\" instead";
            return Err(problem.to_owned().into());
        }
        match (self.start, self.goal, self.sequence) {
            (Some(start), Some(goal), None) => {
                let (start, goal) = (check_point("start", start.0)?, check_point("goal", goal.0)?);
                let given = (scene.boxes.len() + scene.polygons.len()) as u64;
                let (scene, indices) = without(scene, &self.ignore.unwrap_or_default())?;
                Ok(ProblemLine::Single(Problem { scene, start, goal, indices, given }))
            }
            (None, None, Some(entries)) => {
                Sequence::validate(scene, entries, line).map(ProblemLine::Sequence)
            }
            (.., Some(_)) => Err(format!("\"sequence\" is given as well; {QUESTION}").into()),
            (start, _, None) => {
                let missing = if start.is_none() { "start" } else { "goal" };
                Err(ProblemError {
                    column: Some(line.len()),
                    problem: format!("missing field `{missing}`; {QUESTION}; {FORMAT}"),
                })
            }
        }
    }
}

/// The scene without some of its obstacles, and the indices of the others in it.
fn without(scene: Scene, ignored: &[Id]) -> Result<(Scene, Vec<u64>), String> {
    let ids = Ids::new(&scene);
    let keys = ignored.iter().map(|id| ids.key(id)).collect::<Result<BTreeSet<u64>, _>>();
    let keys = keys.map_err(|problem| format!("ignore: {problem}"))?;
    let stands = |key: &u64| !keys.contains(key);
    let boxes = (0..).zip(scene.boxes).filter(|(key, _)| stands(key));
    let (mut indices, boxes): (Vec<u64>, Vec<Aabb>) = boxes.unzip();
    let first = ids.boxes() as u64;
    let polygons = (first..).zip(scene.polygons).filter(|(key, _)| stands(key));
    let (of_polygons, polygons): (Vec<u64>, Vec<Convex>) = polygons.unzip();
    indices.extend(of_polygons);
    Ok((Scene { boxes, polygons, ..scene }, indices))
}

/// The ground with these areas; `None` if there are none.
fn ground(areas: Vec<RawGround>) -> Result<Option<Ground>, String> {
    let numbered = areas.into_iter().enumerate();
    let area = |(index, RawGround { area, cost })| {
        area.area(|| format!("ground[{index}].area")).map(|area| (area, cost))
    };
    let areas = numbered.map(area).collect::<Result<Vec<_>, _>>()?;
    if areas.is_empty() {
        return Ok(None);
    }
    Ground::new(areas).map(Some).map_err(|error| format!("ground: {error}"))
}

/// The polygon with the corners of `name`.
pub(super) fn polygon(name: &str, corners: &[Numbers<2>]) -> Result<Convex, String> {
    let numbered = corners.iter().enumerate();
    let what = |corner| format!("{name}[{corner}]");
    let points = numbered.map(|(corner, numbers)| check_point(&what(corner), numbers.0));
    let points = points.collect::<Result<Vec<_>, _>>()?;
    Convex::through(&points).map_err(|error| match error {
        NotConvex::Flat => {
            format!("{name} has no area; give at least three corners, not all on one line")
        }
        NotConvex::Dent { corner } => format!(
            "{name} is not convex at {}; give its corners in order around it, and a \
             polygon with a dent as several convex ones that share edges",
            what(corner)
        ),
    })
}

impl From<String> for ProblemError {
    fn from(problem: String) -> Self {
        Self { column: None, problem }
    }
}

impl ProblemError {
    fn of_json(error: &serde_json::Error, line: &[u8]) -> Self {
        let column = error.column();
        let message = error.to_string();
        // Errors here name the position first, so drop the one at the end of the message.
        let bare = message.rsplit_once(" at line ").map_or(message.as_str(), |(bare, _)| bare);
        let before = &line[..column.min(line.len())];
        let before = quoted(&before[before.len().saturating_sub(EXCERPT)..]);
        Self { column: Some(column), problem: format!("{bare}, at the end of {before}; {FORMAT}") }
    }
}

/// The length of the excerpt of a line in a message, in bytes.
const EXCERPT: usize = 40;

fn quoted(text: &[u8]) -> String {
    let cut = if text.len() > EXCERPT { "…" } else { "" };
    let shown = String::from_utf8_lossy(&text[..text.len().min(EXCERPT)]);
    let printable = |letter: char| if letter.is_control() { '\u{FFFD}' } else { letter };
    format!("`{}{cut}`", shown.chars().map(printable).collect::<String>())
}

/// An array of `N` numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers<const N: usize>(pub [f64; N]);

impl Numbers<4> {
    /// The box between two corners; `what` names it.
    pub fn area(self, what: impl Fn() -> String) -> Result<Aabb, String> {
        for (name, value) in ["x0", "y0", "x1", "y1"].into_iter().zip(self.0) {
            check(value, || format!("{name} of {}", what()))?;
        }
        let [x0, y0, x1, y1] = self.0;
        if x0 > x1 || y0 > y1 {
            let axis = if x0 > x1 { "x" } else { "y" };
            let (numbers, what) = (self.0, what());
            return Err(format!(
                "{what} is {numbers:?}, where {axis}0 is more than {axis}1; give the smaller \
                 coordinates first: [x0, y0, x1, y1]"
            ));
        }
        Ok(Aabb::new(DVec2::new(x0, y0), DVec2::new(x1, y1)))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(NumbersVisitor)
    }
}

struct NumbersVisitor<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for NumbersVisitor<N> {
    type Value = Numbers<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} numbers in brackets")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Numbers<N>, A::Error> {
        let mut numbers = [0.0; N];
        let mut count = 0;
        while let Some(number) = elements.next_element()? {
            if let Some(slot) = numbers.get_mut(count) {
                *slot = number;
            }
            count += 1;
        }
        if count == N { Ok(Numbers(numbers)) } else { Err(A::Error::invalid_length(count, &self)) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VALID: &str =
        r#"{"boxes":[[0,0,4,2],[1,1,1,1]],"size":[1,0.5],"start":[-2,1],"goal":[6.1,1e0]}"#;

    #[test]
    fn numbers_are_parsed_exactly() {
        let problem = Problem::parse(VALID.as_bytes()).expect("the line is valid");
        assert_eq!(problem.scene.boxes.len(), 2);
        assert_eq!(problem.scene.half, DVec2::new(0.5, 0.25));
        assert_eq!((problem.start, problem.goal), (DVec2::new(-2.0, 1.0), DVec2::new(6.1, 1.0)));
        assert_eq!(problem.scene.bounds, None);
        // Fast but inexact parsers get the last bit of this number wrong.
        let odd = VALID.replace("6.1", "0.15900000000000003");
        let problem = Problem::parse(odd.as_bytes()).expect("the line is valid");
        assert_eq!(problem.goal.x.to_bits(), 0.159_000_000_000_000_03_f64.to_bits());
    }

    fn parse_error(from: &str, to: &str) -> ProblemError {
        assert!(VALID.contains(from), "{from}");
        let line = VALID.replacen(from, to, 1);
        Problem::parse(line.as_bytes()).err().unwrap_or_else(|| panic!("{line} is accepted"))
    }

    #[test]
    fn json_errors_report_their_column() {
        for (from, to, column, expected) in [
            ("}", "", 77, "EOF while parsing an object"),
            ("}", "} {}", 80, "trailing characters"),
            ("-2", "NaN", 56, "expected"),
            ("-2", "1e999", 60, "number out of range, at the end of `"),
            ("-2", "\"a\"", 58, "invalid type: string \"a\", expected f64"),
            ("-2", "null", 59, "invalid type: null, expected f64"),
            ("[-2,1]", "[-2]", 58, "invalid length 1, expected 2 numbers in brackets"),
            ("[-2,1]", "[-2,1,0]", 62, "invalid length 3, expected 2 numbers in brackets"),
            ("[0,0,4,2]", "[0,0,4]", 17, "invalid length 3, expected 4 numbers in brackets"),
            ("[0,0,4,2]", "7", 11, "invalid type: integer `7`, expected 4 numbers in brackets"),
            ("[-2,1]", "{}", 54, "invalid type: map, expected 2 numbers in brackets"),
            ("\"goal\"", "\"gaol\"", 67, "unknown field `gaol`, expected one of `boxes`, `size`"),
            ("\"goal\"", "\"size\"", 67, "duplicate field `size`"),
            (",\"goal\":[6.1,1e0]", "", 61, "missing field `goal`"),
        ] {
            let error = parse_error(from, to);
            assert!(error.problem.starts_with(expected), "{}", error.problem);
            assert!(error.problem.ends_with("are optional"), "{}", error.problem);
            assert_eq!(error.column, Some(column), "{}", error.problem);
        }
    }

    #[test]
    fn validation_errors_name_the_value() {
        for (from, to, expected) in [
            ("{", "[", "`[\"boxes\":[[0,0,4,2],[1,1,1,1]],\"size\":[1…` is not a JSON object"),
            ("[0,0,4,2]", "[5,0,4,2]", "boxes[0] is [5.0, 0.0, 4.0, 2.0], where x0 is more than"),
            ("[1,1,1,1]", "[1,1,1,0]", "boxes[1] is [1.0, 1.0, 1.0, 0.0], where y0 is more than"),
            ("[1,1,1,1]", "[1,1,1,1e300]", "y1 of boxes[1] is 1e300, outside the range"),
            ("[1,1,1,1]", "[1,-1e-40,1,1]", "y0 of boxes[1] is -1e-40, closer to 0 than"),
            ("[1,0.5]", "[-1,0.5]", "the mover's width is -1.0; give 0 or a positive"),
            ("[1,0.5]", "[1,1e13]", "the mover's height is 10000000000000.0, outside the range"),
            (
                "}",
                ",\"polygons\":[[[0,0],[1,1],[2,2]]]}",
                "polygons[0] has no area; give at least three",
            ),
            ("}", ",\"polygons\":[[],[[0,0],[1e300,1],[2,2]]]}", "polygons[0] has no area; give"),
            (
                "}",
                ",\"polygons\":[[[0,0],[1e300,1],[2,2]]]}",
                "the x of polygons[0][1] is 1e300, outside",
            ),
            (
                "}",
                ",\"polygons\":[[[0,0],[4,0],[4,4],[2,1],[0,4]]]}",
                "polygons[0] is not convex at polygons[0][3]; give its corners in order",
            ),
            (
                "}",
                ",\"links\":[{\"name\":\"a\",\"from\":[0,0],\"to\":[1,1],\"cost\":-1}]}",
                "links[0]: the link \"a\" cannot cost -1; give a finite cost of at least 0",
            ),
            (
                "}",
                ",\"links\":[{\"name\":\"a\",\"from\":[0,0],\"to\":[1e300,1],\"cost\":1}]}",
                "the x of links[0].to is 1e300, outside the range",
            ),
            (
                "}",
                ",\"polygons\":[[[0,0],[4,4],[4,0],[0,4]]]}",
                "polygons[0] is not convex at polygons[0][",
            ),
            ("6.1", "-1e300", "the x of goal is -1e300, outside the range ±1099511627776 (2^40)"),
            ("}", ",\"bounds\":[0,0,-1,0]}", "bounds is [0.0, 0.0, -1.0, 0.0], where x0 is more"),
        ] {
            let error = parse_error(from, to);
            assert!(error.problem.starts_with(expected), "{}", error.problem);
        }
        for line in ["null", "3", "\"{\"", "[[],[1,1],[0,0],[1,1],null]"] {
            assert!(Problem::parse(line.as_bytes()).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_parser_does_not_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            cut in 0..VALID.len(),
            letter in any::<char>(),
        ) {
            let _ = Problem::parse(&bytes);
            let _ = Problem::parse(&[b"{", &bytes[..]].concat());
            let changed = format!("{}{letter}{}", &VALID[..cut], &VALID[cut + 1..]);
            let _ = Problem::parse(changed.as_bytes());
        }
    }
}
