//! The terrain: a rectangle of tiles, one byte each.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Cell, ControlPoint, Mark, TerrainProblem, Tile};
use crate::geometry::{Aabb, DVec2, lattice};

/// The maximum number of tiles of a terrain: 4096 × 4096, or any other shape of that size.
pub const MAX_TILES: u64 = 16_777_216;

/// The default side of a tile, in units: that of OpenFire's tiles in pixels.
pub const DEFAULT_TILE_SIDE: f64 = 32.0;

/// The ground of a world: a rectangle of square tiles, and the bases on it.
///
/// It has at least one tile and at most [`MAX_TILES`]. `Display` prints it as text, one line per
/// row, in the characters of [`Alphabet::PICTURE`](super::Alphabet::PICTURE).
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Terrain {
    width: u32,
    height: u32,
    tile_side: f64,
    /// Row by row, each tile as its index in [`Tile::ALL`].
    codes: Vec<u8>,
    control_points: Vec<ControlPoint>,
}

/// A terrain as deserialised, not yet validated.
#[derive(Deserialize)]
struct Stored {
    width: u32,
    height: u32,
    tile_side: f64,
    codes: Vec<u8>,
    control_points: Vec<ControlPoint>,
}

impl TryFrom<Stored> for Terrain {
    type Error = TerrainProblem;

    fn try_from(stored: Stored) -> Result<Self, TerrainProblem> {
        check_size(stored.width, stored.height)?;
        if stored.codes.len() as u64 != u64::from(stored.width) * u64::from(stored.height) {
            return Err(TerrainProblem::Damaged("its size and its number of tiles disagree"));
        }
        if stored.codes.iter().any(|&code| usize::from(code) >= Tile::ALL.len()) {
            return Err(TerrainProblem::Damaged("it has a tile of an unknown kind"));
        }
        let Stored { width, height, tile_side, codes, control_points } = stored;
        Self { width, height, tile_side, codes, control_points: Vec::new() }
            .with_tile_side(tile_side)?
            .with_control_points(control_points)
    }
}

/// Rejects an invalid size.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), TerrainProblem> {
    if width == 0 || height == 0 {
        return Err(TerrainProblem::Empty);
    }
    check_count(u64::from(width) * u64::from(height))
}

/// Rejects more than [`MAX_TILES`] tiles.
pub(super) fn check_count(tiles: u64) -> Result<(), TerrainProblem> {
    if tiles > MAX_TILES { Err(TerrainProblem::TooManyTiles(tiles)) } else { Ok(()) }
}

impl Terrain {
    /// Plain ground of this size in tiles of [`DEFAULT_TILE_SIDE`].
    ///
    /// # Errors
    ///
    /// When it would have no tiles, or more than [`MAX_TILES`].
    pub fn plain(width: u32, height: u32) -> Result<Self, TerrainProblem> {
        check_size(width, height)?;
        let count = usize::try_from(u64::from(width) * u64::from(height));
        let count = count.map_err(|_| TerrainProblem::TooManyTiles(MAX_TILES))?;
        Self::from_codes(width, height, vec![Tile::Ground.code(); count])
    }

    /// A terrain of this size with tiles given by [`Tile::code`].
    pub(super) fn from_codes(
        width: u32,
        height: u32,
        codes: Vec<u8>,
    ) -> Result<Self, TerrainProblem> {
        let tile_side = DEFAULT_TILE_SIDE;
        Stored { width, height, tile_side, codes, control_points: Vec::new() }.try_into()
    }

    /// The same terrain with another tile side, in units.
    ///
    /// # Errors
    ///
    /// When the side is not a positive value of the [`lattice`], or the far edges of the terrain
    /// would lie beyond [`lattice::LIMIT`].
    pub fn with_tile_side(mut self, tile_side: f64) -> Result<Self, TerrainProblem> {
        let on_lattice = tile_side.is_finite() && lattice::snap(tile_side) == tile_side;
        if !on_lattice || tile_side <= 0.0 {
            return Err(TerrainProblem::TileSide(tile_side));
        }
        let tiles = self.width.max(self.height);
        if f64::from(tiles) * tile_side > lattice::LIMIT {
            return Err(TerrainProblem::TooFar { tiles, tile_side });
        }
        self.tile_side = tile_side;
        Ok(self)
    }

    /// The same terrain with these bases instead of its own.
    ///
    /// # Errors
    ///
    /// When a base has no name or no polygon, or any of its tiles lies outside the terrain.
    pub fn with_control_points(
        mut self,
        control_points: Vec<ControlPoint>,
    ) -> Result<Self, TerrainProblem> {
        for (index, base) in control_points.iter().enumerate() {
            self.check_control_point(index + 1, base)?;
        }
        self.control_points = control_points;
        Ok(self)
    }

    fn check_control_point(
        &self,
        number: usize,
        base: &ControlPoint,
    ) -> Result<(), TerrainProblem> {
        let incomplete = |lacks| Err(TerrainProblem::ControlPointIncomplete { number, lacks });
        if base.name.is_empty() {
            return incomplete("name");
        }
        if base.polygon.is_empty() {
            return incomplete("polygon");
        }
        let corners = base.polygon.iter().map(|&corner| ("polygon corner", corner));
        let outside = std::iter::once(("capture tile", base.capture))
            .chain(corners)
            .find(|&(_, cell)| self.tile(cell).is_none());
        outside.map_or(Ok(()), |(part, cell)| {
            Err(TerrainProblem::ControlPointOutside {
                name: super::error::quoted(&base.name),
                part,
                cell,
                width: self.width,
                height: self.height,
            })
        })
    }

    /// The number of tiles in a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The side of a tile, in units; a value of the [`lattice`].
    #[must_use]
    pub fn tile_side(&self) -> f64 {
        self.tile_side
    }

    /// The box of all tiles, in units, with its minimum at the origin.
    #[must_use]
    pub fn area(&self) -> Aabb {
        self.span(Cell::new(0, 0), Cell::new(self.width, self.height))
    }

    /// The box of one tile, in units. Its corners lie on the [`lattice`], so neighbouring tiles
    /// share their edges exactly.
    #[must_use]
    pub fn cell_box(&self, cell: Cell) -> Aabb {
        let least = self.corner(cell);
        Aabb::new(least, least + self.tile_side)
    }

    /// The box from the minimum of `first` to the minimum of `past`, in units.
    pub(super) fn span(&self, first: Cell, past: Cell) -> Aabb {
        Aabb::new(self.corner(first), self.corner(past))
    }

    fn corner(&self, cell: Cell) -> DVec2 {
        DVec2::new(cell.x.into(), cell.y.into()) * self.tile_side
    }

    /// The cell that contains `point`; `None` outside the [`area`](Self::area).
    ///
    /// A point on the edge between two tiles belongs to the one with the greater coordinates, and a
    /// point on the far edge of the terrain to the last.
    #[must_use]
    pub fn cell_at(&self, point: DVec2) -> Option<Cell> {
        let along = |coordinate: f64, tiles: u32| {
            if !(0.0..=f64::from(tiles) * self.tile_side).contains(&coordinate) {
                return None;
            }
            let nearest = (coordinate / self.tile_side).floor();
            // The quotient may have been rounded up to the next edge; the edge itself is exact.
            let rounded_up = nearest * self.tile_side > coordinate;
            let index = if rounded_up { nearest - 1.0 } else { nearest };
            Some((index as u32).min(tiles - 1))
        };
        Some(Cell::new(along(point.x, self.width)?, along(point.y, self.height)?))
    }

    /// The tile that contains `point`; see [`cell_at`](Self::cell_at).
    #[must_use]
    pub fn tile_at(&self, point: DVec2) -> Option<Tile> {
        self.tile(self.cell_at(point)?)
    }

    /// The tile of a cell; `None` outside the terrain.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.index(cell).map(|index| tile_of(self.codes[index]))
    }

    /// Replaces a tile and returns the previous one. Outside the terrain it does nothing and
    /// returns `None`.
    pub fn set_tile(&mut self, cell: Cell, tile: Tile) -> Option<Tile> {
        let index = self.index(cell)?;
        Some(tile_of(std::mem::replace(&mut self.codes[index], tile.code())))
    }

    /// All tiles with their cells, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        self.rows().zip(0..).flat_map(|(row, y)| row.zip(0..).map(move |(t, x)| (Cell { x, y }, t)))
    }

    /// The rows from top to bottom, each from left to right.
    pub(super) fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Tile> + '_> + '_ {
        self.codes.chunks_exact(self.width as usize).map(|row| row.iter().map(|&c| tile_of(c)))
    }

    /// The turrets, spawn points and capture points of the current tiles, row by row. Scans all
    /// tiles.
    pub fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        self.tiles().filter_map(|(cell, tile)| {
            let (kind, team) = tile.mark()?;
            Some(Mark { cell, kind, team })
        })
    }

    /// The bases, in the order of the map.
    #[must_use]
    pub fn control_points(&self) -> &[ControlPoint] {
        &self.control_points
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let within = cell.x < self.width && cell.y < self.height;
        within.then(|| cell.y as usize * self.width as usize + cell.x as usize)
    }
}

/// The tile with this code, which was validated on input.
fn tile_of(code: u8) -> Tile {
    Tile::ALL[usize::from(code)]
}

impl fmt::Debug for Terrain {
    /// The size, the bases and the text map, for the messages of failed assertions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, tile_side, control_points, .. } = self;
        writeln!(f, "Terrain of {width} × {height} tiles of {tile_side} units")?;
        for base in control_points {
            writeln!(f, "{base:?}")?;
        }
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terrain::{MarkKind, Team};

    fn terrain(rows: &[&str]) -> Terrain {
        Terrain::from_rows("test", rows).unwrap()
    }

    fn base(name: &str, capture: Cell, polygon: &[Cell]) -> ControlPoint {
        ControlPoint { name: name.into(), capture, polygon: polygon.to_vec() }
    }

    #[test]
    fn every_point_of_the_area_has_a_tile_and_no_other() {
        let map = terrain(&[". ", "#T"]);
        let tile = |x, y| map.tile_at(DVec2::new(x, y));
        assert_eq!(tile(0.0, 0.0), Some(Tile::Water));
        assert_eq!(tile(31.9, 31.9), Some(Tile::Water));
        assert_eq!(tile(32.0, 0.0), Some(Tile::Ground), "an edge belongs to the greater tile");
        assert_eq!(tile(0.0, 32.0), Some(Tile::Road), "y grows with the row");
        assert_eq!(tile(64.0, 64.0), Some(Tile::Trees), "the far corner to the last");
        for (x, y) in [(-0.1, 0.0), (0.0, 64.1), (f64::NAN, 0.0), (f64::INFINITY, 0.0)] {
            assert_eq!(tile(x, y), None, "({x}, {y})");
        }
        assert_eq!(map.area(), Aabb::new(DVec2::ZERO, DVec2::splat(64.0)));
    }

    #[test]
    fn a_destroyed_wall_is_ground() {
        let mut map = terrain(&["-s-"]);
        assert_eq!(map.set_tile(Cell::new(1, 0), Tile::Ground), Some(Tile::Turret(Team::Blue)));
        assert_eq!(map, terrain(&["- -"]));
        assert_eq!(map.set_tile(Cell::new(3, 0), Tile::Ground), None);
        assert_eq!(map.set_tile(Cell::new(0, 1), Tile::Ground), None);
        assert_eq!(map, terrain(&["- -"]), "nothing happens outside");
    }

    #[test]
    fn marks_are_found_with_their_teams() {
        let map = terrain(&[" 1 $", "C  2"]);
        let marks: Vec<_> = map.marks().map(|m| (m.cell.x, m.cell.y, m.kind, m.team)).collect();
        let expected = [
            (1, 0, MarkKind::Spawn, Team::Blue),
            (3, 0, MarkKind::Turret, Team::Neutral),
            (0, 1, MarkKind::Capture, Team::Red),
            (3, 1, MarkKind::Spawn, Team::Red),
        ];
        assert_eq!(marks, expected);
    }

    #[test]
    fn a_tile_side_must_be_a_positive_lattice_value() {
        for side in [0.0, -0.0, -32.0, 0.1, 1e-9, 1e300, f64::NAN, f64::INFINITY] {
            let refused = terrain(&["  "]).with_tile_side(side);
            let problem = refused.expect_err(&format!("{side} should be refused"));
            let expected = if side == 1e300 { "too large" } else { "tiles cannot be" };
            assert!(problem.to_string().contains(expected), "{side}: {problem}");
        }
        let wide = terrain(&["  "]).with_tile_side(lattice::LIMIT / 2.0).unwrap();
        assert_eq!(wide.area().max.x, lattice::LIMIT);
        assert!(terrain(&["   "]).with_tile_side(lattice::LIMIT / 2.0).is_err());
    }

    #[test]
    fn a_base_must_lie_on_the_map() {
        let check = |base| terrain(&["   ", "   "]).with_control_points(vec![base]);
        let (inside, outside) = (Cell::new(2, 1), Cell::new(3, 1));
        assert!(check(base("Hill", inside, &[inside])).is_ok());
        assert_eq!(
            check(base("Hill", outside, &[inside])).unwrap_err().to_string(),
            "the capture tile [3, 1] of control point `Hill` is outside the map; it has columns 0 \
             to 2 and rows 0 to 1"
        );
        let corner = check(base("Hill", inside, &[inside, Cell::new(0, u32::MAX)])).unwrap_err();
        assert!(
            corner.to_string().starts_with("the polygon corner [0, 4294967295] of"),
            "{corner}"
        );
        let nameless = check(base("", inside, &[inside])).unwrap_err();
        assert!(nameless.to_string().starts_with("control point 1 (counted from 1) has no name"));
        let shapeless = check(base("Hill", inside, &[])).unwrap_err();
        assert!(shapeless.to_string().contains("has no polygon"), "{shapeless}");
    }

    #[test]
    fn a_stored_terrain_comes_back_and_a_damaged_one_is_refused() {
        let map = terrain(&["-s ", ".1#"]).with_tile_side(0.5).unwrap();
        let map = map.with_control_points(vec![base("Hill", Cell::new(1, 1), &[Cell::new(0, 0)])]);
        let map = map.unwrap();
        let bytes = postcard::to_allocvec(&map).unwrap();
        assert_eq!(postcard::from_bytes::<Terrain>(&bytes).unwrap(), map);

        let damage = |key: &str, value: serde_json::Value| {
            let mut stored = serde_json::to_value(&map).unwrap();
            stored[key] = value;
            serde_json::from_value::<Terrain>(stored).unwrap_err().to_string()
        };
        assert!(damage("width", 4.into()).contains("disagree"));
        assert!(damage("width", u32::MAX.into()).contains("at most 16777216"));
        assert!(damage("height", 0.into()).contains("empty"));
        assert!(damage("tile_side", (-1.0).into()).contains("tiles cannot be -1 units wide"));
        assert!(damage("codes", vec![0, 1, 2, 3, 4, 16].into()).contains("unknown kind"));
    }

    proptest! {
        #[test]
        fn a_point_lies_in_the_box_of_its_cell(
            side in 1_u32..200_000_000,
            x in 0.0..=1.0,
            y in 0.0..=1.0,
        ) {
            let side = f64::from(side) * lattice::STEP;
            let map = terrain(&["       ", "       ", "       "]).with_tile_side(side).unwrap();
            let point = map.area().max * DVec2::new(x, y);
            let found = map.cell_box(map.cell_at(point).unwrap());
            prop_assert_eq!(found.nearest_point(point), point);
        }

        #[test]
        fn every_cell_is_found_from_its_least_corner(side in 1_u32..200_000_000, x in 0_u32..50) {
            let side = f64::from(side) * lattice::STEP;
            let map = terrain(&[&" ".repeat(50)]).with_tile_side(side).unwrap();
            let corner = map.cell_box(Cell::new(x, 0)).min;
            prop_assert!(lattice::holds(corner));
            prop_assert_eq!(map.cell_at(corner), Some(Cell::new(x, 0)));
            let before = DVec2::new(corner.x.next_down(), 0.0);
            let expected = x.checked_sub(1).map(|x| Cell::new(x, 0));
            prop_assert_eq!(map.cell_at(before), expected);
        }
    }
}
