//! A world as plain data for files.
//!
//! A world is saved as its [`Frame`], followed by its organisms one after the other, so that a large world is never
//! held in memory twice. [`Restoration`](super::Restoration) validates what is read.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Event, MESSAGE_LENGTH, Message, OrganismId};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::RuleError;
use terrarium_creatures::species::{Nature, PlantTraits, Traits};
use terrarium_navigation::strategic::StrategicProblem;
use terrarium_space::geometry::{Aabb, lattice};
use thiserror::Error;

use super::{
    Body, Carcass, CommandEffects, Conquest, Identity, Ledger, Life, Mating, Mind, Motion,
    OngoingCalamity, PlanningEffort, SharedField, TurnAccount, World, WorldConfig,
};

/// A world without its organisms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The configuration.
    pub config: WorldConfig,
    /// The number of completed ticks.
    pub tick: u64,
    /// The identity of the next organism.
    pub next_id: OrganismId,
    /// The events of the last tick.
    pub events: Vec<Event>,
    /// The messages of the last tick.
    pub messages: Vec<Message>,
    /// The energy ledger.
    pub ledger: Ledger,
    /// The path-planning effort of each species in the last tick.
    pub planning_effort: Vec<PlanningEffort>,
    /// The accounts of the turns of each species.
    pub turns: Vec<TurnAccount>,
    /// The state of the conquest, if colonies fight for bases.
    pub conquest: Option<Conquest>,
    /// The effects of commands.
    pub command_effects: CommandEffects,
    /// The flow fields that travellers share.
    pub flow_fields: Vec<SharedField>,
    /// The calamities that last.
    pub calamities: Vec<OngoingCalamity>,
}

/// An organism as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavedOrganism {
    /// Its identity.
    pub who: Identity,
    /// Its body.
    pub body: Body,
    /// Its other components.
    pub nature: SavedNature,
    /// Its genome, if its species has one.
    pub genome: Option<Genome>,
    /// What it has from its second parent and its mate, if its species reproduces sexually.
    pub mating: Option<Mating>,
}

/// The components that distinguish plants, animals and carcasses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SavedNature {
    /// A living plant.
    Plant(Life, PlantTraits),
    /// A living animal.
    Animal(Life, Traits, Mind, Motion),
    /// A dead animal.
    Carcass(Carcass),
}

/// The reason for which plain data cannot be restored to a world.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RestoreError {
    /// An organism is of a species that the world does not list.
    #[error("organism {0} belongs to a species that the world does not list")]
    UnknownSpecies(OrganismId),
    /// Identities repeat, are out of order, or are not below the next identity.
    #[error("the identity {0} is out of order")]
    Disorder(OrganismId),
    /// A body is not on the lattice, or extends beyond the world.
    #[error("the body of organism {0} lies outside the world or off the lattice")]
    OutOfPlace(OrganismId),
    /// A plant is of a species of animals, or an animal of one of plants.
    #[error("organism {0} is of another kind than its species")]
    WrongKind(OrganismId),
    /// An age, a size, an energy, a damage or a trait is out of range.
    #[error("organism {0} has a value that is out of range")]
    Impossible(OrganismId),
    /// The genome of an organism is not one of its species, or has a value out of range.
    #[error(
        "the genome of organism {0} is not one of its species, or has a value that is out of range"
    )]
    Genome(OrganismId),
    /// What an organism has from its second parent or its mate is not of its species, or out of range.
    #[error("what organism {0} has from its second parent or its mate is out of range")]
    Mating(OrganismId),
    /// The mutation, a heritable parameter or the brain of a species is out of range.
    #[error("the genome of species `{0}` is out of range")]
    SpeciesGenome(String),
    /// A rule is out of its range.
    #[error("{0}")]
    Rules(RuleError),
    /// The world has no area, or its bounds are not on the lattice.
    #[error("the bounds {0:?} are invalid")]
    Bounds(Aabb),
    /// A tick is out of range.
    #[error("the tick {0} is out of range")]
    Tick(u64),
    /// The navigator of a species does not exist or has invalid parameters.
    #[error("the navigator of species `{0}` is invalid")]
    Navigation(String),
    /// A value of a species for roads or swamps is out of range.
    #[error("a value of species `{0}` for roads or swamps is out of range")]
    Ground(String),
    /// The turn rate or acceleration of a species is out of its range.
    #[error("the turn rate or acceleration of species `{0}` is out of its range")]
    Steering(String),
    /// An event is of a species that the world does not list, or out of order.
    #[error("an event of organism {0} is out of order or of an unknown species")]
    Event(OrganismId),
    /// A message is too long, of an unknown species, out of order, or without a place.
    #[error("a message of organism {0} is invalid")]
    Message(OrganismId),
    /// The planning effort does not match the species.
    #[error("there are {0} entries of planning effort for {1} species")]
    PlanningEffort(usize, usize),
    /// The route network of its map cannot be computed.
    #[error("{0}")]
    Routes(#[from] StrategicProblem),
    /// The accounts of turns do not match the species, or one is out of range.
    #[error("its accounts of turns are invalid")]
    Turns,
    /// The effects of commands are invalid.
    #[error("its command effects are invalid: {0}")]
    CommandEffects(&'static str),
    /// A calamity is invalid.
    #[error("its calamities are invalid: {0}")]
    Calamities(&'static str),
    /// The timetable is invalid.
    #[error("its timetable is invalid")]
    Timetable,
    /// A shared flow field is invalid.
    #[error("its flow fields are invalid: {0}")]
    FlowFields(&'static str),
    /// The conquest is invalid.
    #[error("its conquest is invalid: {0}")]
    Conquest(&'static str),
}

impl Frame {
    /// Validates a frame that was read from a file.
    ///
    /// # Errors
    /// Returns the first problem found.
    pub fn check(&self) -> Result<(), RestoreError> {
        let WorldConfig { bounds, rules, species, .. } = &self.config;
        rules.check().map_err(RestoreError::Rules)?;
        let on_lattice = lattice::holds(bounds.min) && lattice::holds(bounds.max);
        if !(on_lattice && bounds.min.cmplt(bounds.max).all()) {
            return Err(RestoreError::Bounds(*bounds));
        }
        if let Some(invalid) = species.iter().find(|species| !species.navigation.is_sound()) {
            return Err(RestoreError::Navigation(invalid.name.clone()));
        }
        if let Some(invalid) = species.iter().find(|species| !species.ground.is_sound()) {
            return Err(RestoreError::Ground(invalid.name.clone()));
        }
        if let Some(invalid) = species.iter().find(|species| !species.is_genome_sound()) {
            return Err(RestoreError::SpeciesGenome(invalid.name.clone()));
        }
        if let Some(invalid) = species.iter().find(|species| !species.steering.is_sound()) {
            return Err(RestoreError::Steering(invalid.name.clone()));
        }
        let unknown = self.events.iter().find(|event| event.species.index() >= species.len());
        let early = self.events.windows(2).find(|pair| pair[0].to > pair[1].to);
        if self.tick > MAX_COUNT {
            return Err(RestoreError::Tick(self.tick));
        }
        if self.next_id.0 > MAX_COUNT {
            return Err(RestoreError::Disorder(self.next_id));
        }
        if self.planning_effort.len() != species.len() {
            return Err(RestoreError::PlanningEffort(self.planning_effort.len(), species.len()));
        }
        if let Some(from) = self.wrong_message() {
            return Err(RestoreError::Message(from));
        }
        let is_possible = |account: &TurnAccount| account.is_possible(MAX_COUNT);
        if self.turns.len() != species.len() || !self.turns.iter().all(is_possible) {
            return Err(RestoreError::Turns);
        }
        if let Some(why) = Conquest::problem(self.conquest.as_ref(), &self.config) {
            return Err(RestoreError::Conquest(why));
        }
        if let Some(why) = SharedField::problem(&self.flow_fields, &self.config) {
            return Err(RestoreError::FlowFields(why));
        }
        if let Some(why) = self.command_effects.problem(&self.config) {
            return Err(RestoreError::CommandEffects(why));
        }
        if let Some(why) = OngoingCalamity::problem(&self.calamities, &self.config) {
            return Err(RestoreError::Calamities(why));
        }
        if !self.config.is_timetable_sound(&self.config.timetable) {
            return Err(RestoreError::Timetable);
        }
        if self.command_effects.drought_until > MAX_COUNT {
            return Err(RestoreError::Tick(self.command_effects.drought_until));
        }
        match unknown.or(early.map(|pair| &pair[1])) {
            Some(event) => Err(RestoreError::Event(event.to)),
            None => Ok(()),
        }
    }

    /// The sender of the first message that no world can hold.
    fn wrong_message(&self) -> Option<OrganismId> {
        let WorldConfig { rules, species, bounds, .. } = &self.config;
        let is_wrong = |message: &Message| {
            let Message { from, species: of, place, bytes } = message;
            rules.message_radius == 0.0
                || bytes.len() > MESSAGE_LENGTH
                || of.index() >= species.len()
                || *from >= self.next_id
                || !(lattice::holds(*place) && bounds.nearest_point(*place) == *place)
        };
        let disorder = self.messages.windows(2).find(|pair| pair[0].from >= pair[1].from);
        let wrong = self.messages.iter().find(|message| is_wrong(message));
        wrong.or(disorder.map(|pair| &pair[1])).map(|message| message.from)
    }
}

impl SavedNature {
    /// The inherited traits of a living organism.
    #[must_use]
    pub fn traits(&self) -> Option<Nature> {
        match self {
            Self::Plant(_, traits) => Some(Nature::Plant(*traits)),
            Self::Animal(_, traits, ..) => Some(Nature::Animal(*traits)),
            Self::Carcass(_) => None,
        }
    }
}

/// An upper bound on ticks and identities.
pub(super) const MAX_COUNT: u64 = 1 << 62;

impl World {
    /// Returns the world without its organisms, as plain data.
    #[must_use]
    pub fn frame(&self) -> Frame {
        Frame {
            config: WorldConfig::clone(&self.config),
            tick: self.tick,
            next_id: self.next_id,
            events: self.events.clone(),
            messages: self.messages.clone(),
            ledger: self.ledger,
            planning_effort: self.planning_effort.clone(),
            turns: self.turns.clone(),
            conquest: self.conquest.clone(),
            command_effects: self.command_effects.clone(),
            flow_fields: self.flow_fields.clone(),
            calamities: self.calamities.clone(),
        }
    }

    /// Returns all organisms by identity, with their current `hecs` entity.
    #[must_use]
    pub fn roster(&self) -> Vec<(OrganismId, hecs::Entity)> {
        let mut roster: Vec<_> = self
            .organisms
            .query::<(&Identity, hecs::Entity)>()
            .iter()
            .map(|(who, entity)| (who.id, entity))
            .collect();
        roster.sort_unstable();
        roster
    }

    /// Returns one organism as plain data.
    ///
    /// # Panics
    /// When the entity does not exist in this world.
    #[must_use]
    pub fn saved(&self, entity: hecs::Entity) -> SavedOrganism {
        let organism = self.organisms.entity(entity).expect("an entity of this world");
        fn part<T: hecs::Component + Clone>(organism: hecs::EntityRef<'_>) -> T {
            T::clone(&organism.get::<&T>().expect("a component its kind has"))
        }
        let nature = if organism.has::<Carcass>() {
            SavedNature::Carcass(part(organism))
        } else if organism.has::<PlantTraits>() {
            SavedNature::Plant(part(organism), part(organism))
        } else {
            SavedNature::Animal(part(organism), part(organism), part(organism), part(organism))
        };
        let genome = organism.get::<&Genome>().map(|genome| Genome::clone(&genome));
        let mating = organism.get::<&Mating>().map(|mating| Mating::clone(&mating));
        SavedOrganism { who: part(organism), body: part(organism), nature, genome, mating }
    }

    /// Creates a world without organisms from a validated frame.
    ///
    /// # Errors
    /// When the map of a conquest has too many route nodes.
    pub fn from_frame(frame: Frame) -> Result<Self, StrategicProblem> {
        let Frame {
            config,
            tick,
            next_id,
            events,
            messages,
            ledger,
            planning_effort,
            turns,
            conquest,
            command_effects,
            flow_fields,
            calamities,
        } = frame;
        let strategy = conquest.as_ref().map_or(Ok(None), |it| it.strategy(&config))?;
        let config = config.into();
        let organisms = hecs::World::new();
        Ok(Self {
            config,
            tick,
            next_id,
            organisms,
            events,
            messages,
            ledger,
            planning_effort,
            turns,
            conquest,
            command_effects,
            flow_fields,
            calamities,
            strategy,
        })
    }
}
