//! The working data of a tick, which can be rebuilt from the world at any time.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hecs::Entity;

use crate::behaviour::{ActionKind, CreatureRng, Event, EventKind, OrganismId, SightingKind};
use crate::geometry::lattice;
use crate::rules::{Energy, Rules};
use crate::space::{Index, Mobility, Slot};
use crate::species::{Characteristic, Kind, PlantTraits, SpeciesId, Traits};
use crate::world::{
    Body, Carcass, ConquestEvent, Identity, Layout, Life, LinkStep, Mind, Motion, World,
    WorldConfig,
};

use super::footing::Footings;
use super::ground::Ground;
use super::right_of_way::RightOfWay;
use super::trace::{TraceEntry, TraceTarget, TurnTrace};
use super::validate::ValidatedIntent;

/// Everything that is not part of the state of a world.
pub(super) struct Scratch {
    /// The positions of all bodies.
    pub index: Index,
    /// The terrain, and the free ground between it.
    pub ground: Ground,
    /// How the species go on that ground.
    pub footings: Footings,
    /// Which travellers make room.
    pub right_of_way: RightOfWay,
    /// Whose turn it is to go to the end of a link.
    pub link_turns: BTreeMap<LinkStep, OrganismId>,
    /// The visible traits of all organisms at the end of the last tick, by slot.
    pub visible_traits: Vec<VisibleTraits>,
    /// The validated intents of all actors, by species and identity.
    pub validated: Vec<ValidatedIntent>,
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
    /// Their notes of the last tick.
    pub notes: Vec<TraceEntry>,
    /// The traced turns of the last tick.
    pub turn_traces: Vec<TurnTrace>,
}

/// The traits of an organism that others can see.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisibleTraits {
    pub entity: Entity,
    pub id: OrganismId,
    pub velocity: DVec2,
    /// The velocity with which it goes along its path, beyond the next bends.
    pub intended: DVec2,
    pub food: f64,
    pub signal: u64,
    /// The probability of not being noticed.
    pub camouflage: f32,
    /// The height per unit of radius; 0 except for plants.
    pub height: f32,
    pub species: SpeciesId,
    pub kind: SightingKind,
    /// Whether it is on a journey, or ended one in this tick and may set out again.
    pub travels: bool,
}

/// The maximum predicted displacement, in units. Faster travellers have passed before a detour
/// around their predicted position is walked.
const FORESEEN: f64 = 24.0;

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

/// The share of its maximum energy that an organism holds.
pub(super) fn energy_share(energy: Energy, max_energy: Energy) -> f64 {
    energy.units() / max_energy.units()
}

/// The most energy that a living organism can hold: an animal or a plant.
pub(super) fn max_energy(
    animal: Option<&Traits>,
    plant: Option<&PlantTraits>,
    body: &Body,
    rules: &Rules,
) -> Energy {
    match (animal, plant) {
        (Some(traits), _) => traits.max_energy(body.radius, rules),
        (_, Some(traits)) => traits.max_energy(body.radius, rules),
        (None, None) => unreachable!("what lives is a plant or an animal"),
    }
}

/// The sighting kind of a living organism.
pub(super) fn seen_as(kind: Kind) -> SightingKind {
    match kind {
        Kind::Plant => SightingKind::Plant,
        Kind::Herbivore => SightingKind::Herbivore,
        Kind::Carnivore => SightingKind::Carnivore,
    }
}

impl Scratch {
    /// Builds the working data from the state of `world`.
    pub fn of(world: &World) -> Self {
        let ground = Ground::of(world);
        let mut query = world.organisms.query::<(Entity, &Body, Option<&Motion>)>();
        let bodies = query.iter().map(|(entity, body, motion)| {
            let mobility = if motion.is_some() { Mobility::Moving } else { Mobility::Stationary };
            (slot_of(entity), body.area(), mobility)
        });
        let mut scratch = Self {
            index: Index::new(ground.blocks(), bodies),
            ground,
            footings: Footings::of(&world.config),
            right_of_way: RightOfWay::default(),
            link_turns: BTreeMap::new(),
            visible_traits: Vec::new(),
            validated: Vec::new(),
            hits: Vec::new(),
            events: Vec::new(),
            farthest_ahead: 0.0,
            layout: Layout::of(&world.config),
            conquest_events: Vec::new(),
            trace: Vec::new(),
            notes: Vec::new(),
            turn_traces: Vec::new(),
        };
        scratch.update_visible_traits(world);
        scratch
    }

    /// Replaces the terrain after a wall has been breached or added. Roads and swamps stay as they are.
    /// Returns the ground as it was.
    pub fn replace_terrain(&mut self, world: &World) -> Ground {
        let after = Ground::after(&self.ground, world);
        let before = std::mem::replace(&mut self.ground, after);
        self.index.replace_terrain(self.ground.blocks());
        before
    }

    /// Records an event.
    pub fn record_event(&mut self, who: &Identity, what: EventKind) {
        self.events.push(Event { to: who.id, species: who.species, what });
    }

    /// Updates the visible traits of all organisms for the next tick.
    pub fn update_visible_traits(&mut self, world: &World) {
        let WorldConfig { rules, species, .. } = &*world.config;
        let organisms = &world.organisms;
        let mut query = organisms.query::<(Entity, &Identity, &Body, &Life, &PlantTraits)>();
        for (entity, who, body, life, traits) in query.iter() {
            let roots = traits.max_energy(body.radius, rules).units() * rules.roots;
            let food = (life.energy.units() - roots).max(0.0);
            let visible = VisibleTraits {
                food,
                height: traits.height,
                ..VisibleTraits::new(entity, who, SightingKind::Plant)
            };
            self.set_visible_traits(visible);
        }
        self.farthest_ahead = 0.0;
        let ended = ended_journeys(&world.events);
        let mut query = organisms.query::<(Entity, &Identity, &Body, &Traits, &Mind, &Motion)>();
        for (entity, who, body, traits, mind, motion) in query.iter() {
            let kind = seen_as(species[who.species.index()].kind);
            let visible = VisibleTraits {
                velocity: motion.velocity,
                intended: intended(motion, body),
                signal: mind.signal,
                camouflage: camouflage(traits, world),
                travels: motion.journey.is_some() || ended.contains(&who.id),
                ..VisibleTraits::new(entity, who, kind)
            };
            let ahead = visible.ahead(rules).abs().max_element();
            self.farthest_ahead = self.farthest_ahead.max(ahead);
            self.set_visible_traits(visible);
        }
        let mut query = organisms.query::<(Entity, &Identity, &Carcass)>();
        for (entity, who, carcass) in query.iter() {
            let food = carcass.energy.units();
            self.set_visible_traits(VisibleTraits {
                food,
                ..VisibleTraits::new(entity, who, SightingKind::Carcass)
            });
        }
    }

    /// Sets the visible traits of one organism.
    pub fn set_visible_traits(&mut self, visible: VisibleTraits) {
        let slot = visible.entity.id() as usize;
        if slot >= self.visible_traits.len() {
            self.visible_traits.resize(slot + 1, visible);
        }
        self.visible_traits[slot] = visible;
    }

    /// The visible traits of the organism in a slot.
    pub fn visible_traits(&self, slot: Slot) -> &VisibleTraits {
        &self.visible_traits[slot.0 as usize]
    }
}

impl VisibleTraits {
    /// Creates visible traits with the identity and kind only.
    pub fn new(entity: Entity, who: &Identity, kind: SightingKind) -> Self {
        Self {
            entity,
            id: who.id,
            velocity: DVec2::ZERO,
            intended: DVec2::ZERO,
            food: 0.0,
            signal: 0,
            camouflage: 0.0,
            height: 0.0,
            species: who.species,
            kind,
            travels: false,
        }
    }

    /// The predicted displacement over the next ticks (rule `foresight`); zero unless it is on a
    /// journey.
    pub fn ahead(&self, rules: &Rules) -> DVec2 {
        if !self.travels {
            return DVec2::ZERO;
        }
        lattice::snap_point((self.velocity * rules.foresight).clamp_length_max(FORESEEN))
    }
}

fn intended(motion: &Motion, body: &Body) -> DVec2 {
    let journey = motion.journey.as_ref();
    journey.map_or(DVec2::ZERO, |journey| journey.intended_velocity(body.centre))
}

/// The organisms whose journeys ended, or were refused.
fn ended_journeys(events: &[Event]) -> BTreeSet<OrganismId> {
    let ends = |what: &EventKind| match what {
        EventKind::Arrived => true,
        EventKind::Refused { slot, .. } => *slot == ActionKind::Move,
        _ => false,
    };
    events.iter().filter(|event| ends(&event.what)).map(|event| event.to).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
fn camouflage(traits: &Traits, world: &World) -> f32 {
    match traits.points[Characteristic::Camouflage as usize] {
        0.0 => 0.0,
        _ => traits.camouflage(&world.config.rules) as f32,
    }
}
