//! The inspection of a living animal.

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{
    Allegiance, CodePlace, EventKind, Fault, GroundKind, Message, Note, OrganismId, Senses,
    Sighting, SightingKind,
};
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{Code, SpeciesId, Traits};
use terrarium_sim::tick::{Simulation, breeding_obstacle};
use terrarium_sim::world::{Body, Course, Identity, Life, Mind, Motion, World};

use super::feasibility::{self, Possibility};
use super::requests::{self, RequestedAction};
use super::steps::StepsView;
use super::{LivingState, MemoryView, Trip, events_of};
use crate::colony_name;

/// A living animal.
#[derive(Debug, Clone, PartialEq)]
pub struct Animal {
    /// Its body.
    pub living: LivingState,
    /// Its traits.
    pub traits: Traits,
    /// The abilities that follow from its body and traits.
    pub abilities: Abilities,
    /// The ground under its centre; `None` in a world without tiles.
    pub footing: Option<FootingView>,
    /// Its displacement in the last tick, in units.
    pub velocity: DVec2,
    /// Its heading and pace, if it does not turn or speed up at once and has travelled.
    pub course: Option<Course>,
    /// What its colony is called, if it has one.
    pub colony: Option<String>,
    /// The behaviour of its species, as text.
    pub behaviour: String,
    /// Whether its species is suspended after too many faults.
    pub is_suspended: bool,
    /// The signal it shows.
    pub signal: u64,
    /// Its memory.
    pub memory: MemoryView,
    /// The DNA it inherited.
    pub dna: MemoryView,
    /// Its current sightings, nearest first.
    pub sees: Vec<SightingView>,
    /// The message that it told its kin in the last tick.
    pub told: Option<Message>,
    /// The messages of its kin that it hears, nearest first.
    pub hears: Vec<Message>,
    /// The bases, nearest first; empty without a colony.
    pub bases: Vec<BaseView>,
    /// Which actions it could take now.
    pub available: Vec<Possibility>,
    /// The actions it requested in the last tick.
    pub requests: Vec<RequestedAction>,
    /// Whether the list of requested actions is complete, because the creature was traced.
    /// Otherwise it holds only requests that caused an event.
    pub has_all_requests: bool,
    /// The steps of its last turn, if they were traced.
    pub steps: Option<StepsView>,
    /// How much of the rule `turn_budget` its last turn used, if the creature was traced.
    pub spent: Option<u64>,
    /// The fault of its last turn, if it failed.
    pub fault: Option<Fault>,
    /// Where in the code of a module its last turn failed, if the creature was traced.
    pub fault_place: Option<CodePlace>,
    /// Its journey, if it is travelling.
    pub trip: Option<Trip>,
    /// The notes of its last turn, if the creature was traced.
    pub notes: Vec<Note>,
}

/// The abilities that follow from a body and its traits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Abilities {
    /// The maximum speed, in units per tick.
    pub speed: f64,
    /// The sensor range, in units.
    pub sight: f64,
    /// The energy of a full bite.
    pub bite: Energy,
    /// The maximum damage of an attack.
    pub attack: f64,
    /// The maximum damage that a defence absorbs.
    pub defence: f64,
    /// The probability of not being noticed, 0 to 1.
    pub camouflage: f64,
    /// The largest gap at which it can eat and attack, in units.
    pub reach: f64,
}

/// The ground under a creature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FootingView {
    /// Its kind.
    pub kind: GroundKind,
    /// Its factor on the creature's speed.
    pub speed: f64,
}

/// A visible organism.
#[derive(Debug, Clone, PartialEq)]
pub struct SightingView {
    /// Its identity.
    pub id: OrganismId,
    /// Its kind.
    pub kind: SightingKind,
    /// Its species.
    pub species: SpeciesId,
    /// The name of its species.
    pub name: String,
    /// The centre of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// The gap to it, in units.
    pub gap: f64,
    /// The energy that can be eaten from it.
    pub food: f64,
    /// The signal it shows.
    pub signal: u64,
    /// Whether it belongs to the opposing colony.
    pub hostile: bool,
}

/// A base as a creature perceives it.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseView {
    /// Its name.
    pub name: String,
    /// Whether the creature's colony, the other, or neither holds it.
    pub allegiance: Allegiance,
    /// How far it leans to the creature's colony, −1 to 1.
    pub hold: f64,
    /// The distance to it, in units.
    pub distance: f64,
    /// Whether the creature stands in its capture area.
    pub within: bool,
}

impl Animal {
    pub(super) fn new(simulation: &Simulation, entity: Entity, who: &Identity) -> Option<Self> {
        let world = simulation.world();
        let rules = &world.config().rules;
        let species = world.config().species(who.species);
        let mut query = world.query_one::<(&Body, &Life, &Traits, &Mind, &Motion)>(entity);
        let (body, life, traits, mind, motion) = query.get().ok()?;
        let limits = traits.energy_limits(body.radius, rules);
        let living = LivingState::new(simulation, who, body, life, limits);
        let obstacle = breeding_obstacle(life, living.state, world.tick());
        let told = world.messages().iter().find(|message| message.from == who.id).cloned();
        let (here, sees, hears, bases, available) = simulation.sensed(who.id, |senses| {
            let name = |id: SpeciesId| world.config().species(id).name.clone();
            let sees = senses.sight.iter().map(|s| SightingView::new(s, name(s.species))).collect();
            let available = feasibility::of(senses, species.kind, obstacle);
            (senses.me.ground, sees, senses.messages.to_vec(), bases(senses), available)
        })?;
        let events = events_of(world.events(), who.id);
        let trace = simulation.turn_trace(who.id);
        let requests = match trace {
            Some(trace) => requests::of_turn(trace, &events),
            None => requests::of_events(&events),
        };
        let fault = events.into_iter().find_map(|what| match what {
            EventKind::Failed { fault } => Some(fault),
            _ => None,
        });
        let notes = simulation.trace_entries().iter().filter(|entry| entry.by == who.id);
        let choice = species.behaviour.as_ref();
        Some(Self {
            living,
            traits: *traits,
            abilities: Abilities {
                speed: traits.speed(rules),
                sight: traits.sight(rules),
                bite: traits.bite(species.kind, body.radius, rules),
                attack: traits.attack(body.radius, rules),
                defence: traits.defence(body.radius, rules),
                camouflage: traits.camouflage(rules),
                reach: rules.reach,
            },
            footing: FootingView::new(world, who, here),
            velocity: motion.velocity,
            course: motion.course,
            colony: world.config().colony(who.species).map(|it| colony_name(it, world.config())),
            behaviour: choice.map_or_else(String::new, |choice| code_text(&choice.code)),
            is_suspended: world.is_suspended(who.species),
            signal: mind.signal,
            memory: MemoryView::memory(choice, mind.memory.bytes()),
            dna: MemoryView::dna(choice, &mind.dna),
            sees,
            told,
            hears,
            bases,
            available,
            requests,
            has_all_requests: trace.is_some(),
            steps: trace
                .and_then(|trace| StepsView::new(&trace.steps, choice.map(|choice| &choice.code))),
            spent: trace.map(|trace| trace.spent),
            fault,
            fault_place: simulation.fault_place(who.id).cloned(),
            trip: motion.journey.as_ref().map(|journey| Trip::new(world, journey, who.species)),
            notes: notes.map(|entry| entry.note.clone()).collect(),
        })
    }
}

impl FootingView {
    fn new(world: &World, who: &Identity, kind: GroundKind) -> Option<Self> {
        world.config().terrain.as_ref()?;
        let factors = world.config().ground_factors(who.species);
        let speed = match kind {
            GroundKind::Road => factors.road.speed,
            GroundKind::Swamp => factors.swamp.speed,
            _ => 1.0,
        };
        Some(Self { kind, speed })
    }
}

impl SightingView {
    fn new(sighting: &Sighting, name: String) -> Self {
        let Sighting { id, kind, species, centre, radius, food, signal, gap, hostile, .. } =
            *sighting;
        Self { id, kind, species, name, centre, radius, gap, food, signal, hostile }
    }
}

fn bases(senses: &Senses<'_>) -> Vec<BaseView> {
    let view = |base: &terrarium_creatures::behaviour::BaseSighting<'_>| BaseView {
        name: base.name.to_owned(),
        allegiance: base.allegiance,
        hold: base.hold,
        distance: base.distance,
        within: base.within,
    };
    senses.bases.iter().map(view).collect()
}

fn code_text(code: &Code) -> String {
    match code {
        Code::Native(name) => format!("native: {name}"),
        Code::Script { engine, .. } => format!("script on {engine}"),
        Code::Module { engine, .. } => format!("module on {engine}"),
    }
}
