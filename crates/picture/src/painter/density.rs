//! The density of organisms by species, for worlds seen from so far that single ones are too small.
//!
//! The world is divided into square cells. In each, the ground has the colours of its plants, as full as
//! there are many; a square is as large as there are many herbivores, with a strip for each species;
//! and a diamond on it stands for the carnivores.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::Kind;
use terrarium_output::colour::Rgb;
use terrarium_run::record::Scene;
use terrarium_space::geometry::Aabb;

use super::backdrop::round_length;
use super::palette::{LABEL, LABEL_INK, solid, toward};
use crate::{Font, Framebuffer, Rect, TextStyle};

/// Organisms with a smaller mean diameter are shown as density, in pixels.
pub(super) const SMALLEST: f64 = 3.0;

/// The greatest number of cells along a side of the world.
const MOST_CELLS: f64 = 1024.0;

/// The opacity of the ground at the greatest density of plants.
const PLANTS: f32 = 0.75;

/// The numbers of organisms in the cells of a world.
#[derive(Debug, Clone)]
pub struct Density {
    bounds: Aabb,
    /// The side of a cell, in units.
    side: f64,
    columns: usize,
    /// The species of each kind: their indices and colours.
    species: [Vec<(usize, Rgb)>; Kind::ALL.len()],
    /// The number of species.
    count: usize,
    /// The number of organisms of each species in each cell.
    cells: Vec<u32>,
    /// For each kind, the number of organisms in a cell that fill it; a round number.
    full: [f64; Kind::ALL.len()],
}

impl Density {
    /// Counts the living organisms of a scene in cells that are at least this wide, in units.
    pub fn new(scene: &Scene, least_side: f64) -> Self {
        let size = scene.bounds.size().max(DVec2::splat(1e-3));
        let side = round_length(least_side.max(size.max_element() / MOST_CELLS));
        let [columns, rows] = [size.x, size.y].map(|length| whole((length / side).ceil()).max(1));
        let count = scene.species.len();
        let of_kind = |kind: Kind| {
            let all = scene.species.iter().enumerate().filter(|(_, look)| look.kind == kind);
            all.map(|(index, look)| (index, look.colour)).collect()
        };
        let mut cells = vec![0; columns * rows * count];
        for figure in scene.figures.iter().filter(|it| it.kind != SightingKind::Carcass) {
            let at = (figure.centre - scene.bounds.min) / side;
            let (column, row) = (whole(at.x).min(columns - 1), whole(at.y).min(rows - 1));
            let index = (row * columns + column) * count + figure.species.index();
            if figure.species.index() < count {
                cells[index] += 1;
            }
        }
        let mut density = Self {
            bounds: scene.bounds,
            side,
            columns,
            species: Kind::ALL.map(of_kind),
            count,
            cells,
            full: [1.0; Kind::ALL.len()],
        };
        let most = |kind: Kind| {
            let numbers = density.all_cells().map(|cell| density.number(cell, kind));
            f64::from(numbers.max().unwrap_or(0)).max(1.0)
        };
        let [plants, herbivores, carnivores] = Kind::ALL.map(most);
        // Carnivores are fewer, and do not hide the others.
        let full = [plants, herbivores, carnivores.max(herbivores / 5.0)].map(round_length);
        density.full = full;
        density
    }

    /// What a full cell stands for: `full cell of 50 × 50 units: 20 plants, 10 herbivores, 1 carnivore`.
    pub fn scale_text(&self) -> String {
        let of_kind = |kind: Kind| {
            let is_there = !self.species[kind as usize].is_empty();
            let plural = if self.full(kind) > 1.0 { "s" } else { "" };
            is_there.then(|| format!("{} {}{plural}", self.full(kind), kind.name()))
        };
        let kinds: Vec<String> = Kind::ALL.into_iter().filter_map(of_kind).collect();
        format!("full cell of {0} × {0} units: {1}", self.side, kinds.join(", "))
    }

    /// The number of organisms of a kind that fill a cell.
    fn full(&self, kind: Kind) -> f64 {
        self.full[kind as usize]
    }

    /// Paints the cells that may be visible in an area of the world; `pixel` returns the pixel of a place.
    pub fn paint(
        &self,
        framebuffer: &mut Framebuffer,
        visible: &Aabb,
        pixel: impl Fn(DVec2) -> Vec2,
    ) {
        if self.count == 0 {
            return;
        }
        let rows = self.cells.len() / self.count / self.columns;
        let range = |from: f64, to: f64, start: f64, count: usize| {
            let first = whole((from - start) / self.side);
            first..(whole((to - start) / self.side) + 1).min(count)
        };
        for row in range(visible.min.y, visible.max.y, self.bounds.min.y, rows) {
            for column in range(visible.min.x, visible.max.x, self.bounds.min.x, self.columns) {
                let start = (row * self.columns + column) * self.count;
                let cell = &self.cells[start..start + self.count];
                if cell.iter().all(|&number| number == 0) {
                    continue;
                }
                let corner = self.bounds.min + DVec2::new(float(column), float(row)) * self.side;
                let end = (corner + self.side).min(self.bounds.max);
                let area = Rect::spanning(pixel(corner).round(), pixel(end).round());
                self.paint_cell(framebuffer, area, cell);
            }
        }
    }

    fn paint_cell(&self, framebuffer: &mut Framebuffer, area: Rect, cell: &[u32]) {
        let share = self.share(cell, Kind::Plant);
        if let Some(colour) = self.mixed(cell, Kind::Plant) {
            framebuffer
                .fill(area, solid(colour, opacity((0.12 + share * (PLANTS - 0.12)).min(PLANTS))));
        }
        let share = self.share(cell, Kind::Herbivore);
        if share > 0.0 {
            let side = area.width.min(area.height) * 0.92 * share.sqrt();
            let square = Rect::around(area.centre(), side.max(1.5) * 0.5);
            self.strips(framebuffer, square, cell);
        }
        let share = self.share(cell, Kind::Carnivore);
        if let Some(colour) = self.mixed(cell, Kind::Carnivore) {
            let half = (area.width.min(area.height) * 0.36 * share.sqrt()).max(1.4);
            diamond(framebuffer, area.centre(), half + 0.8, [24, 26, 30]);
            diamond(framebuffer, area.centre(), half, colour);
        }
    }

    /// Paints a square with a strip for each species of herbivores.
    fn strips(&self, framebuffer: &mut Framebuffer, square: Rect, cell: &[u32]) {
        let all = self.number(cell, Kind::Herbivore);
        let mut left = square.left;
        for &(index, colour) in &self.species[Kind::Herbivore as usize] {
            let width = square.width * ratio(cell[index], f64::from(all));
            framebuffer.fill(Rect { left, width, ..square }, solid(colour, 255));
            left += width;
        }
    }

    fn all_cells(&self) -> impl Iterator<Item = &[u32]> {
        self.cells.chunks_exact(self.count.max(1))
    }

    /// The number of organisms of a kind in a cell.
    fn number(&self, cell: &[u32], kind: Kind) -> u32 {
        self.species[kind as usize].iter().map(|&(index, _)| cell[index]).sum()
    }

    fn share(&self, cell: &[u32], kind: Kind) -> f32 {
        ratio(self.number(cell, kind), self.full(kind)).min(1.0)
    }

    /// The mean colour of the organisms of a kind in a cell, if there are any.
    fn mixed(&self, cell: &[u32], kind: Kind) -> Option<Rgb> {
        let mut sum = 0;
        let mut mixed = None;
        for &(index, colour) in &self.species[kind as usize] {
            let number = cell[index];
            sum += number;
            if number > 0 {
                let share = ratio(number, f64::from(sum));
                mixed = Some(mixed.map_or(colour, |mixed| toward(mixed, colour, share)));
            }
        }
        mixed
    }
}

/// Paints what a full cell stands for in the lower left corner.
pub(super) fn scale(framebuffer: &mut Framebuffer, density: &Density, font: &mut Font) {
    let style = TextStyle::new(11.0, LABEL_INK);
    let clip = framebuffer.clip();
    let text = density.scale_text();
    let (width, height) = (font.width(&text, &style), font.height(&style));
    let gap = 8.0 * font.scale();
    let plate =
        Rect::new(clip.left + gap, clip.bottom() - gap - height - 8.0, width + 16.0, height + 8.0);
    if plate.right() > clip.right() {
        return;
    }
    framebuffer.fill_rounded(plate, 4.0, LABEL);
    font.write(framebuffer, &text, plate.corner() + Vec2::new(8.0, 4.0), &style);
}

fn diamond(framebuffer: &mut Framebuffer, centre: Vec2, half: f32, colour: Rgb) {
    let [x, y] = [Vec2::new(half, 0.0), Vec2::new(0.0, half)];
    framebuffer.polygon(&[centre - y, centre + x, centre + y, centre - x], solid(colour, 255));
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
fn opacity(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

#[expect(clippy::cast_possible_truncation, reason = "painting needs no more precision")]
fn ratio(number: u32, all: f64) -> f32 {
    (f64::from(number) / all.max(1.0)) as f32
}

#[expect(clippy::cast_precision_loss, reason = "the counts are small")]
fn float(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(number: f64) -> usize {
    number as usize
}

#[cfg(test)]
mod tests {
    use terrarium_testing::{simulation_of, small_world};

    use super::*;

    #[test]
    fn every_living_organism_is_counted_once() {
        let scene = Scene::new(&simulation_of(small_world()), None);
        for side in [1.0, 30.0, 77.0, 1e9] {
            let density = Density::new(&scene, side);
            assert!(density.side >= side);
            let mut sums = vec![0; scene.species.len()];
            for cell in density.all_cells() {
                sums.iter_mut().zip(cell).for_each(|(sum, &number)| *sum += u64::from(number));
            }
            assert_eq!(sums, scene.populations(), "{side}");
        }
    }

    #[test]
    fn more_organisms_paint_more_of_a_cell() {
        let scene = Scene::new(&simulation_of(small_world()), None);
        let density = Density::new(&scene, 1e9);
        let hare = density.species[Kind::Herbivore as usize][0].0;
        let painted = |number: u32| {
            let mut cell = vec![0; density.count];
            cell[hare] = number;
            let mut framebuffer = Framebuffer::new(64, 64, [0, 0, 0, 255]);
            density.paint_cell(&mut framebuffer, Rect::new(0.0, 0.0, 64.0, 64.0), &cell);
            framebuffer.pixels().iter().filter(|&&pixel| pixel != 0).count()
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a test")]
        let full = density.full(Kind::Herbivore) as u32;
        assert!(painted(full) > 3400 && painted(full) == painted(full * 3));
        let half = painted(full / 2);
        assert!(half.abs_diff(painted(full) / 2) < 150, "{half}");
        assert_eq!(painted(0), 0);
    }
}
