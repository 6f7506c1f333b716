//! The appearance of organisms.

use hecs::Query;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{Death, EventKind, OrganismId, SightingKind};
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_sim::world::{Body, Carcass, Crown, Identity, Life, Motion, World};
use terrarium_space::geometry::{Aabb, DVec2};

use super::action::{self, Action};
use super::{Build, Scene, narrow};

/// The appearance of one organism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Its identity.
    pub id: OrganismId,
    /// Its species.
    pub species: SpeciesId,
    /// Its kind, or carcass.
    pub kind: SightingKind,
    /// The centre of its body, in units.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// Its movement in the last tick, in units.
    pub velocity: DVec2,
    /// The direction it faces, in radians clockwise from the right: −π to π.
    pub facing: f32,
    /// Its energy as a share of its maximum, 0 to 1; of a carcass, the share that is left.
    pub energy: f32,
    /// Its damage as a share of lethal damage, 0 to 1; of a carcass, how recently it was killed: 1 in that tick, 0
    /// some seconds later or if it was not.
    pub damage: f32,
    /// Its visible action.
    pub action: Action,
    /// The share of full light that a plant gets, 0 to 1; `None` for other organisms, and for a
    /// plant whose share is not computed yet.
    pub light: Option<f32>,
    /// What shows of its traits.
    pub build: Build,
}

impl Figure {
    /// The box of its body.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// The figures of all organisms in a world, in order of identity.
pub(super) fn all(world: &World, before: Option<&Scene>) -> Vec<Figure> {
    let mut figures = plants(world);
    figures.extend(carcasses(world));
    let first_animal = figures.len();
    figures.extend(animals(world));
    // Hundreds of scenes may be in memory.
    figures.shrink_to_fit();
    set_fleeing(&mut figures[first_animal..]);
    figures.par_sort_unstable_by_key(|figure| figure.id);
    set_event_actions(&mut figures, &action::of_events(world.events()));
    set_facing(&mut figures, before.map_or(&[], |scene| &scene.figures));
    set_killed(&mut figures, world, before);
    set_headings(&mut figures, world);
    figures
}

fn blank(who: &Identity, body: &Body, kind: SightingKind) -> Figure {
    Figure {
        id: who.id,
        species: who.species,
        kind,
        centre: body.centre,
        radius: body.radius,
        velocity: DVec2::ZERO,
        facing: 0.0,
        energy: 1.0,
        damage: 0.0,
        action: Action::Resting,
        light: None,
        build: Build::default(),
    }
}

fn plants(world: &World) -> Vec<Figure> {
    let rules = &world.config().rules;
    type Plant<'a> = (&'a Identity, &'a Body, &'a Life, &'a PlantTraits, &'a Crown);
    figures_of::<Plant<'_>>(world, |(who, body, life, traits, crown)| Figure {
        energy: share(life.energy.units(), traits.max_energy(body.radius, rules).units()),
        damage: share(life.damage, rules.toughness * body.radius),
        light: crown.light.map(narrow),
        build: Build::of_plant(traits),
        ..blank(who, body, SightingKind::Plant)
    })
}

fn animals(world: &World) -> Vec<Figure> {
    let config = world.config();
    let rules = &config.rules;
    type Animal<'a> = (&'a Identity, &'a Body, &'a Life, &'a Traits, &'a Motion);
    figures_of::<Animal<'_>>(world, |(who, body, life, traits, motion)| {
        let kind = config.species(who.species).kind.into();
        Figure {
            velocity: motion.velocity,
            energy: share(life.energy.units(), traits.max_energy(body.radius, rules).units()),
            damage: share(life.damage, rules.toughness * body.radius),
            action: Action::of_state(life, motion),
            build: Build::of_animal(traits, rules),
            ..blank(who, body, kind)
        }
    })
}

fn carcasses(world: &World) -> Vec<Figure> {
    let rules = &world.config().rules;
    type Dead<'a> = (&'a Identity, &'a Body, &'a Carcass);
    figures_of::<Dead<'_>>(world, |(who, body, carcass)| Figure {
        energy: share(carcass.energy.units(), (rules.energy_base + rules.growing) * body.radius),
        ..blank(who, body, SightingKind::Carcass)
    })
}

/// The figures of the organisms of a query, unordered.
fn figures_of<Q>(world: &World, figure: impl Fn(Q::Item<'_>) -> Figure + Sync) -> Vec<Figure>
where
    Q: Query,
    for<'a> Q::Item<'a>: Send,
{
    let of_batch = |batch: hecs::Batch<'_, Q>| batch.map(&figure).collect::<Vec<_>>();
    world.map_batches(of_batch).into_iter().flatten().collect()
}

fn share(part: f64, whole: f64) -> f32 {
    if whole > 0.0 { narrow((part / whole).clamp(0.0, 1.0)) } else { 0.0 }
}

/// Sets the actions of animals that have events in this tick. Both slices must be in order of
/// identity.
fn set_event_actions(figures: &mut [Figure], actions: &[(OrganismId, Action)]) {
    let mut actions = actions.iter().peekable();
    for figure in figures {
        while actions.next_if(|(id, _)| *id < figure.id).is_some() {}
        let Some(&(_, action)) = actions.next_if(|(id, _)| *id == figure.id) else { continue };
        let is_animal = matches!(figure.kind, SightingKind::Herbivore | SightingKind::Carnivore);
        // An attacked animal that flees is shown fleeing.
        if is_animal && (action, figure.action) != (Action::Defending, Action::Fleeing) {
            figure.action = action;
        }
    }
}

/// Sets the facing of figures: the direction of movement, the previous facing of figures that stand
/// still, or an arbitrary one for new figures. A plant whose light is not computed keeps its
/// previous light. Both slices must be in order of identity.
fn set_facing(figures: &mut [Figure], before: &[Figure]) {
    let mut before = before.iter().peekable();
    for figure in figures {
        while before.next_if(|old| old.id < figure.id).is_some() {}
        let old = before.next_if(|old| old.id == figure.id);
        figure.facing = if figure.velocity != DVec2::ZERO {
            libm::atan2f(narrow(figure.velocity.y), narrow(figure.velocity.x))
        } else {
            old.map_or_else(|| arbitrary_direction(figure.id), |old| old.facing)
        };
        figure.light = figure.light.or(old.and_then(|old| old.light));
    }
}

/// The time in which the mark of a kill fades, in ticks.
const KILL_FADES: f32 = 45.0;

/// Sets how recently carcasses were killed: in this tick, or as the scene before says.
fn set_killed(figures: &mut [Figure], world: &World, before: Option<&Scene>) {
    if let Some(before) = before {
        #[expect(clippy::cast_precision_loss, reason = "a mark is short")]
        let faded = world.tick().saturating_sub(before.tick) as f32 / KILL_FADES;
        let is_fresh = |old: &&Figure| old.kind == SightingKind::Carcass && old.damage > faded;
        for old in before.figures.iter().filter(is_fresh) {
            set_damage(figures, old.id, old.damage - faded);
        }
    }
    for event in world.events() {
        if matches!(event.what, EventKind::Died { of: Death::Killed, .. }) {
            set_damage(figures, event.to, 1.0);
        }
    }
}

/// Sets the damage of a carcass, if there is one.
fn set_damage(figures: &mut [Figure], id: OrganismId, damage: f32) {
    let found = figures.binary_search_by_key(&id, |figure| figure.id);
    if let Some(figure) = found.ok().and_then(|index| figures.get_mut(index))
        && figure.kind == SightingKind::Carcass
    {
        figure.damage = damage;
    }
}

/// Sets the facing of animals that do not turn at once to their headings. The slice must be in order
/// of identity.
fn set_headings(figures: &mut [Figure], world: &World) {
    for (who, motion) in world.query::<(&Identity, &Motion)>().iter() {
        let Some(course) = motion.course else { continue };
        if let Ok(index) = figures.binary_search_by_key(&who.id, |figure| figure.id) {
            let direction = course.heading.vector();
            figures[index].facing = libm::atan2f(narrow(direction.y), narrow(direction.x));
        }
    }
}

/// A pseudo-random direction that depends on the identity.
fn arbitrary_direction(id: OrganismId) -> f32 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let turn = u16::try_from(id.0.wrapping_mul(GOLDEN) >> 48).unwrap_or(0);
    (f32::from(turn) / 65536.0 - 0.5) * std::f32::consts::TAU
}

/// The distance to a carnivore, in units, within which a herbivore can be fleeing.
const NEAR: f64 = 128.0;

/// Sets the action of walking herbivores that move away from a nearby carnivore to fleeing.
fn set_fleeing(animals: &mut [Figure]) {
    let cell = |place: DVec2| {
        let cell = (place / NEAR).floor();
        #[expect(clippy::cast_possible_truncation, reason = "worlds are far smaller")]
        (cell.x as i32, cell.y as i32)
    };
    let carnivores = animals.iter().filter(|animal| animal.kind == SightingKind::Carnivore);
    let mut carnivores: Vec<_> = carnivores.map(|it| (cell(it.centre), it.centre)).collect();
    carnivores.sort_unstable_by_key(|&(cell, _)| cell);
    let walkers = animals.iter_mut().filter(|animal| {
        animal.kind == SightingKind::Herbivore
            && animal.action == Action::Walking
            && !carnivores.is_empty()
    });
    for walker in walkers {
        let (x, y) = cell(walker.centre);
        let moves_away_from = |&(_, carnivore): &((i32, i32), DVec2)| {
            let offset = walker.centre - carnivore;
            let projection = offset.dot(walker.velocity);
            offset.length_squared() < NEAR * NEAR
                && projection > 0.5 * offset.length() * walker.velocity.length()
        };
        let column = |x: i32| {
            let first = carnivores.partition_point(|&(cell, _)| cell < (x, y - 1));
            let end = carnivores.partition_point(|&(cell, _)| cell <= (x, y + 1));
            carnivores[first..end].iter()
        };
        if (x - 1..=x + 1).flat_map(column).any(moves_away_from) {
            walker.action = Action::Fleeing;
        }
    }
}
