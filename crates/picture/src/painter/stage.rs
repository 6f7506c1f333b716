//! The organisms of both scenes of a view, matched by ID and sorted into a spatial grid.
//!
//! A grid suits this better than an R-tree: the set of organisms does not change, and all are small
//! compared to the world, so that sorting them into cells takes a single pass, while loading a tree
//! takes as long as painting (`benches/painting.rs` measures both).

use std::sync::Arc;

use glam::{DVec2, Vec2};
use terrarium_creatures::behaviour::{OrganismId, SightingKind};
use terrarium_creatures::species::SpeciesId;
use terrarium_run::record::Scene;
use terrarium_run::record::scene::{Action, Build, Figure};
use terrarium_space::geometry::Aabb;

use crate::colouring::Colouring;
use crate::{Camera, View};

/// The kinds in the order of painting.
pub(super) const LAYERS: [SightingKind; 4] =
    [SightingKind::Plant, SightingKind::Carcass, SightingKind::Herbivore, SightingKind::Carnivore];

/// Organisms that move farther than this between two scenes, in units, are not interpolated.
const MAX_MOVE: f64 = 256.0;

/// The approximate number of organisms in a cell.
const CELL_SIZE: usize = 6;

/// The greatest number of cells.
const MOST_CELLS: usize = 1 << 16;

/// A figure, with its change since the scene before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Actor {
    pub id: OrganismId,
    pub species: SpeciesId,
    pub kind: SightingKind,
    pub action: Action,
    /// The final centre.
    pub centre: DVec2,
    pub radius: f32,
    pub facing: f32,
    /// The offsets of centre, radius and facing at the start of the interpolation.
    back: Vec2,
    shrink: f32,
    turn: f32,
    pub energy: f32,
    pub damage: f32,
    pub light: Option<f32>,
    pub build: Build,
    /// The index of its colour in a colouring, if it is alive and there is one.
    pub tint: Option<u16>,
}

/// The position, radius and facing of a painted actor, in pixels and radians.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    pub pixel: Vec2,
    pub radius: f32,
    pub facing: f32,
}

impl Actor {
    fn new(figure: &Figure, old: Option<&Figure>) -> Self {
        let (first, radius) = between(figure, old, 0.0);
        let old_facing = old.map_or(figure.facing, |old| old.facing);
        Self {
            id: figure.id,
            species: figure.species,
            kind: figure.kind,
            action: figure.action,
            centre: figure.centre,
            radius: narrow(figure.radius),
            facing: figure.facing,
            back: (first - figure.centre).as_vec2(),
            shrink: narrow(radius - figure.radius),
            turn: half_turn(old_facing - figure.facing),
            energy: figure.energy,
            damage: figure.damage,
            light: figure.light,
            build: figure.build,
            tint: None,
        }
    }

    /// One that was born since the scene before: it grows from nothing.
    fn born(figure: &Figure) -> Self {
        Self { shrink: -narrow(figure.radius), ..Self::new(figure, None) }
    }

    /// One that is gone since the scene before: it shrinks to nothing.
    fn gone(old: &Figure) -> Self {
        Self { radius: 0.0, shrink: narrow(old.radius), ..Self::new(old, None) }
    }

    /// Returns where to paint it at a share of the interpolation.
    pub fn at(&self, camera: &Camera, share: f32) -> At {
        let left = 1.0 - share;
        let scale = narrow(camera.scale());
        At {
            pixel: camera.pixel(self.centre) + self.back * (left * scale),
            radius: (self.radius + self.shrink * left) * scale,
            facing: self.facing + self.turn * left,
        }
    }

    /// Returns its centre in the world at a share of the interpolation.
    pub fn place(&self, share: f32) -> DVec2 {
        self.centre + (self.back * (1.0 - share)).as_dvec2()
    }
}

/// Returns the interpolated centre and radius of a figure.
pub(super) fn between(figure: &Figure, old: Option<&Figure>, share: f64) -> (DVec2, f64) {
    match old {
        Some(old) if (old.centre - figure.centre).length_squared() < MAX_MOVE * MAX_MOVE => (
            old.centre.lerp(figure.centre, share),
            old.radius + (figure.radius - old.radius) * share,
        ),
        _ => (figure.centre, figure.radius),
    }
}

/// All actors, sorted by layer, row and column of the grid.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    /// The current scenes, held so that their addresses are not reused.
    scenes: Option<(Option<Arc<Scene>>, Arc<Scene>)>,
    /// The current colouring, held likewise.
    colouring: Option<Arc<Colouring>>,
    actors: Vec<Actor>,
    /// Those that were there in the scene before, and are not now.
    gone: Vec<Actor>,
    /// The index of the first actor of each cell of each layer, and the end.
    starts: Vec<u32>,
    bounds: Option<Aabb>,
    columns: usize,
    rows: usize,
    /// The greatest distance that an actor extends beyond its cell, in units.
    reach: f64,
}

impl Stage {
    /// Sets the scenes and the colouring, if they differ from the current ones.
    pub fn set(
        &mut self,
        before: Option<&Arc<Scene>>,
        scene: &Arc<Scene>,
        colouring: Option<&Arc<Colouring>>,
    ) {
        let is_coloured_alike = same(self.colouring.as_ref(), colouring);
        if is_coloured_alike
            && self.scenes.as_ref().is_some_and(|(old_before, old)| {
                Arc::ptr_eq(old, scene) && same(old_before.as_ref(), before)
            })
        {
            return;
        }
        let (mut actors, gone) = match before {
            Some(before) => matched(&before.figures, &scene.figures),
            None => (scene.figures.iter().map(|it| Actor::new(it, None)).collect(), Vec::new()),
        };
        self.gone = gone;
        if let Some(colouring) = colouring {
            let living = actors.iter_mut().filter(|actor| actor.kind != SightingKind::Carcass);
            living.for_each(|actor| actor.tint = Some(colouring.tint(actor.id)));
        }
        self.colouring = colouring.cloned();
        self.reach = actors.iter().map(reach).fold(0.0, f64::max);
        self.lay_out(&actors, &scene.bounds);
        self.scenes = Some((before.cloned(), Arc::clone(scene)));
    }

    /// Sorts actors into the cells of their layers by counting sort.
    fn lay_out(&mut self, actors: &[Actor], bounds: &Aabb) {
        let wanted = (actors.len() / CELL_SIZE).clamp(1, MOST_CELLS);
        let size = bounds.size().max(DVec2::splat(1e-3));
        let side = (size.x * size.y / count(wanted)).sqrt();
        let along = |length: f64| whole((length / side).ceil()).clamp(1, wanted);
        (self.columns, self.rows) = (along(size.x), along(size.y));
        self.bounds = Some(*bounds);
        let cells = self.columns * self.rows;
        let keys: Vec<u32> = actors.iter().map(|actor| self.key(actor)).collect();
        self.starts.clear();
        self.starts.resize(cells * LAYERS.len() + 1, 0);
        keys.iter().for_each(|&key| self.starts[key as usize + 1] += 1);
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        let mut next = self.starts.clone();
        self.actors.clear();
        if let Some(&first) = actors.first() {
            self.actors.resize(actors.len(), first);
        }
        for (actor, key) in actors.iter().zip(keys) {
            self.actors[next[key as usize] as usize] = *actor;
            next[key as usize] += 1;
        }
    }

    fn key(&self, actor: &Actor) -> u32 {
        let layer = LAYERS.iter().position(|&layer| layer == actor.kind).unwrap_or(0);
        let (column, row) = self.cell(actor.centre);
        u32::try_from((layer * self.rows + row) * self.columns + column).unwrap_or(0)
    }

    /// Returns the column and row of the cell at a place, or of the nearest cell.
    fn cell(&self, place: DVec2) -> (usize, usize) {
        let Some(bounds) = self.bounds else { return (0, 0) };
        let size = bounds.size().max(DVec2::splat(1e-3));
        let share = (place - bounds.min) / size;
        let along = |share: f64, cells: usize| whole(share * count(cells)).min(cells - 1);
        (along(share.x, self.columns), along(share.y, self.rows))
    }

    /// Calls `visit` with the actors of a layer that may be visible in an area, or with all actors
    /// of the layer without one. The order is deterministic.
    pub fn visit(&self, layer: SightingKind, area: Option<&Aabb>, mut visit: impl FnMut(&Actor)) {
        let Some(bounds) = &self.bounds else { return };
        let area = area.unwrap_or(bounds).inflated(DVec2::splat(self.reach));
        if !area.touches(&bounds.inflated(DVec2::splat(self.reach))) {
            return;
        }
        let layer = LAYERS.iter().position(|&other| other == layer).unwrap_or(0);
        let ((left, top), (right, bottom)) = (self.cell(area.min), self.cell(area.max));
        for row in top..=bottom {
            let first = (layer * self.rows + row) * self.columns;
            let [from, to] = [self.starts[first + left], self.starts[first + right + 1]];
            self.actors[from as usize..to as usize].iter().for_each(&mut visit);
        }
    }

    /// Those of a layer that were there in the scene before, and are not now.
    pub fn gone(&self, layer: SightingKind) -> impl Iterator<Item = &Actor> {
        self.gone.iter().filter(move |actor| actor.kind == layer)
    }

    /// Calls `visit` with all actors that may be visible in an area.
    pub fn visit_all(&self, area: &Aabb, mut visit: impl FnMut(&Actor)) {
        LAYERS.into_iter().for_each(|layer| self.visit(layer, Some(area), &mut visit));
    }

    /// Returns the nearest organism within `slack` units of a place.
    pub fn nearest(&self, view: &View<'_>, place: DVec2, slack: f64) -> Option<OrganismId> {
        let mut nearest: Option<(f64, OrganismId)> = None;
        self.visit_all(&Aabb::square(place, slack), |actor| {
            let body = Aabb::square(actor.place(view.share), actor.radius.into());
            let distance = body.distance_to(place);
            // Ties go to later layers: animals before the plants that they stand on.
            let is_nearer = nearest.is_none_or(|(least, _)| distance <= least);
            if distance <= slack && is_nearer {
                nearest = Some((distance, actor.id));
            }
        });
        nearest.map(|(_, id)| id)
    }
}

fn same<T>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Matches the figures of both scenes, which are sorted by ID; and returns those that are gone.
fn matched(before: &[Figure], figures: &[Figure]) -> (Vec<Actor>, Vec<Actor>) {
    let mut before = before.iter().peekable();
    let mut gone = Vec::new();
    let actor = |figure: &Figure| {
        while let Some(old) = before.next_if(|old| old.id < figure.id) {
            gone.push(Actor::gone(old));
        }
        match before.next_if(|old| old.id == figure.id) {
            Some(old) => Actor::new(figure, Some(old)),
            None => Actor::born(figure),
        }
    };
    let actors = figures.iter().map(actor).collect();
    gone.extend(before.map(Actor::gone));
    (actors, gone)
}

fn reach(actor: &Actor) -> f64 {
    let radius = actor.radius.max(actor.radius + actor.shrink);
    // Streaks and shadows extend beyond the body.
    f64::from(radius * 3.0 + actor.back.abs().max_element())
}

/// Normalises an angle to the range from −π to π.
fn half_turn(angle: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    let turned = angle % TAU;
    if turned > PI {
        turned - TAU
    } else if turned < -PI {
        turned + TAU
    } else {
        turned
    }
}

#[expect(clippy::cast_possible_truncation, reason = "painting needs no more precision")]
fn narrow(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "the counts are small")]
fn count(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(number: f64) -> usize {
    number as usize
}
