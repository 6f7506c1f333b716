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
use terrarium_space::{District, Index, Mobility, Slot};

use super::TimedOutcome;
use super::appearance::{Appearance, Appearances};
use super::effort::TickEffort;
use super::energy_trace::EnergyTrace;
use super::event_index::EventIndex;
use super::footing::Footings;
use super::ground::Ground;
use super::hearing::Hearing;
use super::right_of_way::RightOfWay;
use super::trace::{TraceEntry, TraceTarget, TurnTrace};
use super::validate::ValidatedIntent;
use crate::world::{Body, ConquestEvent, Identity, Layout, LinkStep, Motion, World};

/// Everything that is not part of the state of a world.
pub(super) struct Scratch {
    pub derived: Derived,
    pub this_tick: ThisTick,
    pub traces: Traces,
}

/// What is derived from the world and kept from tick to tick: what changes the world updates it.
pub(super) struct Derived {
    /// The positions of all bodies.
    pub index: Index,
    /// The names of the species, by their numbers.
    pub species_names: Arc<[String]>,
    /// The terrain, and the free ground between it.
    pub ground: Ground,
    /// How the species go on that ground.
    pub footings: Footings,
    /// Whose events of the last tick are where.
    pub events: EventIndex,
    /// Where messages of the last tick can be heard.
    pub hearing: Hearing,
    /// The positions of bases, sentries and nests in a conquest.
    pub layout: Option<Layout>,
    /// The visible traits of all organisms at the end of the last tick, by slot.
    pub appearances: Vec<Appearance>,
}

/// What phases of a tick leave for later ones, and what the tick reports when it has ended.
#[derive(Default)]
pub(super) struct ThisTick {
    /// Which travellers make room.
    pub right_of_way: RightOfWay,
    /// Whose turn it is to go to the end of a link.
    pub link_turns: BTreeMap<LinkStep, OrganismId>,
    /// The validated intents of all actors, by species, in batches of neighbours.
    pub intents: Vec<Vec<ValidatedIntent>>,
    /// The attacks.
    pub hits: Vec<AttackHit>,
    /// The events so far.
    pub events: Vec<Event>,
    /// The conquest events so far.
    pub conquest_events: Vec<ConquestEvent>,
    /// The effort so far.
    pub effort: TickEffort,
    /// What the timetable gave before the first phase.
    pub timed_outcomes: Vec<TimedOutcome>,
}

/// Which creatures are traced, and what was noted of them in the last tick.
#[derive(Default)]
pub(super) struct Traces {
    /// The creatures to trace.
    pub targets: Vec<TraceTarget>,
    /// Where the turns of modules among them failed, by species and district.
    pub fault_places: Vec<(OrganismId, CodePlace)>,
    /// Their notes.
    pub notes: Vec<TraceEntry>,
    /// Their turns.
    pub turns: Vec<TurnTrace>,
    /// The energy of the creatures that are traced by their identity.
    pub energy: Vec<EnergyTrace>,
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
        let (this_tick, traces) = (ThisTick::default(), Traces::default());
        Self { derived: Derived::new(world), this_tick, traces }
    }

    /// Whether nothing but the body in `except` overlaps an area.
    pub fn is_free(&mut self, area: &Aabb, except: Option<Slot>) -> bool {
        self.this_tick.effort.index_queries += 1;
        self.derived.index.is_free(area, except)
    }
}

impl ThisTick {
    /// The animals that request something, and what, in the order in which blows are struck: by species, district and
    /// identity. To be asked before any animal moves; those that are gone are left out.
    pub fn requests<T>(
        &self,
        index: &Index,
        request: impl Fn(&ValidatedIntent) -> Option<T>,
    ) -> Vec<(Entity, T)> {
        let requests = self.intents.iter().flatten().filter_map(|intent| {
            let requested = request(intent)?;
            let body = index.body(slot_of(intent.entity))?;
            let rank = (intent.species, District::containing(body.centre()), intent.id);
            Some((rank, (intent.entity, requested)))
        });
        let mut requests: Vec<_> = requests.collect();
        requests.sort_unstable_by_key(|&(rank, _)| rank);
        requests.into_iter().map(|(_, request)| request).collect()
    }

    /// Records an event.
    pub fn record_event(&mut self, who: &Identity, what: EventKind) {
        self.events.push(Event { to: who.id, species: who.species, what });
    }
}

impl Derived {
    fn new(world: &World) -> Self {
        let ground = Ground::from_world(world);
        let mut derived = Self {
            index: ground.index(),
            species_names: world.config.species.iter().map(|it| it.name.clone()).collect(),
            ground,
            footings: Footings::new(&world.config),
            events: EventIndex::new(&world.events),
            hearing: Hearing::new(world),
            layout: Layout::new(&world.config),
            appearances: Vec::new(),
        };
        derived.find_organisms(world);
        derived.update_appearances(world);
        derived
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
        self.add_appearances(world);
    }

    /// Replaces the terrain after a wall has been breached, added or removed, or tiles have changed. Returns the
    /// ground as it was.
    pub fn replace_terrain(&mut self, world: &World) -> Ground {
        let after = Ground::after(&self.ground, world);
        let before = std::mem::replace(&mut self.ground, after);
        self.ground.replace_in(&mut self.index);
        before
    }

    /// Rebuilds what follows from the rules, after a change of them.
    pub fn replace_rules(&mut self, world: &World) {
        self.footings = Footings::new(&world.config);
        self.hearing = Hearing::new(world);
    }

    /// Adds visible traits for all organisms, with the identity only.
    fn add_appearances(&mut self, world: &World) {
        for (entity, who) in world.organisms.query::<(Entity, &Identity)>().iter() {
            self.set_appearance(Appearance::new(entity, who, SightingKind::Carcass));
        }
    }

    /// Updates the visible traits of all organisms for the next tick.
    pub fn update_appearances(&mut self, world: &World) {
        let appearances = Appearances::new(world);
        let slots = self.appearances.par_iter_mut().with_min_len(FEW_SLOTS);
        slots.for_each(|visible| {
            if let Some(now) = appearances.of_organism(visible.entity) {
                *visible = now;
            }
        });
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
