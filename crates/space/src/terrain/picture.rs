//! Text maps: parsing rows of characters, and printing them.

use std::fmt;

use super::rows::RowFormat;
use super::{Alphabet, Terrain, TerrainError, Tile, Unit};

impl Terrain {
    /// Parses rows of characters, those of [`Alphabet::PICTURE`]; `name` is their name in messages.
    /// All rows must be as wide as the first.
    ///
    /// ```
    /// use terrarium_space::terrain::Terrain;
    ///
    /// let gate = Terrain::from_rows("gate", ["--s#s--", "   #   "])?;
    /// assert_eq!(gate.to_string(), "--s#s--\n   #   \n");
    /// # Ok::<(), terrarium_space::terrain::TerrainError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no row or the first is empty, when another is not as wide, at an unknown
    /// character, or when there are more tiles than [`MAX_TILES`](super::MAX_TILES). The error
    /// includes the row.
    pub fn from_rows<R>(name: &str, rows: R) -> Result<Self, TerrainError>
    where
        R: IntoIterator<Item: AsRef<str>>,
    {
        let format = RowFormat { name, alphabet: &Alphabet::PICTURE, unit: Unit::Row, first: 1 };
        format.read(rows, None)
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = Tile::ALL.map(|tile| Alphabet::PICTURE.letter(tile).unwrap_or('?'));
        for row in self.rows() {
            let row: String = row.map(|tile| letters[usize::from(tile.code())]).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refusal(rows: &[&str]) -> String {
        Terrain::from_rows("island.toml", rows).unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_picture_is_named_by_row_and_column() {
        assert_eq!(
            refusal(&["...", "...."]),
            "island.toml, tile row 2: this row has 4 tiles, but the map is 3 wide; make them equal"
        );
        assert!(refusal(&[". .", ". x"]).starts_with(
            "island.toml, tile row 2, column 3: unknown character 'x'; a picture of tiles has space"
        ));
        assert!(refusal(&["\t"]).contains("column 1: unknown character '\\t'"));
    }

    #[test]
    fn a_picture_without_tiles_is_refused() {
        assert_eq!(refusal(&[]), "island.toml: the map is empty; give at least one tile");
        assert!(refusal(&["", " "]).starts_with("island.toml, tile row 1: the map is empty"));
    }

    #[test]
    fn a_picture_with_too_many_tiles_is_refused() {
        let row = " ".repeat(4096);
        let most = Terrain::from_rows("large", std::iter::repeat_n(&row, 4096)).unwrap();
        assert_eq!((most.width(), most.height()), (4096, 4096));
        let more = Terrain::from_rows("larger", std::iter::repeat_n(&row, 4097)).unwrap_err();
        let expected = "larger, tile row 4097: the map has 16781312 tiles or more, but at most";
        assert!(more.to_string().starts_with(expected), "{more}");
    }

    #[test]
    fn a_map_too_long_for_a_world_is_refused() {
        let most = " ".repeat(524_288);
        assert!(Terrain::from_rows("long", [&most]).is_ok());
        let more = Terrain::from_rows("longer", [format!("{most} ")]).unwrap_err().to_string();
        assert!(more.starts_with("longer: 524289 tiles of 32 units make"), "{more}");
    }

    proptest! {
        #[test]
        fn a_drawn_terrain_reads_back_the_same(
            rows in (1_usize..9).prop_flat_map(|width| {
                let letter = prop::sample::select(Alphabet::PICTURE.letters);
                prop::collection::vec(prop::collection::vec(letter, width), 1..9)
            }),
        ) {
            let pictures = rows.iter().map(|row| row.iter().map(|l| l.0).collect::<String>());
            let terrain = Terrain::from_rows("drawn", pictures).unwrap();
            let again = Terrain::from_rows("again", terrain.to_string().lines()).unwrap();
            prop_assert_eq!(&terrain, &again);
            let tiles: Vec<Tile> = terrain.tiles().map(|(_, tile)| tile).collect();
            let meant: Vec<Tile> = rows.iter().flatten().map(|l| l.1).collect();
            prop_assert_eq!(tiles, meant);
        }

        #[test]
        fn no_rows_make_the_reader_panic(rows in prop::collection::vec("\\PC{0,6}", 0..6)) {
            let _ = Terrain::from_rows("random", &rows);
        }
    }
}
