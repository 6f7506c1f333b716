//! A world as plain data: what files hold, checked when it comes back.
//!
//! A world is saved as its [`Frame`] and then its organisms one after the other, by identity, so
//! that a large one never has to exist twice.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    Body, Carcass, CommandEffects, Conquest, Identity, Ledger, Life, Mind, Motion, PlanningEffort,
    World, WorldConfig,
};
use crate::behaviour::{Event, OrganismId};
use crate::geometry::{Aabb, lattice};
use crate::navigation::strategic::StrategicProblem;
use crate::rules::{Energy, RuleError};
use crate::species::{Kind, MATURE_RADIUS, PlantTraits, SpeciesId, Traits};

/// All of a world but its organisms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is founded on.
    pub config: WorldConfig,
    /// How many ticks it has lived.
    pub tick: u64,
    /// The identity the next organism will get.
    pub next_id: OrganismId,
    /// What befell whom in the last tick.
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
}

/// An organism as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SavedOrganism {
    /// Who it is.
    pub who: Identity,
    /// Where it stands.
    pub body: Body,
    /// What it is.
    pub nature: SavedNature,
}

/// What distinguishes plants, animals and carcasses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SavedNature {
    /// A living plant.
    Plant(Life, PlantTraits),
    /// A living animal.
    Animal(Life, Traits, Mind, Motion),
    /// A dead animal.
    Carcass(Carcass),
}

/// Why plain data is no world.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RestoreError {
    /// An organism is of a species that the world does not list.
    #[error("organism {0} is of a species the world does not have")]
    UnknownSpecies(OrganismId),
    /// Identities repeat, or are not below the next to be handed out, or stand out of order.
    #[error("the identity {0} is out of order")]
    Disorder(OrganismId),
    /// A body is not on the lattice, or reaches out of the world.
    #[error("the body of organism {0} does not lie in the world")]
    OutOfPlace(OrganismId),
    /// A plant is of a species of animals, or an animal of one of plants.
    #[error("organism {0} is of another kind than its species")]
    WrongKind(OrganismId),
    /// An age, a size, an energy, a damage or a trait is none that can be.
    #[error("organism {0} has a number that cannot be")]
    Impossible(OrganismId),
    /// A rule is out of its range.
    #[error("{0}")]
    Rules(RuleError),
    /// The world has no size, or is larger than a world can be.
    #[error("the world cannot have the bounds {0:?}")]
    Bounds(Aabb),
    /// The world is older than any can be.
    #[error("no world can have lived {0} ticks")]
    Tick(u64),
    /// A species finds its way by what is no navigator, or with parameters that it does not have.
    #[error("the navigator of species `{0}` is none")]
    Navigation(String),
    /// Something befell an organism of a species that the world does not list, or stands out of
    /// order.
    #[error("what befell organism {0} is out of order")]
    Event(OrganismId),
    /// There is not one account of finding ways for each species.
    #[error("{0} accounts of finding ways for {1} species")]
    PlanningEffort(usize, usize),
    /// Nobody could find a route on its map.
    #[error("{0}")]
    Routes(#[from] StrategicProblem),
    /// There is not one count of failed turns for each species, or one is of more than can be.
    #[error("its counts of failed turns cannot be")]
    Faults,
    /// Something that commands have left behind cannot be.
    #[error("what commands have left in it cannot be: {0}")]
    CommandEffects(&'static str),
    /// Something of the conquest cannot be.
    #[error("its conquest cannot be: {0}")]
    Conquest(&'static str),
}

impl Frame {
    /// Checks what a file can get wrong: a world is made of a sound frame only.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(&self) -> Result<(), RestoreError> {
        let WorldConfig { bounds, rules, species, .. } = &self.config;
        rules.check().map_err(RestoreError::Rules)?;
        let on_lattice = lattice::holds(bounds.min) && lattice::holds(bounds.max);
        if !(on_lattice && bounds.min.cmplt(bounds.max).all()) {
            return Err(RestoreError::Bounds(*bounds));
        }
        if let Some(lost) = species.iter().find(|species| !species.navigation.is_sound()) {
            return Err(RestoreError::Navigation(lost.name.clone()));
        }
        let stranger = self.events.iter().find(|event| event.species.index() >= species.len());
        let early = self.events.windows(2).find(|pair| pair[0].to > pair[1].to);
        if self.tick > ENDLESS {
            return Err(RestoreError::Tick(self.tick));
        }
        if self.next_id.0 > ENDLESS {
            return Err(RestoreError::Disorder(self.next_id));
        }
        if self.planning_effort.len() != species.len() {
            return Err(RestoreError::PlanningEffort(self.planning_effort.len(), species.len()));
        }
        if self.faults.len() != species.len() || self.faults.iter().any(|&count| count > ENDLESS) {
            return Err(RestoreError::Faults);
        }
        if let Some(why) = Conquest::contradiction(self.conquest.as_ref(), &self.config) {
            return Err(RestoreError::Conquest(why));
        }
        if let Some(why) = self.command_effects.contradiction(&self.config) {
            return Err(RestoreError::CommandEffects(why));
        }
        if self.command_effects.drought_until > ENDLESS {
            return Err(RestoreError::Tick(self.command_effects.drought_until));
        }
        match stranger.or(early.map(|pair| &pair[1])) {
            Some(event) => Err(RestoreError::Event(event.to)),
            None => Ok(()),
        }
    }
}

impl SavedNature {
    fn is_of(&self, kind: Kind) -> bool {
        match self {
            Self::Plant(..) => kind == Kind::Plant,
            Self::Animal(..) | Self::Carcass(_) => kind != Kind::Plant,
        }
    }

    /// Whether all its numbers are such as a life can come to, so that a tick can reckon with them.
    fn is_possible(&self, world: &World, species: SpeciesId) -> bool {
        let rules = &world.config.rules;
        let amount = |energy: Energy| (0..=MOST_QUANTA).contains(&energy.quanta());
        let sound = |life: &Life| {
            let Life { energy, embryo, damage, mature_radius, .. } = life;
            let unharmed = damage.is_finite() && *damage >= 0.0;
            amount(*energy) && amount(*embryo) && unharmed && MATURE_RADIUS.contains(mature_radius)
        };
        match self {
            Self::Plant(
                life,
                PlantTraits { mature_radius, height, preferred_light, seed_spread },
            ) => {
                let sizes = [height, seed_spread];
                let sizes = sizes.into_iter().all(|size| size.is_finite() && *size >= 0.0);
                let radius = MATURE_RADIUS.contains(mature_radius);
                sound(life) && sizes && radius && (0.0..=1.0).contains(preferred_light)
            }
            Self::Animal(
                life,
                Traits { mature_radius, points },
                _,
                Motion { velocity, journey },
            ) => {
                let (strategy, colony) = (world.strategy.as_ref(), world.config.colony(species));
                let journey = journey.iter().all(|it| it.is_possible(strategy, colony));
                let spent: f64 = points.iter().map(|&p| f64::from(p)).sum();
                let points = points.iter().all(|&p| p >= 0.0) && spent <= rules.points * ROUNDED;
                let traits = MATURE_RADIUS.contains(mature_radius) && points;
                sound(life) && traits && velocity.is_finite() && journey
            }
            Self::Carcass(Carcass { energy, .. }) => amount(*energy),
        }
    }
}

/// More energy than anybody can hold under any rules, in quanta.
const MOST_QUANTA: i64 = 1 << 45;

/// More ticks than a world can live, births than it can see, and generations than follow.
const ENDLESS: u64 = 1 << 62;
const MOST_GENERATIONS: u32 = 1 << 31;

/// How far above the limit rounding in single precision can bring the points of an animal.
const ROUNDED: f64 = 1.000_01;

impl World {
    /// All of this world but its organisms, as plain data.
    #[must_use]
    pub fn frame(&self) -> Frame {
        Frame {
            config: WorldConfig::clone(&self.config),
            tick: self.tick,
            next_id: self.next_id,
            events: self.events.clone(),
            ledger: self.ledger,
            planning_effort: self.planning_effort.clone(),
            faults: self.faults.clone(),
            conquest: self.conquest.clone(),
            command_effects: self.command_effects.clone(),
        }
    }

    /// Every organism by identity, with the name under which `hecs` knows it for now.
    #[must_use]
    pub(crate) fn roster(&self) -> Vec<(OrganismId, hecs::Entity)> {
        let mut roster: Vec<_> = self
            .organisms
            .query::<(&Identity, hecs::Entity)>()
            .iter()
            .map(|(who, entity)| (who.id, entity))
            .collect();
        roster.sort_unstable();
        roster
    }

    /// One organism as plain data.
    ///
    /// # Panics
    /// When the entity is none of this world's.
    #[must_use]
    pub(crate) fn saved(&self, entity: hecs::Entity) -> SavedOrganism {
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
        SavedOrganism { who: part(organism), body: part(organism), nature }
    }

    /// A world of which only the organisms are missing, of a frame that has been checked.
    ///
    /// # Errors
    /// When colonies fight on a map with too many places for routes to lead through.
    pub fn from_frame(frame: Frame) -> Result<Self, StrategicProblem> {
        let Frame {
            config,
            tick,
            next_id,
            events,
            ledger,
            planning_effort,
            faults,
            conquest,
            command_effects,
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
            ledger,
            planning_effort,
            faults,
            conquest,
            command_effects,
            strategy,
        })
    }

    /// Takes in a saved organism; `after` is the identity of the one before, or nobody's.
    ///
    /// # Errors
    /// When it contradicts the world: files are guarded by a checksum, but anybody can write one.
    pub fn admit(
        &mut self,
        organism: SavedOrganism,
        after: OrganismId,
    ) -> Result<(), RestoreError> {
        let SavedOrganism { who, body, nature } = organism;
        if who.species.index() >= self.config.species.len() {
            return Err(RestoreError::UnknownSpecies(who.id));
        }
        if who.id <= after || who.id >= self.next_id {
            return Err(RestoreError::Disorder(who.id));
        }
        let on_lattice = lattice::holds(body.centre) && lattice::snap(body.radius) == body.radius;
        if !(on_lattice && body.radius > 0.0 && self.config.bounds.contains_box(&body.area())) {
            return Err(RestoreError::OutOfPlace(who.id));
        }
        if !nature.is_of(self.config.species(who.species).kind) {
            return Err(RestoreError::WrongKind(who.id));
        }
        let now = i64::try_from(self.tick).unwrap_or(i64::MAX);
        let is_of_age = who.born <= now && who.born.unsigned_abs() <= ENDLESS;
        let is_in_line = who.generation <= MOST_GENERATIONS;
        let is_small = body.radius <= f64::from(*MATURE_RADIUS.end());
        let is_possible = nature.is_possible(self, who.species);
        if !(is_of_age && is_in_line && is_small && is_possible) {
            return Err(RestoreError::Impossible(who.id));
        }
        match nature {
            SavedNature::Plant(life, traits) => self.spawn_plant((who, body, life), traits),
            SavedNature::Animal(life, traits, mind, motion) => {
                self.spawn_animal((who, body, life), traits, mind, motion)
            }
            SavedNature::Carcass(carcass) => self.organisms.spawn((who, body, carcass)),
        };
        Ok(())
    }
}
