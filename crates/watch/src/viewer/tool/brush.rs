//! The size of brushes, and how many organisms they add.

use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::{Key, Stroke};
use terrarium_sim::tick::PAINTED_TILES;
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Tile};

use super::strength::{Adjustment, Step, stepped};

/// Adds organisms of a species: one, or several within a radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::viewer) struct Spray {
    /// The species.
    pub species: SpeciesId,
    /// The radius, in units; 0 adds one organism.
    pub radius: f64,
    /// The number of organisms for each place of a stroke.
    pub count: u32,
}

/// Paints squares of tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::viewer) struct Brush {
    /// The kind of the tiles.
    pub tile: Tile,
    /// The number of tiles on each side.
    pub size: u32,
}

/// A world's division into tiles: columns, rows and the side of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::viewer) struct Grid {
    pub columns: u32,
    pub rows: u32,
    pub side: f64,
}

const RADII: [f64; 11] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 150.0, 200.0, 300.0, 400.0, 600.0];
const COUNTS: [f64; 11] = [1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0, 80.0, 100.0];
const SIZES: [f64; 8] = [1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0];

impl Spray {
    /// Adds one organism of a species.
    pub fn one(species: SpeciesId) -> Self {
        Self { species, radius: 0.0, count: 8 }
    }

    /// After a change.
    pub fn adjusted(mut self, by: Adjustment) -> Self {
        match by {
            Adjustment::Radius(step) => {
                self.radius = stepped(&RADII, self.radius, step).unwrap_or(self.radius);
            }
            Adjustment::Strength(step) => self.count = stepped_whole(&COUNTS, self.count, step),
            Adjustment::Duration(_) => {}
        }
        self
    }
}

impl Default for Brush {
    fn default() -> Self {
        Self { tile: Tile::Water, size: 2 }
    }
}

impl Brush {
    /// After a change.
    pub fn adjusted(self, by: Adjustment) -> Self {
        match by {
            Adjustment::Radius(step) => {
                Self { size: stepped_whole(&SIZES, self.size, step), ..self }
            }
            _ => self,
        }
    }

    /// With the tile that a key chooses: 1 is the first of [`PAINTED_TILES`].
    pub fn choosing(self, stroke: Stroke) -> Option<Self> {
        let Key::Char(letter) = stroke.key else { return None };
        let number = letter.to_digit(10).filter(|_| !stroke.ctrl)? as usize;
        let tile = *PAINTED_TILES.get(number.checked_sub(1)?)?;
        Some(Self { tile, ..self })
    }

    /// The tiles under the brush at a place.
    pub fn cells(self, place: DVec2, grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
        let reach = f64::from(self.size) * 0.5;
        let first = (place / grid.side - reach).round().max(DVec2::ZERO);
        let past = (place / grid.side + reach).round();
        let past = past.min(DVec2::new(grid.columns.into(), grid.rows.into()));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the grid")]
        let [columns, rows] =
            [first.x as u32..past.x.max(0.0) as u32, first.y as u32..past.y.max(0.0) as u32];
        columns.flat_map(move |x| rows.clone().map(move |y| Cell::new(x, y)))
    }

    /// The box of the tiles under the brush at a place.
    pub fn area(self, place: DVec2, grid: &Grid) -> Option<Aabb> {
        let corner = |cell: Cell| DVec2::new(cell.x.into(), cell.y.into()) * grid.side;
        let mut cells = self.cells(place, grid);
        let first = cells.next()?;
        let last = cells.last().unwrap_or(first);
        Some(Aabb::spanning(corner(first), corner(last) + grid.side))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
fn stepped_whole(scale: &[f64], value: u32, step: Step) -> u32 {
    stepped(scale, value.into(), step).map_or(value, |it| it as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brush_covers_as_many_tiles_as_its_size_within_the_grid() {
        let grid = Grid { columns: 10, rows: 6, side: 32.0 };
        let count = |size, x, y| {
            let brush = Brush { tile: Tile::Water, size };
            brush.cells(DVec2::new(x, y) * 32.0, &grid).count()
        };
        assert_eq!([count(1, 4.5, 2.5), count(2, 5.0, 3.0), count(3, 4.5, 2.5)], [1, 4, 9]);
        assert_eq!([count(3, 0.5, 0.5), count(3, 9.5, 5.5)], [4, 4], "cut off at the border");
        assert_eq!([count(3, -9.0, 2.0), count(3, 40.0, 2.0)], [0, 0]);
        let brush = Brush { tile: Tile::Water, size: 1 };
        let cell = brush.cells(DVec2::new(144.0, 80.0), &grid).next();
        assert_eq!(cell, Some(Cell::new(4, 2)), "the tile under the pointer");
        let area = Aabb::spanning(DVec2::new(128.0, 64.0), DVec2::new(160.0, 96.0));
        assert_eq!(brush.area(DVec2::new(144.0, 80.0), &grid), Some(area));
    }

    #[test]
    fn digits_choose_tiles() {
        let choose = |letter| Brush::default().choosing(Stroke::plain(Key::Char(letter)));
        assert_eq!(choose('1').map(|brush| brush.tile), Some(Tile::Ground));
        assert_eq!(choose('7').map(|brush| brush.tile), Some(Tile::Wall));
        assert_eq!([choose('0'), choose('8'), choose('A')], [None; 3]);
    }
}
