//! What a tick works with and can rebuild from the world at any time.

use glam::DVec2;
use hecs::Entity;

use crate::behaviour::{CreatureRng, Event, EventKind, OrganismId, SightingKind};
use crate::geometry::lattice;
use crate::rules::{Energy, Rules};
use crate::space::{Index, Mobility, Slot};
use crate::species::{Characteristic, Kind, PlantTraits, SpeciesId, Traits};
use crate::world::{Body, Carcass, Identity, Layout, Life, Mind, Motion, News, World, WorldConfig};

use super::siege;
use super::trace::{TraceEntry, TraceTarget, TurnTrace};
use super::validate::ValidatedIntent;

/// Everything that is not state.
pub(super) struct Scratch {
    /// Where every body stands.
    pub index: Index,
    /// How everybody looks to others, by slot: as frozen when the last tick ended.
    pub looks: Vec<VisibleTraits>,
    /// What everybody who decides wants, by species and identity.
    pub validated: Vec<ValidatedIntent>,
    /// Who strikes whom this tick.
    pub blows: Vec<AttackHit>,
    /// What has happened so far this tick.
    pub events: Vec<Event>,
    /// The farthest that any traveller is foreseen to move on either axis, in units.
    pub farthest_ahead: f64,
    /// Where bases, sentries and nests are, where colonies fight for them.
    pub layout: Option<Layout>,
    /// What has happened in the conquest so far this tick.
    pub news: Vec<News>,
    /// To whom somebody listens.
    pub trace: Vec<TraceTarget>,
    /// What they told in the last tick.
    pub notes: Vec<TraceEntry>,
    /// Their whole turns in the last tick.
    pub heard: Vec<TurnTrace>,
}

/// How an organism looks to others.
#[derive(Debug, Clone, Copy)]
pub(super) struct VisibleTraits {
    pub entity: Entity,
    pub id: OrganismId,
    pub velocity: DVec2,
    pub food: f64,
    pub signal: u64,
    /// The chance not to be noticed.
    pub camouflage: f32,
    /// The height for each unit of radius; 0 for all but plants.
    pub height: f32,
    pub species: SpeciesId,
    pub seen: SightingKind,
    /// Whether it is on a journey.
    pub travels: bool,
}

/// The farthest that anybody is foreseen to move, in units. Who runs faster is past before a way
/// around where it will be has been walked.
const FORESEEN: f64 = 24.0;

/// One organism striking another.
#[derive(Debug, Clone)]
pub(super) struct AttackHit {
    pub by: OrganismId,
    pub by_species: SpeciesId,
    pub victim: Entity,
    /// The damage if nothing of it is warded off.
    pub force: f64,
    /// The attacker's stream of chance, to decide what is warded off.
    pub rng: CreatureRng,
}

/// The slot of an organism: the number `hecs` gives it, which is dense and reused.
pub(super) fn slot_of(entity: Entity) -> Slot {
    Slot(entity.id())
}

/// The share of its greatest energy that an organism holds.
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

/// How the living of a kind look.
pub(super) fn seen_as(kind: Kind) -> SightingKind {
    match kind {
        Kind::Plant => SightingKind::Plant,
        Kind::Herbivore => SightingKind::Herbivore,
        Kind::Carnivore => SightingKind::Carnivore,
    }
}

impl Scratch {
    /// All that follows from the state of `world`.
    pub fn of(world: &World) -> Self {
        let blocks = siege::blocks(world);
        let mut query = world.organisms.query::<(Entity, &Body, Option<&Motion>)>();
        let bodies = query.iter().map(|(entity, body, motion)| {
            let mobility =
                if motion.is_some() { Mobility::Moving } else { Mobility::SpeciesStanding };
            (slot_of(entity), body.area(), mobility)
        });
        let mut scratch = Self {
            index: Index::new(&blocks, bodies),
            looks: Vec::new(),
            validated: Vec::new(),
            blows: Vec::new(),
            events: Vec::new(),
            farthest_ahead: 0.0,
            layout: Layout::of(&world.config),
            news: Vec::new(),
            trace: Vec::new(),
            notes: Vec::new(),
            heard: Vec::new(),
        };
        scratch.freeze_looks(world);
        scratch
    }

    /// Notes that something happened.
    pub fn happened(&mut self, who: &Identity, what: EventKind) {
        self.events.push(Event { to: who.id, species: who.species, what });
    }

    /// Fixes how everybody looks for the tick to come.
    pub fn freeze_looks(&mut self, world: &World) {
        let WorldConfig { rules, species, .. } = &*world.config;
        let organisms = &world.organisms;
        let mut query = organisms.query::<(Entity, &Identity, &Body, &Life, &PlantTraits)>();
        for (entity, who, body, life, traits) in query.iter() {
            let roots = traits.max_energy(body.radius, rules).units() * rules.roots;
            let food = (life.energy.units() - roots).max(0.0);
            let look = VisibleTraits {
                food,
                height: traits.height,
                ..VisibleTraits::new(entity, who, SightingKind::Plant)
            };
            self.introduce(look);
        }
        self.farthest_ahead = 0.0;
        let mut query = organisms.query::<(Entity, &Identity, &Traits, &Mind, &Motion)>();
        for (entity, who, traits, mind, motion) in query.iter() {
            let seen = seen_as(species[who.species.index()].kind);
            let look = VisibleTraits {
                velocity: motion.velocity,
                signal: mind.signal,
                camouflage: camouflage(traits, world),
                travels: motion.journey.is_some(),
                ..VisibleTraits::new(entity, who, seen)
            };
            let ahead = look.ahead(rules).abs().max_element();
            self.farthest_ahead = self.farthest_ahead.max(ahead);
            self.introduce(look);
        }
        let mut query = organisms.query::<(Entity, &Identity, &Carcass)>();
        for (entity, who, carcass) in query.iter() {
            let food = carcass.energy.units();
            self.introduce(VisibleTraits {
                food,
                ..VisibleTraits::new(entity, who, SightingKind::Carcass)
            });
        }
    }

    /// Fixes how one organism looks.
    pub fn introduce(&mut self, look: VisibleTraits) {
        let place = look.entity.id() as usize;
        if place >= self.looks.len() {
            self.looks.resize(place + 1, look);
        }
        self.looks[place] = look;
    }

    /// How the organism in a slot looks.
    pub fn look(&self, slot: Slot) -> &VisibleTraits {
        &self.looks[slot.0 as usize]
    }
}

impl VisibleTraits {
    /// A look at nothing but who it is.
    pub fn new(entity: Entity, who: &Identity, seen: SightingKind) -> Self {
        Self {
            entity,
            id: who.id,
            velocity: DVec2::ZERO,
            food: 0.0,
            signal: 0,
            camouflage: 0.0,
            height: 0.0,
            species: who.species,
            seen,
            travels: false,
        }
    }

    /// How far it is foreseen to move in the next few ticks (rule `foresight`): nowhere, unless it is
    /// on a journey.
    pub fn ahead(&self, rules: &Rules) -> DVec2 {
        if !self.travels {
            return DVec2::ZERO;
        }
        lattice::snap_point((self.velocity * rules.foresight).clamp_length_max(FORESEEN))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
fn camouflage(traits: &Traits, world: &World) -> f32 {
    match traits.points[Characteristic::Camouflage as usize] {
        0.0 => 0.0,
        _ => traits.camouflage(&world.config.rules) as f32,
    }
}
