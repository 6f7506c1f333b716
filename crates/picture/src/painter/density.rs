//! The density of organisms by species, for worlds seen from so far that single ones are too small.
//!
//! The world is divided into square cells. In each, the ground has the colours of its plants, as full as
//! there are many, under those of its herbivores, and these under those of its carnivores. Between the middles of
//! cells, colours are mixed.

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::species::Kind;
use terrarium_output::colour::Rgb;
use terrarium_run::record::Scene;
use terrarium_space::geometry::Aabb;

use super::between::Between;
use super::palette::{LABEL, LABEL_INK, toward};
use super::round_length;
use crate::{Font, Framebuffer, Rect, TextStyle};
use terrarium_drawing::framebuffer::float;

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

    /// Paints a smooth field between the middles of cells; `pixel` returns the pixel of a place.
    pub fn paint(&self, framebuffer: &mut Framebuffer, pixel: impl Fn(DVec2) -> Vec2) {
        let world = Rect::spanning(pixel(self.bounds.min).round(), pixel(self.bounds.max).round());
        let inside = framebuffer.set_clip(Some(world.within(&framebuffer.clip())));
        let part = framebuffer.clipping();
        if self.count == 0 || part.left >= part.right || part.top >= part.bottom {
            framebuffer.set_clip(Some(inside));
            return;
        }
        let first = pixel(self.bounds.min + self.side * 0.5);
        let apart = pixel(self.bounds.min + self.side * 1.5) - first;
        let rows = self.cells.len() / self.count / self.columns;
        let across: Vec<Between> = part
            .columns()
            .map(|x| Between::eased(((float(x) + 0.5 - first.x) / apart.x).into(), self.columns))
            .collect();
        let mut mixed = Mixed::default();
        for y in part.rows() {
            let down = Between::eased(((float(y) + 0.5 - first.y) / apart.y).into(), rows);
            mixed.mix(self, &down, &across);
            let line = framebuffer.row(y, part.left, part.right).iter_mut();
            for (pixel, it) in line.zip(&across) {
                let [from, to] =
                    [it.first, it.second].map(|column| mixed.line[column - mixed.start]);
                *pixel = over(*pixel, mixed_ink(from, to, it));
            }
        }
        framebuffer.set_clip(Some(inside));
    }

    /// The colour that a cell adds to the ground: its plants, with its herbivores and carnivores above them. Red,
    /// green and blue are multiplied by the opacity, which comes last; 0 to 255.
    fn ink(&self, cell: &[u32]) -> [f32; 4] {
        let mut ink = [0.0; 4];
        let covers = [
            (Kind::Plant, 0.10, PLANTS),
            (Kind::Herbivore, 0.25, 0.90),
            (Kind::Carnivore, 0.75, 1.0),
        ];
        for (kind, least, most) in covers {
            let Some(colour) = self.mixed(cell, kind) else { continue };
            let cover = least + (most - least) * self.share(cell, kind).sqrt();
            for (part, channel) in ink.iter_mut().zip(colour) {
                *part = *part * (1.0 - cover) + f32::from(channel) * cover;
            }
            ink[3] = ink[3] * (1.0 - cover) + 255.0 * cover;
        }
        ink
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

/// The inks of two rows of cells, as far as they are visible, and those between them.
#[derive(Debug, Default)]
struct Mixed {
    rows: [Option<usize>; 2],
    inks: [Vec<[i32; 4]>; 2],
    /// The inks of the current line of pixels, from the first visible column on.
    line: Vec<[i32; 4]>,
    /// The first column of the inks.
    start: usize,
}

impl Mixed {
    /// Mixes the inks of a line of pixels.
    fn mix(&mut self, density: &Density, down: &Between, across: &[Between]) {
        let [above, below] = [down.first, down.second].map(|row| self.row(density, row, across));
        let both = self.inks[above].iter().zip(&self.inks[below]);
        self.line.clear();
        self.line.extend(both.map(|(&above, &below)| mixed_ink(above, below, down)));
    }

    /// Returns the slot of a row, after mixing its inks if they are not known.
    fn row(&mut self, density: &Density, row: usize, across: &[Between]) -> usize {
        let slot = row % 2;
        let (Some(first), Some(last)) = (across.first(), across.last()) else { return slot };
        if self.rows[slot] != Some(row) {
            self.start = first.first;
            let start = row * density.columns * density.count;
            let cells = density.cells[start..][..density.columns * density.count]
                .chunks_exact(density.count)
                .take(last.second + 1)
                .skip(self.start);
            #[expect(clippy::cast_possible_truncation, reason = "0 to 255")]
            let inks = cells.map(|cell| density.ink(cell).map(|part| part.round() as i32));
            self.inks[slot] = inks.collect();
            self.rows[slot] = Some(row);
        }
        slot
    }
}

/// The ink at a place between two cells.
#[inline]
fn mixed_ink(first: [i32; 4], second: [i32; 4], at: &Between) -> [i32; 4] {
    [0, 1, 2, 3].map(|index: usize| at.mix(first[index], second[index]))
}

/// Puts an ink whose channels are multiplied by its opacity over a pixel.
#[inline]
fn over(below: u32, [red, green, blue, cover]: [i32; 4]) -> u32 {
    let kept = 255 - cover;
    let [_, r, g, b] = below.to_be_bytes();
    let mix = |ink: i32, below: u8| {
        let mixed = ink + i32::from(below) * kept / 255;
        u32::try_from(mixed.clamp(0, 255)).unwrap_or(0)
    };
    mix(red, r) << 16 | mix(green, g) << 8 | mix(blue, b)
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

#[expect(clippy::cast_possible_truncation, reason = "painting needs no more precision")]
fn ratio(number: u32, all: f64) -> f32 {
    (f64::from(number) / all.max(1.0)) as f32
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
    fn more_organisms_show_more() {
        let scene = Scene::new(&simulation_of(small_world()), None);
        let density = Density::new(&scene, 1e9);
        let hare = density.species[Kind::Herbivore as usize][0].0;
        let cover = |number: u32| {
            let mut cell = vec![0; density.count];
            cell[hare] = number;
            density.ink(&cell)[3]
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a test")]
        let full = density.full(Kind::Herbivore) as u32;
        assert!(cover(0) < 1e-6 && cover(1) > 60.0);
        assert!(cover(1) < cover(full / 2) && cover(full / 2) < cover(full));
        assert_eq!(cover(full), cover(full * 3));
    }

    #[test]
    fn the_field_has_no_edges_between_cells() {
        let scene = Scene::new(&simulation_of(small_world()), None);
        let density = Density::new(&scene, scene.bounds.size().x / 12.0);
        let mut framebuffer = Framebuffer::new(600, 600, [236, 238, 224, 255]);
        let scale = 600.0 / scene.bounds.size().max_element();
        let pixel = |place: DVec2| ((place - scene.bounds.min) * scale).as_vec2();
        density.paint(&mut framebuffer, pixel);
        let apart = |a: u32, b: u32| {
            let parts = a.to_be_bytes().into_iter().zip(b.to_be_bytes());
            parts.map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
        };
        let size = scene.bounds.size() * scale;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a test")]
        let (width, height) = (size.x as usize, size.y as usize);
        let rows: Vec<&[u32]> = framebuffer.pixels().chunks_exact(600).take(height).collect();
        let steps =
            rows.iter().flat_map(|row| row[..width].windows(2).map(|it| apart(it[0], it[1])));
        assert!(steps.max().unwrap() < 24, "it changes smoothly");
        assert!(framebuffer.pixels().iter().any(|&it| it != framebuffer.pixels()[0]));
    }
}
