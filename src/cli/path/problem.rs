//! A problem as a line of JSON: read, and checked before anybody reckons with it.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::number::{check, check_point, check_size};
use crate::geometry::{Aabb, Convex, DVec2};
use crate::navigation_benchmark::Scene;

/// A way to find, and what it leads through.
#[derive(Debug)]
pub(in crate::cli) struct Problem {
    pub scene: Scene,
    pub start: DVec2,
    pub goal: DVec2,
}

/// What is wrong with a line, and at which character of it, counted from 1.
#[derive(Debug, PartialEq)]
pub(in crate::cli) struct ProblemError {
    pub column: Option<usize>,
    pub problem: String,
}

/// How a line looks like, for messages.
const FORM: &str = "a line is an object such as {\"boxes\": [[0, 0, 4, 2]], \"size\": [1, 1], \
                    \"start\": [-2, 1], \"goal\": [6, 1]}, where \"bounds\": [x0, y0, x1, y1] and \
                    \"polygons\": [[[x, y], …], …] can be added";

/// The line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    boxes: Vec<Numbers<4>>,
    size: Numbers<2>,
    start: Numbers<2>,
    goal: Numbers<2>,
    bounds: Option<Numbers<4>>,
    #[serde(default)]
    polygons: Vec<Vec<Numbers<2>>>,
}

impl Problem {
    /// Reads a line.
    pub fn parse(line: &[u8]) -> Result<Self, ProblemError> {
        if !line.trim_ascii_start().starts_with(b"{") {
            let problem = format!("{} is no JSON object; {FORM}", quoted(line));
            return Err(ProblemError { column: None, problem });
        }
        let written: Written =
            serde_json::from_slice(line).map_err(|error| ProblemError::of_json(&error, line))?;
        written.checked().map_err(|problem| ProblemError { column: None, problem })
    }
}

impl Written {
    fn checked(self) -> Result<Problem, String> {
        let numbered = self.boxes.into_iter().enumerate();
        let boxes = numbered.map(|(place, numbers)| numbers.area(|| format!("boxes[{place}]")));
        let boxes = boxes.collect::<Result<Vec<_>, _>>()?;
        let numbered = self.polygons.iter().enumerate();
        let polygons = numbered.map(|(place, corners)| polygon(place, corners));
        let polygons = polygons.collect::<Result<Vec<_>, _>>()?;
        let bounds = self.bounds.map(|numbers| numbers.area(|| "bounds".to_owned())).transpose()?;
        let half = check_size(self.size.0)? * 0.5;
        let start = check_point("start", self.start.0)?;
        let goal = check_point("goal", self.goal.0)?;
        Ok(Problem { scene: Scene { boxes, polygons, bounds, half }, start, goal })
    }
}

/// The convex polygon around some points.
fn polygon(place: usize, corners: &[Numbers<2>]) -> Result<Convex, String> {
    let numbered = corners.iter().enumerate();
    let what = |corner| format!("polygons[{place}][{corner}]");
    let points = numbered.map(|(corner, numbers)| check_point(&what(corner), numbers.0));
    let points = points.collect::<Result<Vec<_>, _>>()?;
    Convex::around(points).ok_or_else(|| {
        format!("polygons[{place}] has no area; give three corners or more, not all on one line")
    })
}

impl ProblemError {
    fn of_json(error: &serde_json::Error, line: &[u8]) -> Self {
        let column = error.column();
        let message = error.to_string();
        // The place comes before the message here, not after it.
        let bare = message.rsplit_once(" at line ").map_or(message.as_str(), |(bare, _)| bare);
        let before = &line[..column.min(line.len())];
        let before = quoted(&before[before.len().saturating_sub(SHOWN)..]);
        Self { column: Some(column), problem: format!("{bare}, at the end of {before}; {FORM}") }
    }
}

/// How much of a line is shown in a message, in bytes.
const SHOWN: usize = 40;

fn quoted(text: &[u8]) -> String {
    let cut = if text.len() > SHOWN { "…" } else { "" };
    let shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]);
    let legible = |letter: char| if letter.is_control() { '\u{FFFD}' } else { letter };
    format!("`{}{cut}`", shown.chars().map(legible).collect::<String>())
}

/// So many numbers in brackets.
#[derive(Clone, Copy)]
struct Numbers<const N: usize>([f64; N]);

impl Numbers<4> {
    /// The box between two corners; `what` says which it is.
    fn area(self, what: impl Fn() -> String) -> Result<Aabb, String> {
        for (name, value) in ["x0", "y0", "x1", "y1"].into_iter().zip(self.0) {
            check(value, || format!("{name} of {}", what()))?;
        }
        let [x0, y0, x1, y1] = self.0;
        if x0 > x1 || y0 > y1 {
            let axis = if x0 > x1 { "x" } else { "y" };
            let (numbers, what) = (self.0, what());
            return Err(format!(
                "{what} is {numbers:?}, where {axis}0 is more than {axis}1; give the least corner \
                 first: [x0, y0, x1, y1]"
            ));
        }
        Ok(Aabb::new(DVec2::new(x0, y0), DVec2::new(x1, y1)))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(InBrackets)
    }
}

struct InBrackets<const N: usize>;

impl<'de, const N: usize> Visitor<'de> for InBrackets<N> {
    type Value = Numbers<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} numbers in brackets")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut written: A) -> Result<Numbers<N>, A::Error> {
        let mut numbers = [0.0; N];
        let mut count = 0;
        while let Some(number) = written.next_element()? {
            if let Some(place) = numbers.get_mut(count) {
                *place = number;
            }
            count += 1;
        }
        if count == N { Ok(Numbers(numbers)) } else { Err(A::Error::invalid_length(count, &self)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WHOLE: &str =
        r#"{"boxes":[[0,0,4,2],[1,1,1,1]],"size":[1,0.5],"start":[-2,1],"goal":[6.1,1e0]}"#;

    #[test]
    fn a_line_is_read_to_the_bit() {
        let problem = Problem::parse(WHOLE.as_bytes()).expect("it is sound");
        assert_eq!(problem.scene.boxes.len(), 2);
        assert_eq!(problem.scene.half, DVec2::new(0.5, 0.25));
        assert_eq!((problem.start, problem.goal), (DVec2::new(-2.0, 1.0), DVec2::new(6.1, 1.0)));
        assert_eq!(problem.scene.bounds, None);
        // A number that a quick reader gets wrong in the last bit.
        let odd = WHOLE.replace("6.1", "0.15900000000000003");
        let problem = Problem::parse(odd.as_bytes()).expect("it is sound");
        assert_eq!(problem.goal.x.to_bits(), 0.159_000_000_000_000_03_f64.to_bits());
    }

    fn mistake(from: &str, to: &str) -> ProblemError {
        assert!(WHOLE.contains(from), "{from}");
        let line = WHOLE.replacen(from, to, 1);
        Problem::parse(line.as_bytes()).err().unwrap_or_else(|| panic!("{line} is taken"))
    }

    #[test]
    fn what_is_no_json_is_told_with_its_column() {
        for (from, to, column, said) in [
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
            let mistake = mistake(from, to);
            assert!(mistake.problem.starts_with(said), "{}", mistake.problem);
            assert!(mistake.problem.ends_with("can be added"), "{}", mistake.problem);
            assert_eq!(mistake.column, Some(column), "{}", mistake.problem);
        }
    }

    #[test]
    fn what_is_no_problem_is_told_with_what_is_given() {
        for (from, to, said) in [
            ("{", "[", "`[\"boxes\":[[0,0,4,2],[1,1,1,1]],\"size\":[1…` is no JSON object"),
            ("[0,0,4,2]", "[5,0,4,2]", "boxes[0] is [5.0, 0.0, 4.0, 2.0], where x0 is more than"),
            ("[1,1,1,1]", "[1,1,1,0]", "boxes[1] is [1.0, 1.0, 1.0, 0.0], where y0 is more than"),
            ("[1,1,1,1]", "[1,1,1,1e300]", "y1 of boxes[1] is 1e300; numbers go up to"),
            ("[1,1,1,1]", "[1,-1e-40,1,1]", "y0 of boxes[1] is -1e-40; numbers but for 0 go down"),
            ("[1,0.5]", "[-1,0.5]", "the mover's width is -1.0; give a number from 0"),
            ("[1,0.5]", "[1,1e13]", "the mover's height is 10000000000000.0; numbers go up to"),
            ("}", ",\"polygons\":[[[0,0],[1,1],[2,2]]]}", "polygons[0] has no area; give three"),
            ("}", ",\"polygons\":[[],[[0,0],[1e300,1],[2,2]]]}", "polygons[0] has no area; give"),
            ("}", ",\"polygons\":[[[0,0],[1e300,1],[2,2]]]}", "the x of polygons[0][1] is 1e300;"),
            ("6.1", "-1e300", "the x of goal is -1e300; numbers go up to 1099511627776 (2^40)"),
            ("}", ",\"bounds\":[0,0,-1,0]}", "bounds is [0.0, 0.0, -1.0, 0.0], where x0 is more"),
        ] {
            let mistake = mistake(from, to);
            assert!(mistake.problem.starts_with(said), "{}", mistake.problem);
        }
        for line in ["null", "3", "\"{\"", "[[],[1,1],[0,0],[1,1],null]"] {
            assert!(Problem::parse(line.as_bytes()).is_err(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            cut in 0..WHOLE.len(),
            letter in any::<char>(),
        ) {
            let _ = Problem::parse(&bytes);
            let _ = Problem::parse(&[b"{", &bytes[..]].concat());
            let changed = format!("{}{letter}{}", &WHOLE[..cut], &WHOLE[cut + 1..]);
            let _ = Problem::parse(changed.as_bytes());
        }
    }
}
