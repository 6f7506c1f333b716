//! The world as letters and signs, for terminals without colours.
//!
//! Every cell shows one thing: fire; or else the selected organism, the rarest kind of organism in it (carnivores
//! before herbivores before plants before carcasses); or else the ground. Plain ground is empty.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_picture::Camera;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::Figure;
use terrarium_sim::world::CalamityKind;
use terrarium_space::geometry::{Aabb, DVec2};

use super::letters::letters;
use super::sign::Sign;

/// The height of a cell in pixels of a camera; its width is one.
const HEIGHT: f64 = 2.0;

/// The samples of the ground in each direction of a cell.
const SAMPLES: u8 = 4;

/// The depth of the front of a fire as a share of its radius.
const FRONT: f64 = 0.10;

/// From this share of its damage on, scorched ground has a sign.
const SCORCHED: f64 = 0.15;

/// Letters and signs in columns and rows.
#[derive(Debug, Clone)]
pub(super) struct Sketch {
    columns: usize,
    cells: Vec<char>,
    /// The signs that occur.
    signs: BTreeSet<Sign>,
}

impl Sketch {
    /// Creates an empty sketch.
    pub fn new(columns: u16, rows: u16) -> Self {
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        Self { columns, cells: vec![' '; columns * rows], signs: BTreeSet::new() }
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(self.columns.max(1))
    }

    /// The signs that occur, in the order of the help.
    pub fn signs(&self) -> impl Iterator<Item = Sign> + '_ {
        self.signs.iter().copied()
    }

    /// Draws a scene as a camera sees it. A column is one pixel of the camera, a row two.
    pub fn draw(&mut self, scene: &Scene, camera: &Camera, selected: Option<OrganismId>) {
        self.border(camera);
        self.ground(scene, camera);
        self.organisms(scene, camera, selected);
        self.fires(scene, camera);
        if let Some(figure) = selected.and_then(|organism| scene.figure(organism)) {
            self.put(camera, figure.centre, Sign::Selected);
        }
    }

    /// Draws the signs of a tool in the cells whose pixels it paints.
    pub fn preview(&mut self, is_painted: impl Fn(usize, usize) -> bool) {
        for index in 0..self.cells.len() {
            let (column, row) = (index % self.columns, index / self.columns);
            if is_painted(column, 2 * row) || is_painted(column, 2 * row + 1) {
                self.set(index, Sign::Preview);
            }
        }
    }

    fn set(&mut self, index: usize, sign: Sign) {
        self.cells[index] = sign.letter();
        self.signs.insert(sign);
    }

    /// Draws a sign at a place in the world, if it is in view.
    fn put(&mut self, camera: &Camera, place: DVec2, sign: Sign) {
        if let Some(cell) = self.cells_of(camera, &Aabb::around(place, DVec2::ZERO)).next() {
            self.set(cell, sign);
        }
    }

    /// The cells in view whose centres are in an area, and the one that holds its centre.
    fn cells_of(&self, camera: &Camera, area: &Aabb) -> impl Iterator<Item = usize> + use<> {
        let size = DVec2::new(1.0, HEIGHT);
        let [min, max, centre] =
            [area.min, area.max, area.centre()].map(|place| camera.to_screen(place) / size);
        let port = camera.port();
        let [left, right, top, bottom] =
            [port.left, port.right(), port.top / 2.0, port.bottom() / 2.0].map(f64::from);
        let rows = self.cells.len() / self.columns.max(1);
        let within = |least: f64, most: f64, middle: f64, from: f64, to: f64, count: usize| {
            // From the first centre of a cell that is not before the least place.
            let (first, end) = ((least - 0.5).ceil(), (most - 0.5).floor() + 1.0);
            let (first, end) =
                if first < end { (first, end) } else { (middle.floor(), middle.floor() + 1.0) };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it saturates"
            )]
            let cells = |edge: f64| edge.clamp(from.ceil(), to.floor()).max(0.0) as usize;
            cells(first).min(count)..cells(end).min(count)
        };
        let columns = within(min.x, max.x, centre.x, left, right, self.columns);
        let rows = within(min.y, max.y, centre.y, top, bottom, rows);
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// All cells in the port of a camera, with their centres in the world.
    fn places(&self, camera: &Camera) -> Vec<(usize, DVec2)> {
        let seen = camera.visible_area();
        let centre = |cell: usize| {
            let [column, row] = [cell % self.columns, cell / self.columns]
                .map(|it| f64::from(u32::try_from(it).unwrap_or(u32::MAX)) + 0.5);
            camera.to_world(DVec2::new(column, row * HEIGHT))
        };
        self.cells_of(camera, &seen).map(|cell| (cell, centre(cell))).collect()
    }

    /// Draws a frame around the world.
    fn border(&mut self, camera: &Camera) {
        let bounds = camera.bounds();
        let cell = DVec2::new(1.0, HEIGHT) / camera.scale();
        for (index, at) in self.places(camera) {
            let beyond = (bounds.min - at).max(at - bounds.max);
            if beyond.cmpgt(DVec2::ZERO).any() && beyond.cmple(cell).all() {
                self.cells[index] = match (beyond.x > 0.0, beyond.y > 0.0) {
                    (true, true) => '+',
                    (true, false) => '|',
                    _ => '-',
                };
            }
        }
    }

    fn ground(&mut self, scene: &Scene, camera: &Camera) {
        let half = DVec2::new(0.5, 0.5 * HEIGHT) / camera.scale();
        let fires = || {
            let is_fire = |kind: &CalamityKind| matches!(kind, CalamityKind::Fire { .. });
            scene.calamities.iter().filter(move |calamity| is_fire(&calamity.kind))
        };
        for (index, at) in self.places(camera) {
            let is_scorched = fires().any(|fire| fire.scorch(at, scene.tick) >= SCORCHED);
            let is_inside = scene.bounds.contains_inside(at);
            let sign = tile_sign(scene, at, half);
            if let Some(sign) = sign.or((is_scorched && is_inside).then_some(Sign::Scorched)) {
                self.set(index, sign);
            }
        }
        for wall in &scene.ground.walls {
            self.cells_of(camera, wall).for_each(|index| self.set(index, Sign::Wall));
        }
        for (index, at) in self.places(camera) {
            if scene.ground.polygons.iter().any(|polygon| polygon.contains_inside(at)) {
                self.set(index, Sign::Wall);
            }
        }
        for base in &scene.bases {
            self.put(camera, base.middle, Sign::Base);
        }
        for end in scene.links.iter().flat_map(|link| [link.from, link.to]) {
            self.put(camera, end, Sign::Link);
        }
    }

    fn organisms(&mut self, scene: &Scene, camera: &Camera, selected: Option<OrganismId>) {
        let (letters, populations) = (letters(&scene.species), scene.populations());
        let sick = sick(scene);
        let is_sick = |figure: &Figure| sick.contains(&figure.id);
        let rank = |figure: &Figure| {
            let kind = match figure.kind {
                SightingKind::Carcass => 0,
                SightingKind::Plant => 1,
                SightingKind::Herbivore => 2,
                SightingKind::Carnivore => 3,
            };
            let rare = populations.get(figure.species.index()).map_or(0, |count| u64::MAX - count);
            (Some(figure.id) == selected, kind, is_sick(figure), rare)
        };
        let mut tops: Vec<Option<&Figure>> = vec![None; self.cells.len()];
        for figure in &scene.figures {
            for index in self.cells_of(camera, &figure.body()) {
                let top = &mut tops[index];
                if top.is_none_or(|other| rank(other) < rank(figure)) {
                    *top = Some(figure);
                }
            }
        }
        for (index, figure) in (0..).zip(tops) {
            let Some(figure) = figure else { continue };
            let sign = match figure.kind {
                _ if Some(figure.id) == selected => Some(Sign::Selected),
                SightingKind::Carcass => Some(Sign::Carcass),
                _ => is_sick(figure).then_some(Sign::Sick),
            };
            match sign {
                Some(sign) => self.set(index, sign),
                None => {
                    self.cells[index] = letters.get(figure.species.index()).copied().unwrap_or('?')
                }
            }
        }
    }

    /// Draws the fronts of the fires that burn.
    fn fires(&mut self, scene: &Scene, camera: &Camera) {
        let cell = HEIGHT / camera.scale();
        for fire in scene.calamities.iter().filter(|fire| fire.is_active(scene.tick)) {
            let CalamityKind::Fire { area, .. } = fire.kind else { continue };
            let front = fire.front(scene.tick);
            let burning = (front - (FRONT * area.radius).max(cell))..=front.max(0.5 * cell);
            for (index, at) in self.places(camera) {
                if burning.contains(&at.distance(area.at)) && scene.bounds.contains_inside(at) {
                    self.set(index, Sign::Fire);
                }
            }
        }
    }
}

/// The sign of the ground in a cell around a place: of what most of it is, but of anything small that it holds.
fn tile_sign(scene: &Scene, at: DVec2, half: DVec2) -> Option<Sign> {
    if scene.ground.columns == 0 {
        return None;
    }
    let part = |sample: u8| (f64::from(sample) + 0.5) / f64::from(SAMPLES) * 2.0 - 1.0;
    let samples =
        (0..SAMPLES).flat_map(|y| (0..SAMPLES).map(move |x| DVec2::new(part(x), part(y))));
    let signs: Vec<Option<Sign>> = samples
        .map(|offset| scene.ground.tile_at(at + offset * half).and_then(Sign::from_tile))
        .collect();
    let small = signs.iter().flatten().copied().filter(|sign| sign.is_small()).min();
    let count = |sign: &Option<Sign>| signs.iter().filter(|other| *other == sign).count();
    small.or_else(|| signs.iter().copied().max_by_key(|sign| (count(sign), *sign)).flatten())
}

/// All sick organisms.
fn sick(scene: &Scene) -> BTreeSet<OrganismId> {
    let of = |kind: &CalamityKind| match kind {
        CalamityKind::Plague { sick, .. } => sick.iter().map(|it| it.organism).collect(),
        CalamityKind::Drought { .. } | CalamityKind::Fire { .. } => Vec::new(),
    };
    scene.calamities.iter().flat_map(|calamity| of(&calamity.kind)).collect()
}
