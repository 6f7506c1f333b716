//! The size of brushes, and how many organisms they add.

use serde::Deserialize;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::actions::{Key, Stroke};
use terrarium_run::record::Scene;
use terrarium_sim::tick::{Command, MAX_SCATTERED, PAINTED_TILES};
use terrarium_sim::world::blank_terrain;
use terrarium_space::geometry::DVec2;
use terrarium_space::terrain::{Cell, Tile};

use super::strength::{Adjustment, Step, stepped};

/// Adds organisms of a species: one, or several within a radius.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spray {
    /// The species.
    #[cfg_attr(test, ts(type = "number"))]
    pub species: SpeciesId,
    /// The radius, in units; 0 adds one organism.
    pub radius: f64,
    /// The number of organisms for each place of a stroke.
    pub count: u32,
}

/// Paints the tiles of a disc.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Brush {
    /// The kind of the tiles.
    #[cfg_attr(test, ts(type = "string"))]
    pub tile: Tile,
    /// The radius, in units; 0 paints one tile.
    pub radius: f64,
}

/// A world's division into tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The number of columns.
    pub columns: u32,
    /// The number of rows.
    pub rows: u32,
    /// The side of a tile, in units.
    pub side: f64,
}

const RADII: [f64; 11] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 150.0, 200.0, 300.0, 400.0, 600.0];
const COUNTS: [f64; 11] = [1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0, 80.0, 100.0];

impl Spray {
    /// Adds one organism of a species.
    #[must_use]
    pub fn one(species: SpeciesId) -> Self {
        Self { species, radius: 0.0, count: 8 }
    }

    /// After a change.
    #[must_use]
    pub fn adjusted(mut self, by: Adjustment) -> Self {
        match by {
            Adjustment::Radius(step) => self.radius = resized(self.radius, step),
            Adjustment::Strength(step) => self.count = stepped_whole(&COUNTS, self.count, step),
            Adjustment::Duration(_) => {}
        }
        self
    }

    /// Adds organisms around places, as many as a command may add.
    #[must_use]
    pub fn command(self, places: Vec<DVec2>) -> Command {
        let Self { species, radius, count } = self;
        let times = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let count = count.saturating_mul(times).min(MAX_SCATTERED);
        Command::Scatter { species, places, radius, count }
    }
}

impl Default for Brush {
    fn default() -> Self {
        Self { tile: Tile::Water, radius: 40.0 }
    }
}

impl Brush {
    /// After a change.
    #[must_use]
    pub fn adjusted(self, by: Adjustment) -> Self {
        match by {
            Adjustment::Radius(step) => Self { radius: resized(self.radius, step), ..self },
            _ => self,
        }
    }

    /// With the tile that a key chooses: 1 is the first of [`PAINTED_TILES`].
    #[must_use]
    pub fn choosing(self, stroke: Stroke) -> Option<Self> {
        let Key::Char(letter) = stroke.key else { return None };
        let number = letter.to_digit(10).filter(|_| !stroke.ctrl)? as usize;
        let tile = *PAINTED_TILES.get(number.checked_sub(1)?)?;
        Some(Self { tile, ..self })
    }

    /// How far places of a stroke may be apart so that it has neither gaps nor visible notches, in units.
    #[must_use]
    pub fn step(self, grid: &Grid) -> f64 {
        (grid.side * 0.5).max(self.radius * 0.25)
    }

    /// The tiles whose middle is within the radius of a place, and the tile at the place.
    pub fn cells(self, place: DVec2, grid: &Grid) -> impl Iterator<Item = Cell> + use<> {
        let side = grid.side;
        let most = DVec2::new(grid.columns.into(), grid.rows.into());
        let within = |at: DVec2| (at / side).floor().clamp(DVec2::ZERO, most);
        let (first, last) = (within(place - self.radius), within(place + self.radius));
        let (columns, rows) =
            (span(first.x, last.x, grid.columns), span(first.y, last.y, grid.rows));
        let cells = columns.flat_map(move |x| rows.clone().map(move |y| Cell::new(x, y)));
        let own = (place / side).floor();
        cells.filter(move |cell| {
            let corner = DVec2::new(cell.x.into(), cell.y.into());
            let middle = (corner + 0.5) * side;
            corner == own || middle.distance(place) <= self.radius
        })
    }
}

impl Grid {
    /// How a world is divided into tiles, or would be if it was painted. `None` if it cannot be painted.
    #[must_use]
    pub fn of(scene: &Scene) -> Option<Self> {
        let ground = &scene.ground;
        if ground.columns > 0 {
            let (columns, rows, side) = (ground.columns, ground.rows, ground.tile_side);
            return Some(Self { columns, rows, side });
        }
        let blank = blank_terrain(&scene.bounds)?;
        Some(Self { columns: blank.width(), rows: blank.height(), side: blank.tile_side() })
    }
}

/// The columns or rows from one to another, of so many.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the grid")]
fn span(first: f64, last: f64, count: u32) -> std::ops::Range<u32> {
    first as u32..(last as u32).saturating_add(1).min(count)
}

fn resized(radius: f64, step: Step) -> f64 {
    stepped(&RADII, radius, step).unwrap_or(radius)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
fn stepped_whole(scale: &[f64], value: u32, step: Step) -> u32 {
    stepped(scale, value.into(), step).map_or(value, |it| it as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles under a brush in a grid of 9 × 5 tiles of 10 units.
    fn painted(radius: f64, x: f64, y: f64) -> String {
        let grid = Grid { columns: 9, rows: 5, side: 10.0 };
        let brush = Brush { tile: Tile::Water, radius };
        let cells: Vec<Cell> = brush.cells(DVec2::new(x, y), &grid).collect();
        let letter = |x, y| if cells.contains(&Cell::new(x, y)) { '#' } else { '.' };
        let rows = (0..5).map(|y| (0..9).map(|x| letter(x, y)).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_brush_covers_the_tiles_of_a_disc() {
        let disc = "\
....#....
...###...
..#####..
...###...
....#....";
        assert_eq!(painted(20.0, 45.0, 25.0), disc);
        let one = "\
.........
.........
....#....
.........
.........";
        assert_eq!(painted(0.0, 49.9, 20.1), one, "the tile at the pointer");
        let at_the_border = "\
##.......
#........
.........
.........
.........";
        assert_eq!(painted(10.0, 5.0, 5.0), at_the_border, "cut off");
        assert_eq!(painted(10.0, -40.0, 20.0).find('#'), None);
        assert_eq!(painted(10.0, 200.0, 20.0).find('#'), None);
    }

    #[test]
    fn digits_choose_tiles() {
        let choose = |letter| Brush::default().choosing(Stroke::plain(Key::Char(letter)));
        assert_eq!(choose('1').map(|brush| brush.tile), Some(Tile::Ground));
        assert_eq!(choose('7').map(|brush| brush.tile), Some(Tile::Wall));
        assert_eq!([choose('0'), choose('8'), choose('A')], [None; 3]);
    }

    #[test]
    fn a_long_stroke_adds_as_many_as_a_command_may() {
        let spray = Spray { species: SpeciesId(0), radius: 20.0, count: 100 };
        let Command::Scatter { count, .. } = spray.command(vec![DVec2::ZERO; 21]) else { panic!() };
        assert_eq!(count, MAX_SCATTERED);
    }
}
