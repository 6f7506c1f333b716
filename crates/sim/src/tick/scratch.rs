//! The working data of a tick, which can be rebuilt from the world at any time.

use std::collections::BTreeMap;
use std::sync::Arc;

use hecs::Entity;
use rayon::prelude::*;
use terrarium_creatures::behaviour::{
    CodePlace, CreatureRng, Event, EventKind, OrganismId, SightingKind,
};
use terrarium_creatures::rules::{EnergyLimits, Rules};
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_space::geometry::Aabb;
use terrarium_space::{Index, Mobility, Slot};

use super::TimedOutcome;
use super::appearance::{Appearance, Appearances};
use super::effort::TickEffort;
use super::energy_trace::EnergyTrace;
use super::footing::Footings;
use super::ground::Ground;
use super::hearing::Hearing;
use super::right_of_way::RightOfWay;
use super::trace::{TraceEntry, TraceTarget, TurnTrace};
use super::validate::ValidatedIntent;
use crate::world::{Body, ConquestEvent, Identity, Layout, LinkStep, Motion, World};

/// Everything that is not part of the state of a world.
pub(super) struct Scratch {
    /// The positions of all bodies.
    pub index: Index,
    /// The names of the species, by their numbers.
    pub species_names: Arc<[String]>,
    /// The terrain, and the free ground between it.
    pub ground: Ground,
    /// How the species go on that ground.
    pub footings: Footings,
    /// Where messages of the last tick can be heard.
    pub hearing: Hearing,
    /// Which travellers make room.
    pub right_of_way: RightOfWay,
    /// Whose turn it is to go to the end of a link.
    pub link_turns: BTreeMap<LinkStep, OrganismId>,
    /// The visible traits of all organisms at the end of the last tick, by slot.
    pub appearances: Vec<Appearance>,
    /// The validated intents of all actors, by species and identity, in batches.
    pub intents: Vec<Vec<ValidatedIntent>>,
    /// The effort of this tick so far.
    pub effort: TickEffort,
    /// The attacks of this tick.
    pub hits: Vec<AttackHit>,
    /// The events of this tick so far.
    pub events: Vec<Event>,
    /// The largest predicted displacement of any traveller on either axis, in units.
    pub farthest_ahead: f64,
    /// The positions of bases, sentries and nests in a conquest.
    pub layout: Option<Layout>,
    /// The conquest events of this tick so far.
    pub conquest_events: Vec<ConquestEvent>,
    /// The creatures to trace.
    pub trace: Vec<TraceTarget>,
    /// Where the turns of modules among them failed in the last tick, by species and district.
    pub fault_places: Vec<(OrganismId, CodePlace)>,
    /// Their notes of the last tick.
    pub notes: Vec<TraceEntry>,
    /// The traced turns of the last tick.
    pub turn_traces: Vec<TurnTrace>,
    /// The energy of the creatures that are traced by their identity.
    pub energy_traces: Vec<EnergyTrace>,
    /// What the timetable gave before the last tick.
    pub timed_outcomes: Vec<TimedOutcome>,
}

/// The number of slots for which another thread does not pay.
const FEW_SLOTS: usize = 1024;

/// An attack of one organism on another.
#[derive(Debug, Clone)]
pub(super) struct AttackHit {
    pub by: OrganismId,
    pub by_species: SpeciesId,
    pub victim: Entity,
    /// The damage before any defence.
    pub force: f64,
    /// The attacker's random stream, from which the defence is drawn.
    pub rng: CreatureRng,
}

/// The slot of an organism: the number that `hecs` assigns to it, which is dense and reused.
pub(super) fn slot_of(entity: Entity) -> Slot {
    Slot(entity.id())
}

/// The limits of the energy of a living organism: an animal or a plant.
pub(super) fn energy_limits(
    animal: Option<&Traits>,
    plant: Option<&PlantTraits>,
    body: &Body,
    rules: &Rules,
) -> EnergyLimits {
    match (animal, plant) {
        (Some(traits), _) => traits.energy_limits(body.radius, rules),
        (_, Some(traits)) => traits.energy_limits(body.radius, rules),
        (None, None) => unreachable!("what lives is a plant or an animal"),
    }
}

impl Scratch {
    /// Builds the working data from the state of `world`.
    pub fn new(world: &World) -> Self {
        let ground = Ground::from_world(world);
        let mut scratch = Self {
            index: Index::new(ground.blocks(), []),
            species_names: world.config.species.iter().map(|it| it.name.clone()).collect(),
            ground,
            footings: Footings::new(&world.config),
            hearing: Hearing::new(world),
            right_of_way: RightOfWay::default(),
            link_turns: BTreeMap::new(),
            appearances: Vec::new(),
            intents: Vec::new(),
            effort: TickEffort::default(),
            hits: Vec::new(),
            events: Vec::new(),
            farthest_ahead: 0.0,
            layout: Layout::new(&world.config),
            conquest_events: Vec::new(),
            trace: Vec::new(),
            fault_places: Vec::new(),
            notes: Vec::new(),
            turn_traces: Vec::new(),
            energy_traces: Vec::new(),
            timed_outcomes: Vec::new(),
        };
        scratch.find_organisms(world);
        scratch.update_appearances(world);
        scratch
    }

    /// Indexes all organisms of a world anew, after a change of their slots. Their visible traits hold the
    /// identity only.
    pub fn find_organisms(&mut self, world: &World) {
        let mut query = world.organisms.query::<(Entity, &Body, Option<&Motion>)>();
        let bodies = query.iter().map(|(entity, body, motion)| {
            let mobility = if motion.is_some() { Mobility::Moving } else { Mobility::Stationary };
            (slot_of(entity), body.area(), mobility)
        });
        self.index.replace_bodies(bodies);
        self.appearances.clear();
        self.add_visible_traits(world);
    }

    /// Replaces the terrain after a wall has been breached, added or removed, or tiles have changed. Returns the
    /// ground as it was.
    pub fn replace_terrain(&mut self, world: &World) -> Ground {
        let after = Ground::after(&self.ground, world);
        let before = std::mem::replace(&mut self.ground, after);
        self.index.replace_terrain(self.ground.blocks());
        before
    }

    /// Rebuilds what follows from the rules, after a change of them.
    pub fn replace_rules(&mut self, world: &World) {
        self.footings = Footings::new(&world.config);
        self.hearing = Hearing::new(world);
    }

    /// Whether nothing but the body in `except` overlaps an area.
    pub fn is_free(&mut self, area: &Aabb, except: Option<Slot>) -> bool {
        self.effort.index_queries += 1;
        self.index.is_free(area, except)
    }

    /// Records an event.
    pub fn record_event(&mut self, who: &Identity, what: EventKind) {
        self.events.push(Event { to: who.id, species: who.species, what });
    }

    /// Adds visible traits for all organisms, with the identity only.
    fn add_visible_traits(&mut self, world: &World) {
        for (entity, who) in world.organisms.query::<(Entity, &Identity)>().iter() {
            self.set_appearance(Appearance::new(entity, who, SightingKind::Carcass));
        }
    }

    /// Updates the visible traits of all organisms for the next tick.
    pub fn update_appearances(&mut self, world: &World) {
        let appearances = Appearances::new(world);
        let update = |visible: &mut Appearance| {
            *visible = appearances.of_organism(visible.entity)?;
            Some(visible.ahead(&world.config.rules).abs().max_element())
        };
        let slots = self.appearances.par_iter_mut().with_min_len(FEW_SLOTS);
        self.farthest_ahead = slots.filter_map(update).reduce(|| 0.0, f64::max);
    }

    /// Sets the visible traits of one organism.
    pub fn set_appearance(&mut self, visible: Appearance) {
        let slot = visible.entity.id() as usize;
        if slot >= self.appearances.len() {
            self.appearances.resize(slot + 1, visible);
        }
        self.appearances[slot] = visible;
    }

    /// The visible traits of the organism in a slot.
    pub fn appearance(&self, slot: Slot) -> &Appearance {
        &self.appearances[slot.0 as usize]
    }
}
