//! The state of a world, which snapshots store.
//!
//! Derived data (the spatial index, lists by identity, buffers) and all code that changes the state
//! belong to [`tick`](crate::tick).

pub(crate) mod batches;
mod blank_terrain;
mod calamity;
pub mod chance;
mod command_effects;
mod config;
mod conquest;
mod digest;
mod extraction;
mod founder;
mod hashed_config;
mod insides;
mod itinerary;
mod journey;
mod layout;
mod ledger;
mod lineage;
mod link;
mod mating;
mod organism;
mod organism_view;
mod restoring;
mod saved;
mod shared_field;
mod timetable;
mod turn_account;

use std::collections::BTreeSet;

use terrarium_creatures::behaviour::{Event, Message, OrganismId};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{PlantTraits, Species, SpeciesId, Traits};
use terrarium_navigation::strategic::{StrategicProblem, Strategy};
use terrarium_space::geometry::{Aabb, Polygon};
use terrarium_space::terrain::{Cell, Terrain};

pub use blank_terrain::blank_terrain;
pub use calamity::{
    CalamityKind, Disc, MAX_CALAMITIES, OngoingCalamity, SCORCHED_LIGHT, SCORCHED_TICKS, Sickness,
};
pub use command_effects::{
    CommandEffects, MAX_POLYGON_CORNERS, MAX_POLYGONS, MAX_WALLS, has_room_for,
};
pub use config::WorldConfig;
pub use conquest::{
    Base, Conquest, ConquestEvent, Layout, Nest, Ownership, QueuedSpawn, Sentry, Site, Verdict,
};
pub use digest::StateHash;
pub use founder::{Founder, age_of};
pub(crate) use hashed_config::HashedConfig;
#[doc(hidden)]
pub use insides::Insides;
pub use itinerary::{Itinerary, RouteQuery};
pub use journey::{Journey, JourneyState, ObstacleFilter, PlanningEffort};
pub use ledger::{Account, Ledger};
pub use lineage::{Lineage, Origin};
pub use link::{HIGHEST_LINK_COST, LONGEST_CROSSING, LinkStep, WorldLink};
pub use mating::{Gamete, Mating};
pub(crate) use organism::Animal;
pub use organism::{
    AnimalParts, Body, Carcass, Course, Crown, Growth, Identity, Life, Mind, Motion, PlantParts,
};
pub use organism_view::{OrganismView, OrganismViews};
pub use restoring::{Population, Restoration, ValidOrganisms};
pub use saved::{Frame, RestoreError, SavedNature, SavedOrganism};
pub use shared_field::{MAX_FIELDS, SharedField};
pub use timetable::{Intervention, MAX_PAINTED, MAX_TIMED, Share, TimedCommand, tiles_between};
pub use turn_account::TurnAccount;

/// The state of a world between two ticks.
pub struct World {
    pub(crate) config: HashedConfig,
    pub(crate) tick: u64,
    pub(crate) next_id: OrganismId,
    /// Neither the order nor the entity numbers of `hecs` are part of the state.
    pub(crate) organisms: hecs::World,
    pub(crate) events: Vec<Event>,
    /// What was told in the last tick, by the identity of the sender.
    pub(crate) messages: Vec<Message>,
    pub(crate) ledger: Ledger,
    pub(crate) planning_effort: Vec<PlanningEffort>,
    /// The turns of each species.
    pub(crate) turns: Vec<TurnAccount>,
    pub(crate) conquest: Option<Conquest>,
    pub(crate) command_effects: CommandEffects,
    /// The oldest first.
    pub(crate) flow_fields: Vec<SharedField>,
    /// The calamities that last, in the order of their commands.
    pub(crate) calamities: Vec<OngoingCalamity>,
    /// Derived from the configuration and the conquest, so it is not stored.
    pub(crate) strategy: Option<Strategy>,
}

impl World {
    /// Creates a world without organisms.
    ///
    /// # Errors
    /// When the routes between the bases of a conquest cannot be computed, because the map has too
    /// many nodes.
    pub fn new(config: WorldConfig) -> Result<Self, StrategicProblem> {
        Self::from_frame(Frame {
            conquest: Conquest::begin(&config),
            planning_effort: vec![PlanningEffort::default(); config.species.len()],
            turns: vec![TurnAccount::default(); config.species.len()],
            config,
            tick: 0,
            next_id: OrganismId(1),
            events: Vec::new(),
            messages: Vec::new(),
            ledger: Ledger::default(),
            command_effects: CommandEffects::default(),
            flow_fields: Vec::new(),
            calamities: Vec::new(),
        })
    }

    /// The configuration: seed, bounds, rules, terrain and species.
    #[must_use]
    pub fn config(&self) -> &WorldConfig {
        &self.config
    }

    /// The number of ticks simulated since the world was founded.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The identity of the next organism to be born.
    #[must_use]
    pub fn next_id(&self) -> OrganismId {
        self.next_id
    }

    /// The events of the last tick, sorted by organism.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The messages of the last tick, sorted by sender.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The energy that has entered and left the world, by account.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The effort of path planning in the last tick, by species.
    #[must_use]
    pub fn planning_effort(&self) -> &[PlanningEffort] {
        &self.planning_effort
    }

    /// The number of failed turns of each species.
    #[must_use]
    pub fn faults(&self) -> Vec<u64> {
        self.turns.iter().map(|account| account.faults).collect()
    }

    /// The state of the conquest, in a world where colonies fight for bases.
    #[must_use]
    pub fn conquest(&self) -> Option<&Conquest> {
        self.conquest.as_ref()
    }

    /// The lasting effects of commands: walls, polygons and droughts.
    #[must_use]
    pub fn command_effects(&self) -> &CommandEffects {
        &self.command_effects
    }

    /// The calamities that last, in the order of their commands.
    #[must_use]
    pub fn calamities(&self) -> &[OngoingCalamity] {
        &self.calamities
    }

    /// Whether plants somewhere receive less light than usual because of a drought, in the next tick.
    #[must_use]
    pub fn is_drought(&self) -> bool {
        let tick = self.tick;
        self.command_effects.is_drought(tick)
            || self.calamities.iter().any(|calamity| calamity.is_drought(tick))
    }

    /// The flow fields that travellers share.
    #[must_use]
    pub fn flow_fields(&self) -> &[SharedField] {
        &self.flow_fields
    }

    /// The routes from base to base, in a world where colonies fight for bases.
    #[must_use]
    pub fn strategy(&self) -> Option<&Strategy> {
        self.strategy.as_ref()
    }

    /// The accounts of the turns of each species.
    #[must_use]
    pub fn turn_accounts(&self) -> &[TurnAccount] {
        &self.turns
    }

    /// Replaces a species and resets the account of its turns, which ends a suspension. Living organisms stay as they
    /// are, but for heritable parameters, brains and mates that they did not have before.
    pub fn change_species(&mut self, species: SpeciesId, into: Species) {
        let old = self.config.species(species).clone();
        if old.has_genome() || into.has_genome() {
            self.refit_genomes(species, &old, &into);
        }
        let mated_before = old.reproduction.is_some();
        let mates = into.reproduction.is_some();
        self.config.update(|config| config.species[species.index()] = into);
        if mates != mated_before {
            self.refit_mates(species);
        }
        self.turns[species.index()] = TurnAccount::default();
    }

    /// Makes the genomes of the living match a new definition of their species.
    fn refit_genomes(&mut self, species: SpeciesId, old: &Species, into: &Species) {
        type Living<'a> = (hecs::Entity, &'a Identity, Option<&'a Genome>);
        let mut query = self.organisms.query::<Living<'_>>().without::<&Carcass>();
        let of_species = query.iter().filter(|(_, who, _)| who.species == species);
        let refitted = of_species.map(|(entity, _, genome)| (entity, into.refitted(old, genome)));
        let refitted: Vec<_> = refitted.collect();
        drop(query);
        for (entity, genome) in refitted {
            match genome {
                Some(genome) => {
                    self.organisms.insert_one(entity, genome).expect("it was just found");
                }
                // It may have had none.
                None => drop(self.organisms.remove_one::<Genome>(entity)),
            }
        }
    }

    /// Gives the living of a species what mates have, or takes it from them.
    fn refit_mates(&mut self, species: SpeciesId) {
        let mut query = self.organisms.query::<(hecs::Entity, &Identity)>().without::<&Carcass>();
        let of_species = query.iter().filter(|(_, who)| who.species == species);
        let of_species: Vec<_> = of_species.map(|(entity, _)| entity).collect();
        drop(query);
        for entity in of_species {
            // It has none if the species was asexual.
            let _ = self.organisms.remove_one::<Mating>(entity);
            self.make_mate(entity, species);
        }
    }

    /// Changes the seed of all random streams.
    pub fn reseed(&mut self, seed: u64) {
        self.config.update(|config| config.seed = seed);
    }

    pub(crate) fn schedule(&mut self, timetable: Vec<TimedCommand>) {
        self.config.update(|config| config.timetable = timetable);
    }

    /// Replaces the rules. The light of all plants is computed anew.
    pub fn change_rules(&mut self, rules: Rules) {
        self.config.update(|config| config.rules = rules);
        for crown in self.organisms.query_mut::<&mut Crown>() {
            crown.light = None;
        }
    }

    /// Replaces the terrain after a change of some tiles: their damage is forgotten, and the routes between bases
    /// are computed anew.
    ///
    /// # Errors
    /// When the routes cannot be computed, because the map has too many nodes. The world is then unchanged.
    pub(crate) fn change_terrain(
        &mut self,
        terrain: Terrain,
        changed: &BTreeSet<Cell>,
    ) -> Result<(), StrategicProblem> {
        let config = WorldConfig { terrain: Some(terrain), ..WorldConfig::clone(&self.config) };
        let mut conquest = self.conquest.clone();
        if let Some(conquest) = &mut conquest {
            conquest.forget_damage(changed);
        }
        self.strategy = conquest.as_ref().map_or(Ok(None), |it| it.strategy(&config))?;
        self.conquest = conquest;
        self.config = config.into();
        Ok(())
    }

    /// Builds walls and polygons in a world that is founded.
    pub fn build_walls(&mut self, walls: Vec<Aabb>, polygons: Vec<Polygon>) {
        (self.command_effects.walls, self.command_effects.polygons) = (walls, polygons);
    }

    /// Adds an event to those of the last tick. Its organism is none before that of the last event.
    pub fn push_event(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Takes the next identity.
    pub fn new_id(&mut self) -> OrganismId {
        let id = self.next_id;
        self.next_id = OrganismId(id.0 + 1);
        id
    }

    /// Whether a species is suspended: too many of its turns have failed, and its behaviour is no longer
    /// called.
    #[must_use]
    pub fn is_suspended(&self, species: SpeciesId) -> bool {
        self.turns[species.index()].is_suspended
    }

    /// Adds a living plant. The ledger stays as it is.
    pub fn spawn_plant(
        &mut self,
        living: (Identity, Body, Life),
        traits: PlantTraits,
        genome: Option<Genome>,
    ) -> hecs::Entity {
        let entity = organism::spawn_plant(&mut self.organisms, living, traits, genome);
        self.make_mate(entity, living.0.species);
        entity
    }

    /// Adds a living animal. The ledger stays as it is.
    pub fn spawn_animal(
        &mut self,
        living: (Identity, Body, Life),
        heredity: (Traits, Option<Genome>),
        mind: Mind,
        motion: Motion,
    ) -> hecs::Entity {
        let entity = organism::spawn_animal(&mut self.organisms, living, heredity, mind, motion);
        self.make_mate(entity, living.0.species);
        entity
    }

    /// Gives a living organism what those of species with sexual reproduction have.
    fn make_mate(&mut self, entity: hecs::Entity, species: SpeciesId) {
        if self.config.species(species).reproduction.is_some() {
            let mating = Mating::default();
            self.organisms.insert_one(entity, mating).expect("it was just added or found");
        }
    }

    /// The number of living organisms of each species, in the order of the configuration.
    #[must_use]
    pub fn populations(&self) -> Vec<u64> {
        let mut counts = vec![0; self.config.species.len()];
        for who in self.organisms.query::<&Identity>().without::<&Carcass>().iter() {
            counts[who.species.index()] += 1;
        }
        counts
    }

    /// The number of living organisms of the species called `name`; `None` when there is no such species.
    #[must_use]
    pub fn population(&self, name: &str) -> Option<u64> {
        let species = self.config.species_id(name)?;
        Some(self.populations()[species.index()])
    }

    /// Components of all organisms, dead ones included. Neither their order nor the numbers of entities mean
    /// anything: sort by identity.
    #[must_use]
    pub fn query<Q: hecs::Query + hecs::QueryShared>(&self) -> hecs::QueryBorrow<'_, Q> {
        self.organisms.query()
    }

    /// Components of one organism.
    #[must_use]
    pub fn query_one<Q: hecs::Query + hecs::QueryShared>(
        &self,
        entity: hecs::Entity,
    ) -> hecs::QueryOne<'_, Q> {
        self.organisms.query_one(entity)
    }

    /// A component of one organism, unless it has none of this type.
    ///
    /// # Errors
    /// When it has none.
    pub fn component<'a, T: hecs::ComponentRefShared<'a>>(
        &'a self,
        entity: hecs::Entity,
    ) -> Result<T::Ref, hecs::ComponentError> {
        self.organisms.get::<T>(entity)
    }

    /// The number of organisms, dead ones included.
    #[must_use]
    pub fn organism_count(&self) -> usize {
        self.organisms.len() as usize
    }

    /// All organisms, dead ones included, by identity. Each is a copy.
    pub fn organisms(&self) -> impl Iterator<Item = SavedOrganism> {
        self.roster().into_iter().map(|(_, entity)| self.saved(entity))
    }

    /// A copy of one organism, living or dead.
    #[must_use]
    pub fn organism(&self, id: OrganismId) -> Option<SavedOrganism> {
        self.entity_of(id).map(|entity| self.saved(entity))
    }

    /// The stored share of full light that a plant receives, 0 to 1. `None` for other organisms, and
    /// when a neighbour has changed since it was computed.
    #[must_use]
    pub fn light_of(&self, id: OrganismId) -> Option<f64> {
        let entity = self.entity_of(id)?;
        self.organisms.get::<&Crown>(entity).ok()?.light
    }

    /// The entity of an organism or carcass; `None` if there is none with that identity.
    pub fn entity_of(&self, id: OrganismId) -> Option<hecs::Entity> {
        let mut query = self.organisms.query::<(&Identity, hecs::Entity)>();
        query.iter().find(|(identity, _)| identity.id == id).map(|(_, entity)| entity)
    }

    /// The number of carcasses.
    #[must_use]
    pub fn carcasses(&self) -> u64 {
        self.organisms.query::<&Carcass>().iter().map(|_| 1).sum()
    }

    /// The energy of all organisms: stored, in embryos, and built into bodies.
    #[must_use]
    pub fn stock(&self) -> Energy {
        let living: Energy = self
            .organisms
            .query::<(&Life, &Body)>()
            .iter()
            .map(|(life, body)| life.energy + life.embryo + self.config.built_into(body.radius))
            .sum();
        living + self.organisms.query::<&Carcass>().iter().map(|c| c.energy).sum()
    }
}
