//! The senses of creatures, computed from the state at the end of the last tick.

use std::ops::Range;

use hecs::{Entity, ViewBorrow};
use rand::RngExt;
use terrarium_creatures::behaviour::{
    Conditions, EnergyState, Event, Intent, Memory, Message, OrganismId, OwnState, Senses,
    Sighting, SightingKind, Turn,
};
use terrarium_creatures::genome::{Genome, HeritableParameters};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::{Aabb, DVec2, Segment};
use terrarium_space::{District, Slot};

use super::Simulation;
use super::appearance::Appearance;
use super::condition::SeenConditions;
use super::eat::can_browse;
use super::incubate;
use super::scout::FighterView;
use super::scratch::slot_of;
use crate::world::chance::Purpose;
use crate::world::{Animal, AnimalParts, Body, Growth, Identity};

/// A creature that is about to decide, with its memory.
pub(super) struct Actor {
    pub species: SpeciesId,
    pub district: District,
    pub id: OrganismId,
    pub entity: Entity,
    pub memory: Memory,
}

/// A body around a creature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Neighbour {
    pub area: Aabb,
    /// The gap between it and the creature, in units.
    pub gap: f64,
    pub id: OrganismId,
    pub slot: Slot,
    /// Whether it is on a journey, or ended one in this tick and may set out again.
    pub travels: bool,
}

/// Buffers for the bodies around one creature.
#[derive(Default)]
struct Surroundings {
    found: Vec<Neighbour>,
    /// The gap, identity and place of each in that list.
    order: Vec<(f64, OrganismId, usize)>,
    /// The places of those within sight in the ordered list.
    within_sight: Vec<usize>,
}

/// The sightings of a batch of creatures.
#[derive(Default)]
pub(super) struct Views<'a> {
    /// The sightings of one creature after the other, nearest first for each.
    sightings: Vec<Sighting>,
    /// The entity of each sighting, in the same order.
    entities: Vec<Entity>,
    /// The part of the two lists that belongs to each creature.
    parts: Vec<Range<usize>>,
    /// The bodies around one creature after the other, noticed or not, nearest first for each, and the ends of
    /// their parts.
    bodies: Vec<Neighbour>,
    ends: Vec<usize>,
    /// The bases and walls that each creature perceives; empty outside a conquest.
    fighter_views: Vec<FighterView<'a>>,
    /// The messages that each creature hears; empty if nothing was told.
    heard: Vec<Vec<Message>>,
}

impl<'s> Views<'s> {
    /// Computes the sightings of `actors`.
    pub fn new(
        actors: &[Actor],
        animals: &ViewBorrow<'_, AnimalParts<'_>>,
        sim: &'s Simulation,
    ) -> Self {
        let mut views = Self::default();
        let (mut surroundings, mut seen) = (Surroundings::default(), Vec::new());
        for actor in actors {
            let animal = animals.get(actor.entity).expect("an actor is an animal");
            let Animal { who, body, traits, .. } = animal.into();
            let sight = traits.sight(&sim.world.config.rules);
            let start = views.bodies.len();
            surroundings.gather(actor, body, sight, sim, &mut views.bodies);
            views.ends.push(views.bodies.len());
            let near = (&views.bodies[start..], &mut surroundings.within_sight);
            notice(who, body, sim, near, &mut seen);
            let start = views.sightings.len();
            for (sighting, entity) in seen.drain(..) {
                views.sightings.push(sighting);
                views.entities.push(entity);
            }
            views.parts.push(start..views.sightings.len());
            if sim.world.conquest.is_some() {
                let colony = sim.world.config.colony(actor.species);
                views.fighter_views.push(FighterView::new(colony, body, sight, sim));
            }
            if !sim.world.messages.is_empty() {
                views.heard.push(sim.scratch.derived.hearing.by(actor, body.centre, &sim.world));
            }
        }
        views
    }

    /// The number of index queries that found the bodies.
    pub fn index_queries(&self) -> u64 {
        // One for each creature.
        self.ends.len() as u64
    }

    /// The entities of the sightings of the creature at `index`.
    pub fn entities(&self, index: usize) -> &[Entity] {
        &self.entities[self.parts[index].clone()]
    }

    /// All bodies within the square around the sensor range of the creature at `index`, except its
    /// own, nearest first.
    pub fn bodies(&self, index: usize) -> &[Neighbour] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bodies[start..self.ends[index]]
    }

    /// The conditions of the organisms that these creatures see.
    pub fn conditions<'a, 'w, 'q>(
        &'a self,
        animals: &'a ViewBorrow<'w, AnimalParts<'q>>,
        sim: &'a Simulation,
    ) -> SeenConditions<'a, 'w, 'q> {
        SeenConditions { entities: &self.entities, animals, sim }
    }

    /// Creates the turns of these creatures and moves their memories into them.
    pub fn turns<'a>(
        &'a self,
        actors: &mut [Actor],
        animals: &'a ViewBorrow<'_, AnimalParts<'_>>,
        conditions: &'a SeenConditions<'_, '_, '_>,
        sim: &'a Simulation,
    ) -> Vec<Turn<'a>> {
        let world = &sim.world;
        let turn = |(index, (actor, part)): (usize, (&mut Actor, &Range<usize>))| {
            let animal = Animal::from(animals.get(actor.entity).expect("an actor is an animal"));
            Turn {
                senses: Senses {
                    tick: world.tick,
                    bounds: world.config.bounds,
                    me: own_state(animal, sim),
                    sight: &self.sightings[part.clone()],
                    conditions: Conditions::computed(conditions, part.start, part.len()),
                    messages: self.heard.get(index).map_or(&[], Vec::as_slice),
                    events: events_of(actor.id, &world.events),
                    bases: self.fighter_views.get(index).map_or(&[], |view| &view.bases),
                    walls: self.fighter_views.get(index).map_or(&[], |view| &view.walls),
                    ground: &sim.scratch.derived.ground.map,
                    species_names: &sim.scratch.derived.species_names,
                },
                memory: std::mem::take(&mut actor.memory),
                rng: world.config.chance(world.tick, animal.who.lineage, Purpose::Behaviour),
                intent: Intent::default(),
                fault: None,
                spent: 0,
                notes: sim.notes(actor.species, actor.id),
            }
        };
        actors.iter_mut().zip(&self.parts).enumerate().map(turn).collect()
    }
}

impl Surroundings {
    /// Appends all bodies around a creature to `bodies`, nearest first.
    fn gather(
        &mut self,
        actor: &Actor,
        body: &Body,
        sight: f64,
        sim: &Simulation,
        bodies: &mut Vec<Neighbour>,
    ) {
        let Self { found, order, within_sight } = self;
        let (own, own_area) = (slot_of(actor.entity), body.area());
        found.clear();
        order.clear();
        sim.scratch.derived.index.visit(&Aabb::square(body.centre, sight), |slot, area| {
            if slot != own {
                let Appearance { id, travels, .. } = *sim.scratch.derived.appearance(slot);
                let gap = area.gap(&own_area);
                order.push((gap, id, found.len()));
                found.push(Neighbour { area: *area, gap, id, slot, travels });
            }
        });
        order.sort_unstable_by(|(a, one, _), (b, other, _)| a.total_cmp(b).then(one.cmp(other)));
        let start = bodies.len();
        bodies.extend(order.iter().map(|&(.., index)| found[index]));
        within_sight.clear();
        let near = (0..).zip(&bodies[start..]);
        let is_near = |body: &Neighbour, eye| body.area.distance_to(eye) <= sight;
        let near = near.filter(|(_, other)| is_near(other, body.centre));
        within_sight.extend(near.map(|(index, _)| index));
    }
}

/// Fills `seen` with the sightings of one creature, nearest first. `near` are all bodies around it, and the indices
/// of those within sight.
fn notice(
    who: &Identity,
    body: &Body,
    sim: &Simulation,
    (bodies, within_sight): (&[Neighbour], &mut Vec<usize>),
    seen: &mut Vec<(Sighting, Entity)>,
) {
    let config = &sim.world.config;
    let colony = config.colony(who.species);
    remove_camouflaged(who, sim, bodies, within_sight);
    seen.extend(within_sight.iter().map(|&index| {
        let Neighbour { area, gap, id, slot, .. } = bodies[index];
        let visible = sim.scratch.derived.appearance(slot);
        let radius = area.size().x * 0.5;
        let can_feed = can_browse(visible.height, radius, body.radius, &config.rules);
        let sighting = Sighting {
            id,
            kind: visible.kind,
            species: visible.species,
            centre: area.centre(),
            radius,
            velocity: visible.velocity,
            food: if can_feed { visible.food } else { 0.0 },
            signal: visible.signal,
            gap,
            hostile: visible.kind != SightingKind::Carcass
                && colony.is_some_and(|own| config.colony(visible.species) == Some(own.other())),
        };
        (sighting, visible.entity)
    }));
    if config.rules.occlusion {
        remove_occluded(body.centre, sim, seen);
    }
}

fn remove_camouflaged(
    who: &Identity,
    sim: &Simulation,
    bodies: &[Neighbour],
    within_sight: &mut Vec<usize>,
) {
    let world = &sim.world;
    let mut rng = None;
    within_sight.retain(|&index| {
        let camouflage = f64::from(sim.scratch.derived.appearance(bodies[index].slot).camouflage);
        camouflage == 0.0 || {
            let rng = rng.get_or_insert_with(|| {
                world.config.chance(world.tick, who.lineage, Purpose::Notice)
            });
            rng.random::<f64>() >= camouflage
        }
    });
}

/// Removes organisms for which the line from the eye to their centre crosses a nearer body or
/// impassable terrain.
fn remove_occluded(eye: DVec2, sim: &Simulation, seen: &mut Vec<(Sighting, Entity)>) {
    let bodies: Vec<(f64, Aabb)> = seen.iter().map(|(s, _)| (s.gap, s.body())).collect();
    seen.retain(|(target, _)| {
        let line = Segment::new(eye, target.centre);
        let nearer = bodies.iter().take_while(|(gap, _)| *gap < target.gap);
        let mut clear = nearer.into_iter().all(|(_, body)| !line.enters(body));
        sim.scratch
            .derived
            .index
            .visit_terrain(&line.bounds(), |_, block| clear &= !line.enters(block));
        clear
    });
}

fn own_state<'a>(animal: Animal<'a>, sim: &'a Simulation) -> OwnState<'a> {
    let Animal { who, body, life, traits, mind, motion, genome, mating } = animal;
    let world = &sim.world;
    let rules = &world.config.rules;
    let limits = traits.energy_limits(body.radius, rules);
    let state = EnergyState::new(life.energy, limits);
    let breeding_obstacle = incubate::breeding_obstacle(life, state, world.tick);
    let kind = world.config.species(who.species).kind;
    let strength = kind.strength(rules);
    OwnState {
        id: who.id,
        species: who.species,
        centre: body.centre,
        radius: body.radius,
        velocity: motion.velocity,
        travelling: motion.journey.is_some(),
        energy: life.energy.units(),
        max_energy: limits.capacity.units(),
        state,
        damage: life.damage / (rules.toughness * body.radius),
        age: who.age(world.tick),
        lifespan: world.config.lifespan(who.species, traits.mature_radius),
        mature: life.growth == Growth::Grown,
        can_reproduce: breeding_obstacle.is_none(),
        breeding_obstacle,
        attack: strength * traits.attack(body.radius, rules),
        defence: strength * traits.defence(body.radius, rules),
        camouflage: traits.camouflage(rules),
        moving_cost: rules.moving * body.radius,
        destination: motion.journey.as_ref().map(|journey| journey.destination),
        max_speed: traits.speed(rules),
        sight: traits.sight(rules),
        bite: traits.bite(kind, body.radius, rules).units(),
        reach: rules.reach,
        dna: &mind.dna,
        second_dna: mating.map_or(&[], |mating| &mating.second_dna),
        needs_partner: mating.is_some(),
        brain: genome.and_then(|genome| genome.brain.as_deref()),
        heritable: heritable(who, genome, sim),
        colony: world.config.colony(who.species),
        ground: sim.scratch.derived.ground.map.at(body.centre).unwrap_or_default(),
    }
}

/// The heritable parameters of the behaviour of an animal.
fn heritable<'a>(
    who: &Identity,
    genome: Option<&'a Genome>,
    sim: &'a Simulation,
) -> HeritableParameters<'a> {
    let choice = sim.world.config.species(who.species).behaviour.as_ref();
    match (choice, genome) {
        (Some(choice), Some(genome)) => {
            HeritableParameters::new(&choice.heritable, &genome.parameters)
        }
        _ => HeritableParameters::none(),
    }
}

/// The events of one organism from a list that is sorted by identity.
pub(super) fn events_of(id: OrganismId, events: &[Event]) -> &[Event] {
    let start = events.partition_point(|event| event.to < id);
    let length = events[start..].iter().take_while(|event| event.to == id).count();
    &events[start..start + length]
}
