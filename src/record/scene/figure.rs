//! How everybody looks.

use super::action::{self, Action};
use super::{Scene, narrow};
use crate::behaviour::{OrganismId, SightingKind};
use crate::geometry::{Aabb, DVec2};
use crate::species::{Kind, PlantTraits, SpeciesId, Traits};
use crate::world::{Body, Carcass, Crown, Identity, Life, Motion, World};

/// How one organism looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Who it is.
    pub id: OrganismId,
    /// Of which species it is, or was.
    pub species: SpeciesId,
    /// What it is.
    pub seen: SightingKind,
    /// The middle of its body, in units.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// How far it moved in the last tick, in units.
    pub velocity: DVec2,
    /// Which way it looks, in radians from right to down: −π to π.
    pub facing: f32,
    /// The share of the energy it can hold that it holds, 0 to 1; of a carcass, what is left.
    pub energy: f32,
    /// The share of the damage that kills it that it has suffered, 0 to 1.
    pub damage: f32,
    /// What it does.
    pub action: Action,
    /// The share of full light that a plant gets, 0 to 1; `None` for what is none, and for a plant
    /// whose share has not been reckoned yet.
    pub light: Option<f32>,
}

impl Figure {
    /// The box it fills.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// Everybody in a world, by identity.
pub(super) fn all(world: &World, before: Option<&Scene>) -> Vec<Figure> {
    let mut figures = plants(world);
    figures.extend(carcasses(world));
    let first_animal = figures.len();
    figures.extend(animals(world));
    flee(&mut figures[first_animal..]);
    figures.sort_unstable_by_key(|figure| figure.id);
    act(&mut figures, &action::told(&world.events));
    face(&mut figures, before.map_or(&[], |scene| &scene.figures));
    figures
}

fn blank(who: &Identity, body: &Body, seen: SightingKind) -> Figure {
    Figure {
        id: who.id,
        species: who.species,
        seen,
        centre: body.centre,
        radius: body.radius,
        velocity: DVec2::ZERO,
        facing: 0.0,
        energy: 1.0,
        damage: 0.0,
        action: Action::Resting,
        light: None,
    }
}

fn plants(world: &World) -> Vec<Figure> {
    let rules = &world.config.rules;
    let mut query = world.organisms.query::<(&Identity, &Body, &Life, &PlantTraits, &Crown)>();
    let plant =
        |(who, body, life, traits, crown): (_, &Body, &Life, &PlantTraits, &Crown)| Figure {
            energy: share(life.energy.units(), traits.max_energy(body.radius, rules).units()),
            damage: share(life.damage, rules.toughness * body.radius),
            light: crown.light.map(narrow),
            ..blank(who, body, SightingKind::Plant)
        };
    query.iter().map(plant).collect()
}

fn animals(world: &World) -> Vec<Figure> {
    let config = &world.config;
    let rules = &config.rules;
    let mut query = world.organisms.query::<(&Identity, &Body, &Life, &Traits, &Motion)>();
    let animal =
        |(who, body, life, traits, motion): (&Identity, &Body, &Life, &Traits, &Motion)| {
            let seen = match config.species(who.species).kind {
                Kind::Plant => SightingKind::Plant,
                Kind::Herbivore => SightingKind::Herbivore,
                Kind::Carnivore => SightingKind::Carnivore,
            };
            Figure {
                velocity: motion.velocity,
                energy: share(life.energy.units(), traits.max_energy(body.radius, rules).units()),
                damage: share(life.damage, rules.toughness * body.radius),
                action: Action::of_state(life, motion),
                ..blank(who, body, seen)
            }
        };
    query.iter().map(animal).collect()
}

fn carcasses(world: &World) -> Vec<Figure> {
    let rules = &world.config.rules;
    let mut query = world.organisms.query::<(&Identity, &Body, &Carcass)>();
    let carcass = |(who, body, carcass): (_, &Body, &Carcass)| Figure {
        energy: share(carcass.energy.units(), (rules.energy_base + rules.growing) * body.radius),
        ..blank(who, body, SightingKind::Carcass)
    };
    query.iter().map(carcass).collect()
}

fn share(part: f64, whole: f64) -> f32 {
    if whole > 0.0 { narrow((part / whole).clamp(0.0, 1.0)) } else { 0.0 }
}

/// Has those act of whom the events of the tick tell more than their state. Both by identity.
fn act(figures: &mut [Figure], told: &[(OrganismId, Action)]) {
    let mut told = told.iter().peekable();
    for figure in figures {
        while told.next_if(|(id, _)| *id < figure.id).is_some() {}
        let Some(&(_, action)) = told.next_if(|(id, _)| *id == figure.id) else { continue };
        let is_animal = matches!(figure.seen, SightingKind::Herbivore | SightingKind::Carnivore);
        // Who was struck and runs is fleeing.
        if is_animal && (action, figure.action) != (Action::Defending, Action::Fleeing) {
            figure.action = action;
        }
    }
}

/// Turns everybody the way they go; who stands looks where they did, and who is new anywhere. A plant
/// whose light is to be reckoned anew keeps what it had. Both by identity.
fn face(figures: &mut [Figure], before: &[Figure]) {
    let mut before = before.iter().peekable();
    for figure in figures {
        while before.next_if(|old| old.id < figure.id).is_some() {}
        let old = before.next_if(|old| old.id == figure.id);
        figure.facing = if figure.velocity != DVec2::ZERO {
            libm::atan2f(narrow(figure.velocity.y), narrow(figure.velocity.x))
        } else {
            old.map_or_else(|| anywhere(figure.id), |old| old.facing)
        };
        figure.light = figure.light.or(old.and_then(|old| old.light));
    }
}

/// A direction that is another for everybody.
fn anywhere(id: OrganismId) -> f32 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let turn = u16::try_from(id.0.wrapping_mul(GOLDEN) >> 48).unwrap_or(0);
    (f32::from(turn) / 65536.0 - 0.5) * std::f32::consts::TAU
}

/// The distance, in units, within which a carnivore is fled.
const NEAR: f64 = 128.0;

/// Tells the herbivores that walk away from a carnivore near them from those that only walk.
fn flee(animals: &mut [Figure]) {
    let cell = |place: DVec2| {
        let cell = (place / NEAR).floor();
        #[expect(clippy::cast_possible_truncation, reason = "worlds are far smaller")]
        (cell.x as i32, cell.y as i32)
    };
    let hunters = animals.iter().filter(|animal| animal.seen == SightingKind::Carnivore);
    let mut hunters: Vec<_> = hunters.map(|it| (cell(it.centre), it.centre)).collect();
    hunters.sort_unstable_by_key(|&(cell, _)| cell);
    let walkers = animals.iter_mut().filter(|animal| {
        animal.seen == SightingKind::Herbivore
            && animal.action == Action::Walking
            && !hunters.is_empty()
    });
    for walker in walkers {
        let (x, y) = cell(walker.centre);
        let is_left_behind = |&(_, hunter): &((i32, i32), DVec2)| {
            let away = walker.centre - hunter;
            let onward = away.dot(walker.velocity);
            away.length_squared() < NEAR * NEAR
                && onward > 0.5 * away.length() * walker.velocity.length()
        };
        let column = |x: i32| {
            let first = hunters.partition_point(|&(cell, _)| cell < (x, y - 1));
            let past = hunters.partition_point(|&(cell, _)| cell <= (x, y + 1));
            hunters[first..past].iter()
        };
        if (x - 1..=x + 1).flat_map(column).any(is_left_behind) {
            walker.action = Action::Fleeing;
        }
    }
}
