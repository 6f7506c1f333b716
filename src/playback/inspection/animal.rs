//! What is to know of a living animal.

use glam::DVec2;
use hecs::Entity;

use super::chance::{self, Possibility};
use super::wish::{self, RequestedAction};
use super::{LivingState, MemoryView, Trip, events_of};
use crate::behaviour::{
    Allegiance, Colony, EventKind, Fault, Note, OrganismId, Senses, Sighting, SightingKind,
};
use crate::rules::Energy;
use crate::species::{Code, SpeciesId, Traits};
use crate::tick::{Simulation, breeding_obstacle};
use crate::world::{Body, Identity, Life, Mind, Motion};

/// A living animal.
#[derive(Debug, Clone, PartialEq)]
pub struct Animal {
    /// Its body.
    pub living: LivingState,
    /// Its traits.
    pub traits: Traits,
    /// What it can do with them.
    pub abilities: Abilities,
    /// How far it moved in the last tick.
    pub velocity: DVec2,
    /// The colony for which it fights, if it has one.
    pub colony: Option<Colony>,
    /// Who decides for it.
    pub behaviour: String,
    /// Whether so many turns of its species failed that it does nothing any more.
    pub is_suspended: bool,
    /// What it signals.
    pub signal: u64,
    /// What it remembers.
    pub memory: MemoryView,
    /// What it was handed down.
    pub dna: MemoryView,
    /// What it sees now, nearest first.
    pub sees: Vec<SightingView>,
    /// What it knows of bases, nearest first.
    pub bases: Vec<BaseGlimpse>,
    /// What it could do now.
    pub chances: Vec<Possibility>,
    /// What it wanted in the last tick.
    pub wishes: Vec<RequestedAction>,
    /// Whether these are all its wishes, because somebody listened to it, or only those that something
    /// came of.
    pub knows_all_wishes: bool,
    /// What its last turn took of the rule `turn_budget`, if somebody listened.
    pub spent: Option<u64>,
    /// Why its last turn failed, if it did.
    pub fault: Option<Fault>,
    /// Where it is going.
    pub trip: Option<Trip>,
    /// What it told its author in the last tick, if somebody listened.
    pub notes: Vec<Note>,
}

/// What a body and its traits can do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Abilities {
    /// The greatest speed, in units a tick.
    pub speed: f64,
    /// How far it sees, in units.
    pub sight: f64,
    /// What it bites off at once.
    pub bite: Energy,
    /// The most damage of a blow.
    pub attack: f64,
    /// The most that it wards off.
    pub defence: f64,
    /// The chance to be overlooked, 0 to 1.
    pub camouflage: f64,
    /// The gap at which it can bite and strike, in units.
    pub reach: f64,
}

/// Somebody in sight.
#[derive(Debug, Clone, PartialEq)]
pub struct SightingView {
    /// Who it is.
    pub id: OrganismId,
    /// What it is.
    pub seen: SightingKind,
    /// Of which species.
    pub species: SpeciesId,
    /// What that is called.
    pub name: String,
    /// The middle of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// The gap to it, in units.
    pub gap: f64,
    /// What there is to eat of it.
    pub food: f64,
    /// What it signals.
    pub signal: u64,
    /// Whether it is of the colony that one's own fights.
    pub hostile: bool,
}

/// A base as a creature knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct BaseGlimpse {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub allegiance: Allegiance,
    /// How far it leans to one's own colony, −1 to 1.
    pub hold: f64,
    /// How far away it is, in units.
    pub distance: f64,
    /// Whether one counts for it.
    pub within: bool,
}

impl Animal {
    pub(super) fn of(simulation: &Simulation, entity: Entity, who: &Identity) -> Option<Self> {
        let world = simulation.world();
        let rules = &world.config.rules;
        let species = world.config.species(who.species);
        let mut query =
            world.organisms.query_one::<(&Body, &Life, &Traits, &Mind, &Motion)>(entity);
        let (body, life, traits, mind, motion) = query.get().ok()?;
        let most = traits.max_energy(body.radius, rules);
        let living = LivingState::of(simulation, who, body, life, most);
        let obstacle = breeding_obstacle(life, living.state, world.tick);
        let (sees, bases, chances) = simulation.sensed(who.id, |senses| {
            let name = |id: SpeciesId| world.config.species(id).name.clone();
            let sees = senses.sight.iter().map(|s| SightingView::of(s, name(s.species))).collect();
            (sees, bases(senses), chance::of(senses, species.kind, obstacle))
        })?;
        let events_of = events_of(&world.events, who.id);
        let heard = simulation.heard(who.id);
        let wishes = match heard {
            Some(heard) => wish::of_turn(heard, &events_of),
            None => wish::of_consequences(&events_of),
        };
        let fault = events_of.into_iter().find_map(|what| match what {
            EventKind::Failed { fault } => Some(fault),
            _ => None,
        });
        let told = simulation.told().iter().filter(|told| told.by == who.id);
        let choice = species.behaviour.as_ref();
        Some(Self {
            living,
            traits: *traits,
            abilities: Abilities {
                speed: traits.speed(rules),
                sight: traits.sight(rules),
                bite: traits.bite(body.radius, rules),
                attack: traits.attack(body.radius, rules),
                defence: traits.defence(body.radius, rules),
                camouflage: traits.camouflage(rules),
                reach: rules.reach,
            },
            velocity: motion.velocity,
            colony: world.config.colony(who.species),
            behaviour: choice.map_or_else(String::new, |choice| code_in_words(&choice.code)),
            is_suspended: world.is_suspended(who.species),
            signal: mind.signal,
            memory: MemoryView::memory(choice, mind.memory.bytes()),
            dna: MemoryView::dna(choice, &mind.dna),
            sees,
            bases,
            chances,
            wishes,
            knows_all_wishes: heard.is_some(),
            spent: heard.map(|heard| heard.spent),
            fault,
            trip: motion.journey.as_ref().map(|journey| Trip::of(world, journey, who.species)),
            notes: told.map(|told| told.note.clone()).collect(),
        })
    }
}

impl SightingView {
    fn of(sighting: &Sighting, name: String) -> Self {
        let Sighting { id, seen, species, centre, radius, food, signal, gap, hostile, .. } =
            *sighting;
        Self { id, seen, species, name, centre, radius, gap, food, signal, hostile }
    }
}

fn bases(senses: &Senses<'_>) -> Vec<BaseGlimpse> {
    let glimpse = |base: &crate::behaviour::BaseSight<'_>| BaseGlimpse {
        name: base.name.to_owned(),
        allegiance: base.allegiance,
        hold: base.hold,
        distance: base.distance,
        within: base.within,
    };
    senses.bases.iter().map(glimpse).collect()
}

fn code_in_words(code: &Code) -> String {
    match code {
        Code::Native(name) => format!("native: {name}"),
        Code::Script { engine, .. } => format!("script on {engine}"),
        Code::Module { engine, .. } => format!("module on {engine}"),
    }
}
