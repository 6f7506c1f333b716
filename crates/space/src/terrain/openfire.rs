//! The maps of the game OpenFire, in JSON.
//!
//! The format follows the game's own reader and maps: an object with `width`, `height`, `tiles`
//! (one string per row, one character per tile, listed in [`Alphabet::OPENFIRE`]) and
//! `controlPoints`, each with `name`, `capture` (the tile `[x, y]` at which the base is captured)
//! and `polygon` (the corner tiles of the region that the base owns, its outline included). Other
//! keys (`title`, `author`, `mode`) are ignored.

use serde::Deserialize;

use super::grid::check_size;
use super::rows::RowFormat;
use super::{Alphabet, ControlPoint, Terrain, TerrainError, TerrainProblem, Unit};

/// The keys that are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    width: u32,
    height: u32,
    tiles: Vec<String>,
    control_points: Vec<ControlPoint>,
}

impl Terrain {
    /// Parses an OpenFire map; `name` is its name in messages.
    ///
    /// # Errors
    ///
    /// When the text is not JSON of the expected shape, with line and column; when the rows do not
    /// have the declared number or width, at an unknown character, or when there are more tiles
    /// than [`MAX_TILES`](super::MAX_TILES), with the row; when a control point is incomplete or
    /// outside the map, with its name.
    pub fn from_openfire(name: &str, text: &str) -> Result<Self, TerrainError> {
        let document: Document = serde_json::from_str(text).map_err(|e| json_error(name, &e))?;
        let Document { width, height, tiles, control_points } = document;
        check_size(width, height).map_err(|problem| problem.of(name))?;
        let format = RowFormat { name, alphabet: &Alphabet::OPENFIRE, unit: Unit::Row, first: 1 };
        let terrain = format.read(tiles, Some((width, height)))?;
        terrain.with_control_points(control_points).map_err(|problem| problem.of(name))
    }
}

fn json_error(name: &str, error: &serde_json::Error) -> TerrainError {
    let message = error.to_string();
    // The error prints the position before the message, not after it.
    let bare = message.rsplit_once(" at line ").map_or(message.as_str(), |(bare, _)| bare);
    let problem = TerrainProblem::Json(bare.to_owned());
    problem.at_line(name, error.line(), Some(error.column()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terrain::Cell;

    /// A map of two rows with these control points.
    fn map(rows: [&str; 2], width: &str, control_points: &str) -> String {
        let [a, b] = rows;
        format!(
            r#"{{"title": "Small", "width": {width}, "height": 2, "mode": "conquest",
               "tiles": ["{a}", "{b}"], "controlPoints": [{control_points}]}}"#
        )
    }

    const HILL: &str =
        r#"{"name": "Hill", "capture": [1, 0], "polygon": [[0, 0], [2, 0], [2, 1]]}"#;

    fn refusal(text: &str) -> String {
        Terrain::from_openfire("bad.json", text).unwrap_err().to_string()
    }

    #[test]
    fn every_character_of_the_format_is_read() {
        let text = map(["#.-|sS$", " 120cCo"], "7", HILL);
        let terrain = Terrain::from_openfire("small.json", &text).unwrap();
        assert_eq!(terrain.to_string(), "#.--sS$\n 120cCo\n");
        let [hill] = terrain.control_points() else { panic!("one base, not {terrain:?}") };
        assert_eq!((hill.name.as_str(), hill.capture), ("Hill", Cell::new(1, 0)));
        assert_eq!(hill.polygon, [Cell::new(0, 0), Cell::new(2, 0), Cell::new(2, 1)]);
        assert_eq!(terrain.marks().count(), 9);
    }

    #[test]
    fn rows_must_be_as_declared() {
        assert_eq!(
            refusal(&map(["   ", "  "], "3", HILL)),
            "bad.json, tile row 2: this row has 2 tiles, but the map is 3 wide; make them equal"
        );
        let three = map(["   ", "   "], "3", HILL).replace(r#""tiles": ["#, r#""tiles": ["   ","#);
        assert!(refusal(&three).contains("2 rows, but has 3"));
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        let message = refusal(&map(["   ", "  G"], "3", HILL));
        let expected =
            "bad.json, tile row 2, column 3: unknown character 'G'; an OpenFire map has ";
        assert!(message.starts_with(expected), "{message}");
    }

    #[test]
    fn a_control_point_must_lie_on_the_map() {
        let message = refusal(&map(["   ", "   "], "3", &HILL.replace("[1, 0]", "[3, 0]")));
        let expected = "bad.json: the capture tile [3, 0] of control point `Hill` is outside";
        assert!(message.starts_with(expected), "{message}");
    }

    #[test]
    fn broken_json_is_named_by_line_and_column() {
        let message = refusal("{\n  \"width\": 3,\n  \"height\" 2}");
        assert!(message.starts_with("bad.json, line 3, column 12: expected `:`; an"), "{message}");
        let message = refusal("{\"width\": 3, \"height\": 2, \"tiles\": []}");
        assert!(message.contains("missing field `controlPoints`"), "{message}");
        assert!(refusal("").contains("EOF while parsing"));
        assert!(refusal("[]").contains("invalid length 0"));
    }

    #[test]
    fn huge_and_odd_numbers_are_refused() {
        for width in ["-3", "1e300", "99999999999999999999", "3.5", "null", "\"3\""] {
            let message = refusal(&map(["   ", "   "], width, HILL));
            assert!(message.contains("expected u32"), "{width}: {message}");
        }
        assert!(refusal(&map(["   ", "   "], "0", HILL)).contains("empty"));
        let message = refusal(&map(["   ", "   "], "4294967295", HILL));
        assert!(message.contains("at most 16777216 are possible"), "{message}");
        let far = HILL.replace("[2, 1]", "[2, 1e40]");
        assert!(refusal(&map(["   ", "   "], "3", &far)).contains("expected u32"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in "\\PC*",
            row in "[ .#|x\\\\\"]{0,5}",
            point in "[-0-9e.,\\[\\]]{0,9}",
        ) {
            let _ = Terrain::from_openfire("random", &text);
            let nearly = map([&row, "   "], "3", &HILL.replace("[2, 1]", &point));
            let _ = Terrain::from_openfire("random", &nearly);
        }
    }
}
