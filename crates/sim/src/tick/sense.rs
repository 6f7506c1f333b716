//! The senses of creatures, computed from the state at the end of the last tick.

use std::ops::Range;

use hecs::{Entity, ViewBorrow};
use rand::RngExt;
use terrarium_creatures::behaviour::{
    Conditions, EnergyState, Event, Intent, LinkSighting, Memory, Message, OrganismId, OwnState,
    Senses, Sighting, SightingKind, Turn,
};
use terrarium_creatures::genome::{Genome, HeritableParameters};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::{Aabb, DVec2, Segment};
use terrarium_space::{District, Near, Slot};

use super::Simulation;
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
    /// The page of the index in which it is.
    pub page: u32,
    pub district: District,
    pub id: OrganismId,
    pub entity: Entity,
    pub memory: Memory,
}

impl Actor {
    /// The components of some actors.
    pub fn animals<'a>(
        actors: &[Self],
        all: &'a ViewBorrow<'_, AnimalParts<'_>>,
    ) -> Vec<Animal<'a>> {
        let animal = |actor: &Self| all.get(actor.entity).expect("an actor is an animal").into();
        actors.iter().map(animal).collect()
    }

    /// The same actor, without its memory.
    pub fn without_memory(&self) -> Self {
        let &Self { species, page, district, id, entity, .. } = self;
        Self { species, page, district, id, entity, memory: Memory::default() }
    }
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

/// A creature that asks what is around it.
struct Asker<'a> {
    /// The page of the index in which it is.
    page: u32,
    /// Its index among the creatures that ask.
    index: usize,
    own: Slot,
    who: &'a Identity,
    body: &'a Body,
    /// Its sensor range, in units.
    sight: f64,
}

/// Buffers for the bodies around one creature.
#[derive(Default)]
struct Surroundings {
    found: Vec<Neighbour>,
    /// The bits of the gap of each, and its index in that list.
    order: Vec<(u64, u32)>,
}

impl Asker<'_> {
    /// The square around its sensor range.
    fn seen(&self) -> Aabb {
        Aabb::square(self.body.centre, self.sight)
    }
}

/// The number of bodies around a creature for which there is room from the beginning.
const EXPECTED: usize = 6;

/// The sightings of a batch of creatures.
#[derive(Default)]
pub(super) struct Views<'a> {
    /// The sightings of each creature, nearest first.
    sightings: Vec<Sighting>,
    /// The entity of each sighting, in the same order.
    entities: Vec<Entity>,
    /// The part of the two lists that belongs to each creature.
    parts: Vec<Range<usize>>,
    /// The bodies around each creature, noticed or not, nearest first.
    bodies: Vec<Neighbour>,
    /// The part of that list that belongs to each creature.
    body_parts: Vec<Range<usize>>,
    /// The bases and walls that each creature perceives; empty outside a conquest.
    fighter_views: Vec<FighterView<'a>>,
    /// The messages that each creature hears; empty if nothing was told.
    heard: Vec<Vec<Message>>,
    /// The links that each creature sees; empty in worlds without links.
    links: Vec<Vec<LinkSighting>>,
}

impl<'s> Views<'s> {
    /// Computes the sightings of `actors`, which are these animals.
    pub fn new(actors: &[Actor], animals: &[Animal<'_>], sim: &'s Simulation) -> Self {
        let expected = actors.len() * EXPECTED;
        let mut views = Self {
            sightings: Vec::with_capacity(expected),
            entities: Vec::with_capacity(expected),
            bodies: Vec::with_capacity(expected),
            parts: vec![0..0; actors.len()],
            body_parts: vec![0..0; actors.len()],
            ..Self::default()
        };
        let (mut surroundings, mut near) = (Surroundings::default(), Near::default());
        for neighbours in askers_by_page(actors, animals, sim).chunk_by(|a, b| a.page == b.page) {
            let seen = neighbours.iter().map(Asker::seen).reduce(|a, b| a.union(&b));
            near.look_up(&sim.scratch.derived.index, &seen.expect("no page without an asker"));
            for asker in neighbours {
                views.look_around(asker, &near, &mut surroundings, sim);
            }
        }
        views.listen_and_scout(actors, animals, sim);
        views
    }

    /// Adds what one creature perceives.
    fn look_around(
        &mut self,
        asker: &Asker<'_>,
        near: &Near,
        surroundings: &mut Surroundings,
        sim: &Simulation,
    ) {
        let start = self.bodies.len();
        surroundings.gather(asker, near, sim, &mut self.bodies);
        self.body_parts[asker.index] = start..self.bodies.len();
        let start_of_sightings = self.sightings.len();
        self.notice(asker, start, sim);
        if sim.world.config.rules.occlusion {
            self.remove_occluded(asker.body.centre, start_of_sightings, sim);
        }
        self.parts[asker.index] = start_of_sightings..self.sightings.len();
    }

    /// Adds the sightings of one creature, nearest first. All bodies around it are those from an index on.
    fn notice(&mut self, asker: &Asker<'_>, start: usize, sim: &Simulation) {
        let config = &sim.world.config;
        let Asker { who, body, sight, .. } = asker;
        let colony = config.colony(who.species);
        let mut chance = None;
        for other in &self.bodies[start..] {
            if other.area.distance_to(body.centre) > *sight {
                continue;
            }
            let visible = sim.scratch.derived.appearance(other.slot);
            if visible.camouflage > 0.0 {
                let draw = || config.chance(sim.world.tick, who.lineage, Purpose::Notice);
                let rng = chance.get_or_insert_with(draw);
                if rng.random::<f64>() < f64::from(visible.camouflage) {
                    continue;
                }
            }
            let radius = other.area.size().x * 0.5;
            let can_feed = visible.food > 0.0
                && can_browse(visible.height, radius, body.radius, &config.rules);
            self.sightings.push(Sighting {
                id: other.id,
                kind: visible.kind,
                species: visible.species,
                centre: other.area.centre(),
                radius,
                velocity: visible.velocity,
                food: if can_feed { visible.food } else { 0.0 },
                signal: visible.signal,
                gap: other.gap,
                hostile: visible.kind != SightingKind::Carcass
                    && colony
                        .is_some_and(|own| config.colony(visible.species) == Some(own.other())),
            });
            self.entities.push(visible.entity);
        }
    }

    /// Removes the sightings, from an index on, for which the line from the eye to their centre crosses a nearer body
    /// or impassable terrain.
    fn remove_occluded(&mut self, eye: DVec2, start: usize, sim: &Simulation) {
        let seen = self.sightings.drain(start..).zip(self.entities.drain(start..));
        let seen: Vec<(Sighting, Entity)> = seen.collect();
        let is_clear = |(target, _): &&(Sighting, Entity)| {
            let line = Segment::new(eye, target.centre);
            let mut nearer = seen.iter().take_while(|(other, _)| other.gap < target.gap);
            let mut clear = nearer.all(|(other, _)| !line.enters(&other.body()));
            sim.scratch
                .derived
                .index
                .visit_terrain(&line.bounds(), |_, block| clear &= !block.is_entered_by(&line));
            clear
        };
        for (sighting, entity) in seen.iter().filter(is_clear) {
            self.sightings.push(sighting.clone());
            self.entities.push(*entity);
        }
    }

    /// Adds what only some worlds have: bases and walls, messages, and links.
    fn listen_and_scout(&mut self, actors: &[Actor], animals: &[Animal<'_>], sim: &'s Simulation) {
        let has_links = !sim.world.config.links.is_empty();
        if sim.world.conquest.is_none() && sim.world.messages.is_empty() && !has_links {
            return;
        }
        for (actor, Animal { body, traits, .. }) in actors.iter().zip(animals) {
            let sight = traits.sight(&sim.world.config.rules);
            if sim.world.conquest.is_some() {
                let colony = sim.world.config.colony(actor.species);
                self.fighter_views.push(FighterView::new(colony, body, sight, sim));
            }
            if has_links {
                self.links.push(sim.world.links_within(&body.area(), sight));
            }
            if !sim.world.messages.is_empty() {
                self.heard.push(sim.scratch.derived.hearing.by(actor, body.centre, &sim.world));
            }
        }
    }

    /// The number of index queries that found the bodies.
    pub fn index_queries(&self) -> u64 {
        // One for each creature.
        self.parts.len() as u64
    }

    /// The entities of the sightings of the creature at `index`.
    pub fn entities(&self, index: usize) -> &[Entity] {
        &self.entities[self.parts[index].clone()]
    }

    /// All bodies within the square around the sensor range of the creature at `index`, except its
    /// own, nearest first.
    pub fn bodies(&self, index: usize) -> &[Neighbour] {
        &self.bodies[self.body_parts[index].clone()]
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
        animals: &[Animal<'a>],
        conditions: &'a SeenConditions<'_, '_, '_>,
        sim: &'a Simulation,
    ) -> Vec<Turn<'a>> {
        let world = &sim.world;
        // In a loop of its own, the events of several creatures are looked up at a time.
        let of = |actor: &Actor| sim.scratch.derived.events.of(actor.id, &world.events);
        let events: Vec<&[Event]> = actors.iter().map(of).collect();
        let turn = |(index, actor): (usize, &mut Actor)| {
            let (animal, part) = (animals[index], &self.parts[index]);
            Turn {
                senses: Senses {
                    tick: world.tick,
                    bounds: world.config.bounds,
                    me: own_state(animal, sim),
                    sight: &self.sightings[part.clone()],
                    conditions: Conditions::computed(conditions, part.start, part.len()),
                    messages: self.heard.get(index).map_or(&[], Vec::as_slice),
                    events: events[index],
                    bases: self.fighter_views.get(index).map_or(&[], |view| &view.bases),
                    walls: self.fighter_views.get(index).map_or(&[], |view| &view.walls),
                    links: self.links.get(index).map_or(&[], Vec::as_slice),
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
        actors.iter_mut().enumerate().map(turn).collect()
    }
}

/// The creatures by the pages of the index in which they are, so that what all of a page may see is looked up once.
fn askers_by_page<'a>(
    actors: &[Actor],
    animals: &[Animal<'a>],
    sim: &Simulation,
) -> Vec<Asker<'a>> {
    let asker = |(index, (actor, animal)): (usize, (&Actor, &Animal<'a>))| {
        let &Animal { who, body, traits, .. } = animal;
        let own = slot_of(actor.entity);
        let sight = traits.sight(&sim.world.config.rules);
        Asker { page: actor.page, index, own, who, body, sight }
    };
    let mut askers: Vec<Asker<'_>> = actors.iter().zip(animals).enumerate().map(asker).collect();
    askers.sort_unstable_by_key(|asker| (asker.page, asker.index));
    askers
}

impl Surroundings {
    /// Appends all bodies around a creature to `bodies`, nearest first.
    fn gather(
        &mut self,
        asker: &Asker<'_>,
        near: &Near,
        sim: &Simulation,
        bodies: &mut Vec<Neighbour>,
    ) {
        let Self { found, order } = self;
        let derived = &sim.scratch.derived;
        let own_area = asker.body.area();
        found.clear();
        near.visit(&derived.index, &asker.seen(), |slot, area| {
            if slot != asker.own {
                let (gap, id) = (area.gap(&own_area), OrganismId::NONE);
                found.push(Neighbour { area: *area, gap, id, slot, travels: false });
            }
        });
        // In a loop of its own, what others can see is fetched for several bodies at a time.
        order.clear();
        for (body, index) in found.iter_mut().zip(0..) {
            let visible = derived.appearance(body.slot);
            (body.id, body.travels) = (visible.id, visible.travels);
            // No gap is negative, so the order of the bits is that of the gaps.
            order.push((body.gap.to_bits(), index));
        }
        order.sort_unstable_by(|(a, one), (b, other)| {
            a.cmp(b).then_with(|| found[*one as usize].id.cmp(&found[*other as usize].id))
        });
        bodies.extend(order.iter().map(|(_, index)| found[*index as usize]));
    }
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
