//! The state of one terrarium, and nothing but state: what a snapshot holds.
//!
//! What can be rebuilt from it (the index of bodies, lists by identity, buffers) belongs to
//! [`tick`](crate::tick), which also holds every rule of how it changes.

pub mod chance;
mod command_effects;
mod config;
mod conquest;
mod digest;
mod itinerary;
mod journey;
mod ledger;
mod organism;
mod saved;

use std::sync::Arc;

use crate::behaviour::{Event, OrganismId};
use crate::navigation::strategic::{StrategicProblem, Strategy};
use crate::rules::{Energy, whole};
use crate::space::District;
use crate::species::{PlantTraits, Species, SpeciesId, Traits};

pub use command_effects::{CommandEffects, MOST_WALLS};
pub use config::WorldConfig;
pub use conquest::{Base, Conquest, Layout, Nest, News, Sentry, Site, Tenure, Unborn, Verdict};
pub use digest::StateHash;
pub use itinerary::{Itinerary, RouteQuery};
pub use journey::{Journey, JourneyState, ObstacleFilter, PlanningEffort};
pub use ledger::{Account, Ledger};
pub use organism::{Body, Carcass, Crown, Growth, Identity, Life, Mind, Motion};
pub use saved::{Frame, RestoreError, SavedNature, SavedOrganism};

/// One terrarium between two ticks.
pub struct World {
    /// What it is founded on.
    pub config: Arc<WorldConfig>,
    /// How many ticks it has lived.
    pub tick: u64,
    /// The identity the next organism will get.
    pub next_id: OrganismId,
    /// The organisms. Neither the order nor the names that `hecs` gives them mean anything.
    pub organisms: hecs::World,
    /// What befell whom in the last tick, by identity.
    pub events: Vec<Event>,
    /// The books of energy.
    pub ledger: Ledger,
    /// What finding their ways took the animals of each species in the last tick.
    pub planning_effort: Vec<PlanningEffort>,
    /// How many turns of each species have failed.
    pub faults: Vec<u64>,
    /// How the colonies stand, where colonies fight for bases.
    pub conquest: Option<Conquest>,
    /// What commands have left behind.
    pub command_effects: CommandEffects,
    /// Travel from base to base, where colonies fight for them. Follows from the setting and the
    /// conquest, so no file holds it.
    pub strategy: Option<Strategy>,
    setting_hash: u128,
}

impl World {
    /// A world in which nobody lives yet.
    ///
    /// # Errors
    /// When colonies fight on a map with too many places for routes to lead through.
    pub fn new(config: WorldConfig) -> Result<Self, StrategicProblem> {
        Self::from_frame(Frame {
            conquest: Conquest::begin(&config),
            planning_effort: vec![PlanningEffort::default(); config.species.len()],
            faults: vec![0; config.species.len()],
            config,
            tick: 0,
            next_id: OrganismId(1),
            events: Vec::new(),
            ledger: Ledger::default(),
            command_effects: CommandEffects::default(),
        })
    }

    /// Has a species change, and forgives it all its strikes. Nothing of the living changes.
    pub(crate) fn change_species(&mut self, species: SpeciesId, into: Species) {
        Arc::make_mut(&mut self.config).species[species.index()] = into;
        self.faults[species.index()] = 0;
        self.setting_hash = self.config.hash();
    }

    /// Hands out the next identity.
    pub fn new_id(&mut self) -> OrganismId {
        let id = self.next_id;
        self.next_id = OrganismId(id.0 + 1);
        id
    }

    /// Whether so many turns of a species have failed that its creatures no longer decide.
    #[must_use]
    pub fn is_suspended(&self, species: SpeciesId) -> bool {
        self.faults[species.index()] >= whole(self.config.rules.strikes)
    }

    /// Puts a living plant into the world, and books nothing.
    pub fn spawn_plant(
        &mut self,
        (who, body, life): (Identity, Body, Life),
        traits: PlantTraits,
    ) -> hecs::Entity {
        self.organisms.spawn((who, body, life, traits, Crown { light: None }))
    }

    /// Puts a living animal into the world, and books nothing.
    pub fn spawn_animal(
        &mut self,
        (who, body, life): (Identity, Body, Life),
        traits: Traits,
        mind: Mind,
        motion: Motion,
    ) -> hecs::Entity {
        self.organisms.spawn((who, body, life, traits, mind, motion))
    }

    /// Lays the organisms out in memory district by district, so that neighbours on the ground are
    /// neighbours there too. Nothing but the speed of what follows can tell.
    pub fn lay_out_by_district(&mut self) {
        let mut places: Vec<(District, OrganismId, hecs::Entity)> = self
            .organisms
            .query_mut::<(&Body, &Identity, hecs::Entity)>()
            .into_iter()
            .map(|(body, who, entity)| (District::of(body.centre), who.id, entity))
            .collect();
        places.sort_unstable();
        let mut laid_out = hecs::World::new();
        // With some room for births: storage that is full is doubled.
        let with_room = |count: usize| u32::try_from(count + count / 8).unwrap_or(u32::MAX);
        let plants = self.organisms.query_mut::<&PlantTraits>().into_iter().len();
        let animals = self.organisms.query_mut::<&Traits>().into_iter().len();
        laid_out.reserve::<(Identity, Body, Life, PlantTraits, Crown)>(with_room(plants));
        laid_out.reserve::<(Identity, Body, Life, Traits, Mind, Motion)>(with_room(animals));
        for (_, _, entity) in places {
            let organism = self.organisms.take(entity).expect("it was just found");
            laid_out.spawn(organism);
        }
        self.organisms = laid_out;
    }

    /// How many of each species live, in the order of the list.
    #[must_use]
    pub fn populations(&self) -> Vec<u64> {
        let mut counts = vec![0; self.config.species.len()];
        for who in self.organisms.query::<&Identity>().without::<&Carcass>().iter() {
            counts[who.species.index()] += 1;
        }
        counts
    }

    /// How many carcasses lie about.
    #[must_use]
    pub fn carcasses(&self) -> u64 {
        self.organisms.query::<&Carcass>().iter().map(|_| 1).sum()
    }

    /// All the energy that organisms hold: to spend, in embryos, and built into bodies.
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
