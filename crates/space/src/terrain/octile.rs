//! MovingAI's grid maps: `.map` files of `type octile`.
//!
//! Format: <https://movingai.com/benchmarks/formats.html>. Four header lines (`type octile`,
//! `height H`, `width W`, `map`), then H rows of W characters, listed in [`Alphabet::OCTILE`].

use std::iter::Enumerate;
use std::str::Lines;

use super::error::quoted;
use super::grid::check_size;
use super::rows::{RowFormat, read_size};
use super::{Alphabet, Terrain, TerrainError, TerrainProblem, Unit};

impl Terrain {
    /// Parses a MovingAI map; `name` is its name in messages.
    ///
    /// Lines may end in CRLF and in blanks, and empty lines may follow the last row. The width may stand before
    /// the height.
    ///
    /// # Errors
    ///
    /// When the header is incomplete or declares more than [`MAX_TILES`](super::MAX_TILES), when
    /// the rows do not have the declared number or width, or at an unknown character. The error
    /// includes the line.
    pub fn from_octile(name: &str, text: &str) -> Result<Self, TerrainError> {
        let mut header = Header { name, lines: text.trim_end().lines().enumerate() };
        header.expect("`type octile`", |line| (line == "type octile").then_some(Ok(())))?;
        let (height, width) = header.sizes()?;
        header.expect("`map`", |line| (line == "map").then_some(Ok(())))?;
        check_size(width, height).map_err(|problem| problem.of(name))?;
        let format = RowFormat { name, alphabet: &Alphabet::OCTILE, unit: Unit::Line, first: 5 };
        format.read(header.lines.map(|(_, line)| line.trim_end()), Some((width, height)))
    }
}

/// The lines above the rows.
struct Header<'a> {
    name: &'a str,
    lines: Enumerate<Lines<'a>>,
}

impl Header<'_> {
    /// Parses the next line with `read`, which returns `None` for an unexpected line.
    fn expect<T>(
        &mut self,
        expected: &'static str,
        read: impl Fn(&str) -> Option<Result<T, TerrainProblem>>,
    ) -> Result<T, TerrainError> {
        let Some((index, line)) = self.lines.next() else {
            let found = "the end of the map".to_owned();
            return Err(TerrainProblem::Header { found, expected }.of(self.name));
        };
        let line = line.trim();
        let unexpected = || Err(TerrainProblem::Header { found: quoted(line), expected });
        read(line).unwrap_or_else(unexpected).map_err(|p| p.at_line(self.name, index + 1, None))
    }

    /// Parses the next two lines, which must state the height and the width, in any order.
    fn sizes(&mut self) -> Result<(u32, u32), TerrainError> {
        let size = |line: &str, which: &'static str| {
            let rest = line.strip_prefix(which)?;
            rest.starts_with(char::is_whitespace).then(|| read_size(which, rest.trim()))
        };
        let first = |line: &str| {
            let height = size(line, "height").map(|size| size.map(|size| (true, size)));
            height.or_else(|| size(line, "width").map(|size| size.map(|size| (false, size))))
        };
        let (is_height, one) = self.expect("`height` and a number", first)?;
        if is_height {
            Ok((one, self.expect("`width` and a number", |line| size(line, "width"))?))
        } else {
            Ok((self.expect("`height` and a number", |line| size(line, "height"))?, one))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SMALL: &str = "type octile\nheight 2\nwidth 7\nmap\n.G@OTSW\n.......\n";

    fn refusal(text: &str) -> String {
        Terrain::from_octile("bad.map", text).unwrap_err().to_string()
    }

    #[test]
    fn every_character_of_the_format_is_read() {
        let terrain = Terrain::from_octile("small.map", SMALL).unwrap();
        assert_eq!(terrain.to_string(), "  @@T,.\n       \n");
        assert_eq!(terrain.tiles().filter(|(_, tile)| tile.is_passable()).count(), 10);
    }

    #[test]
    fn line_ends_do_not_matter() {
        let plain = Terrain::from_octile("small.map", SMALL).unwrap();
        let dos = SMALL.replace('\n', "\r\n");
        for text in [dos.as_str(), SMALL.trim_end(), &format!("{SMALL}\n\r\n")] {
            assert_eq!(Terrain::from_octile("small.map", text).unwrap(), plain, "{text:?}");
        }
    }

    #[test]
    fn maps_made_by_hand_are_read() {
        let plain = Terrain::from_octile("small.map", SMALL).unwrap();
        let by_hand = "type octile \nwidth  7\nheight 2 \nmap\n.G@OTSW  \n.......\t\n";
        assert_eq!(Terrain::from_octile("small.map", by_hand).unwrap(), plain);
    }

    #[test]
    fn a_wrong_header_is_named_by_its_line() {
        assert_eq!(
            refusal("type tile\nheight 2"),
            "bad.map, line 1: `type tile` where `type octile` is expected"
        );
        assert_eq!(
            refusal("type octile\nwidth 2\nwidth 2"),
            "bad.map, line 3: `width 2` where `height` and a number is expected"
        );
        assert_eq!(
            refusal("type octile\nmap"),
            "bad.map, line 2: `map` where `height` and a number is expected"
        );
        assert_eq!(
            refusal("type octile\nheight 2\nwidth x"),
            "bad.map, line 3: width is `x`; it must be a whole number from 1 to 16777216"
        );
        assert!(refusal("type octile\nheight 0").contains("height is `0`; it must be"));
        assert!(refusal("type octile\nheight -1").contains("height is `-1`; it must be"));
        assert!(refusal("type octile\nheight 1e300").contains("height is `1e300`; it must be"));
        assert_eq!(
            refusal("type octile\nheight 2\nwidth 2"),
            "bad.map: the end of the map where `map` is expected"
        );
    }

    #[test]
    fn rows_must_be_as_declared() {
        let head = "type octile\nheight 2\nwidth 3\nmap\n";
        assert_eq!(
            refusal(&format!("{head}...\n..\n")),
            "bad.map, line 6: this row has 2 tiles, but the map is 3 wide; make them equal"
        );
        assert_eq!(
            refusal(&format!("{head}...\n")),
            "bad.map: the map states a height of 2 rows, but has 1; make them equal"
        );
        assert!(refusal(&format!("{head}...\n...\n...\n")).contains("2 rows, but has 3"));
        assert!(refusal(&format!("{head}...\n\n...\n")).contains("line 6: this row has 0 tiles"));
        assert!(refusal(head).contains("2 rows, but has 0"));
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        assert_eq!(
            refusal("type octile\nheight 1\nwidth 3\nmap\n.é.\n"),
            "bad.map, line 5, column 2: unknown character 'é'; a MovingAI map has `.` `G` ground, \
             `S` swamp, `@` `O` rock, `T` trees, `W` water"
        );
    }

    #[test]
    fn a_huge_map_is_refused_by_its_header() {
        assert_eq!(
            refusal("type octile\nheight 10000\nwidth 10000\nmap\n"),
            "bad.map: the map has 100000000 tiles or more, but at most 16777216 are possible; crop \
             or shrink it"
        );
        let most = "type octile\nheight 4294967295\nwidth 4294967295\nmap\n";
        assert!(refusal(most).contains("at most 16777216 are possible"));
        assert!(refusal("type octile\nheight 4294967296\n").contains("height is `4294967296`"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC*", rows in "[.@GTSWO\r\n x]{0,40}") {
            let _ = Terrain::from_octile("random", &text);
            let nearly = format!("type octile\nheight 3\nwidth 3\nmap\n{rows}");
            if let Ok(terrain) = Terrain::from_octile("random", &nearly) {
                prop_assert_eq!((terrain.width(), terrain.height()), (3, 3));
            }
        }

        #[test]
        fn no_header_makes_the_reader_panic(
            lines in prop::collection::vec("(type|height|width|map)? ?(octile|[0-9]{1,12})?", 0..7),
        ) {
            let _ = Terrain::from_octile("random", &lines.join("\n"));
        }
    }
}
