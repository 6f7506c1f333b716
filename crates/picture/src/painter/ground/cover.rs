//! How densely plants cover the ground, and where carcasses feed it.

use glam::DVec2;
use terrarium_creatures::behaviour::SightingKind;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::Figure;

use crate::painter::round_length;

/// The most cells along a side of the world.
const MOST_CELLS: f64 = 96.0;

/// The least side of a cell, in units: about that of a grown plant.
const LEAST_SIDE: f64 = 40.0;

/// The number of levels of cover. Few, so that little is painted anew from tick to tick.
const LEVELS: f32 = 12.0;

/// The share of a cell that plants occupy at which its cover is two thirds of the most.
const HALF_FULL: f32 = 0.16;

/// The levels of cover in the cells of a world, 0 to 255.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Cover {
    /// The side of a cell, in thousandths of a unit.
    side: u64,
    pub columns: usize,
    pub rows: usize,
    pub levels: Vec<u8>,
}

impl Cover {
    /// The cover of a scene.
    pub fn new(scene: &Scene) -> Self {
        let size = scene.bounds.size().max(DVec2::splat(1e-3));
        let side = round_length((size.max_element() / MOST_CELLS).max(LEAST_SIDE));
        let [columns, rows] = [size.x, size.y].map(|length| whole((length / side).ceil()).max(1));
        let mut field = Field { columns, rows, sums: vec![0.0; columns * rows] };
        for figure in &scene.figures {
            field.add((figure.centre - scene.bounds.min) / side, area_of(figure, side));
        }
        field.blur();
        let level = |sum: &f32| {
            let share = 1.0 - libm::expf(-sum / HALF_FULL);
            byte((share * LEVELS).round() * (255.0 / LEVELS))
        };
        let levels = field.sums.iter().map(level).collect();
        Self { side: u64::try_from(whole(side * 1000.0)).unwrap_or(1), columns, rows, levels }
    }

    /// The side of a cell, in units.
    #[expect(clippy::cast_precision_loss, reason = "a side is short")]
    pub fn side(&self) -> f64 {
        self.side as f64 / 1000.0
    }
}

/// The share of a cell that an organism feeds or covers.
fn area_of(figure: &Figure, side: f64) -> f32 {
    let width = 2.0 * figure.radius / side;
    #[expect(clippy::cast_possible_truncation, reason = "painting needs no more precision")]
    let area = (width * width) as f32;
    match figure.kind {
        SightingKind::Plant => area,
        // What is left in a carcass is missing in the ground.
        SightingKind::Carcass => area * (0.6 - 0.5 * figure.energy),
        _ => 0.0,
    }
}

struct Field {
    columns: usize,
    rows: usize,
    sums: Vec<f32>,
}

impl Field {
    /// Adds to the four cells whose middles are nearest to a place.
    fn add(&mut self, place: DVec2, area: f32) {
        if area == 0.0 {
            return;
        }
        let at = (place - 0.5).max(DVec2::ZERO);
        let (column, row) = (whole(at.x).min(self.columns - 1), whole(at.y).min(self.rows - 1));
        let part = (at - at.floor()).as_vec2();
        let (right, below) = ((column + 1).min(self.columns - 1), (row + 1).min(self.rows - 1));
        for (x, across) in [(column, 1.0 - part.x), (right, part.x)] {
            for (y, down) in [(row, 1.0 - part.y), (below, part.y)] {
                self.sums[y * self.columns + x] += area * across * down;
            }
        }
    }

    /// Spreads a part of each cell to its neighbours.
    fn blur(&mut self) {
        let before = self.sums.clone();
        let at = |column: usize, row: usize| before[row * self.columns + column];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (left, right) = (column.saturating_sub(1), (column + 1).min(self.columns - 1));
                let (above, below) = (row.saturating_sub(1), (row + 1).min(self.rows - 1));
                let around = at(left, row) + at(right, row) + at(column, above) + at(column, below);
                self.sums[row * self.columns + column] = 0.5 * at(column, row) + 0.125 * around;
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(number: f64) -> usize {
    number as usize
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn byte(number: f32) -> u8 {
    number as u8
}
