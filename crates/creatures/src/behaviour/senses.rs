//! The senses: the input of a behaviour.

use std::sync::{Arc, LazyLock};

use glam::DVec2;
use terrarium_space::geometry::Aabb;

use super::{
    Allegiance, BaseId, BaseSighting, Colony, Conditions, CreatureRng, Destination, Event, Fault,
    GroundKind, GroundMap, Intent, LinkSighting, Memory, Message, Notes, OrganismId, Refusal,
    WallSighting,
};
use crate::genome::{Brain, HeritableParameters};
use crate::rules::{Energy, EnergyLimits};
use crate::species::{Kind, SpeciesId};

/// The energy of an organism, compared with its reserve and its capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EnergyState {
    /// Up to half of the reserve.
    Deteriorating,
    /// Up to the reserve.
    Hungry,
    /// Above the reserve.
    Normal,
    /// Above the reserve and four fifths of the capacity.
    Full,
}

/// The share of its capacity above which an organism is full.
const FULL: f64 = 0.8;

impl EnergyState {
    /// The state of an organism with `energy`.
    #[must_use]
    pub fn new(energy: Energy, limits: EnergyLimits) -> Self {
        let EnergyLimits { reserve, .. } = limits;
        if energy + energy <= reserve {
            Self::Deteriorating
        } else if energy <= reserve {
            Self::Hungry
        } else if limits.share(energy) <= FULL {
            Self::Normal
        } else {
            Self::Full
        }
    }
}

/// The kind of a visible organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SightingKind {
    /// A living plant.
    Plant,
    /// A living herbivore.
    Herbivore,
    /// A living carnivore.
    Carnivore,
    /// A dead animal.
    Carcass,
}

impl SightingKind {
    /// Whether it is a living animal.
    #[must_use]
    pub fn is_animal(self) -> bool {
        matches!(self, Self::Herbivore | Self::Carnivore)
    }

    /// Whether an organism of this kind eats those of another one: herbivores eat plants, carnivores carcasses.
    #[must_use]
    pub fn eats(self, other: Self) -> bool {
        matches!((self, other), (Self::Herbivore, Self::Plant) | (Self::Carnivore, Self::Carcass))
    }
}

impl From<Kind> for SightingKind {
    /// The kind of a living organism.
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Plant => Self::Plant,
            Kind::Herbivore => Self::Herbivore,
            Kind::Carnivore => Self::Carnivore,
        }
    }
}

/// A visible organism, as it was at the end of the last tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// Its identity.
    pub id: OrganismId,
    /// Its kind.
    pub kind: SightingKind,
    /// Its species, for a carcass that of the dead animal.
    pub species: SpeciesId,
    /// The centre of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// Its displacement in the last tick.
    pub velocity: DVec2,
    /// The energy that can be eaten from it; 0 for a living animal and for a plant that is too tall
    /// to graze on.
    pub food: f64,
    /// Its signal.
    pub signal: u64,
    /// The gap between its body and the creature's own, along the wider axis, in units; 0 when they
    /// touch.
    pub gap: f64,
    /// Whether it belongs to the opposing colony.
    pub hostile: bool,
}

impl Sighting {
    /// The bounding box of its body.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// The state of a creature, as it senses itself.
#[derive(Debug, Clone)]
pub struct OwnState<'a> {
    /// Its identity.
    pub id: OrganismId,
    /// Its species.
    pub species: SpeciesId,
    /// The centre of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// Its displacement in the last tick.
    pub velocity: DVec2,
    /// Whether it is on a journey.
    pub travelling: bool,
    /// Its energy.
    pub energy: f64,
    /// The maximum energy it can hold.
    pub max_energy: f64,
    /// Its energy state.
    pub state: EnergyState,
    /// Its unhealed damage, as a share of the damage that kills it.
    pub damage: f64,
    /// Its age, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// Whether it is mature.
    pub mature: bool,
    /// Whether it can conceive now.
    pub can_reproduce: bool,
    /// Why it cannot conceive now, if it cannot.
    pub breeding_obstacle: Option<Refusal>,
    /// The maximum damage of one of its blows.
    pub attack: f64,
    /// The maximum damage of a blow that it can ward off.
    pub defence: f64,
    /// The probability that another creature overlooks it.
    pub camouflage: f64,
    /// The energy of a tick of moving at speed one, on plain ground. It grows with the square of the
    /// speed: see [`step_cost`](Self::step_cost).
    pub moving_cost: f64,
    /// The destination of its journey, if it is on one.
    pub destination: Option<Destination>,
    /// Its maximum speed, in units a tick.
    pub max_speed: f64,
    /// Its sensor range, in units.
    pub sight: f64,
    /// The maximum energy of one bite.
    pub bite: f64,
    /// The maximum gap at which it can bite and strike, in units.
    pub reach: f64,
    /// The bytes passed on by its parent.
    pub dna: &'a [u8],
    /// The bytes passed on by its second parent, if its species reproduces sexually.
    pub second_dna: &'a [u8],
    /// Whether it conceives only with a partner: its species reproduces sexually.
    pub needs_partner: bool,
    /// Its brain, if its species has one.
    pub brain: Option<&'a Brain>,
    /// The heritable parameters of its behaviour, with the values that it has inherited.
    pub heritable: HeritableParameters<'a>,
    /// Its colony, if it has one.
    pub colony: Option<Colony>,
    /// The ground under its centre.
    pub ground: GroundKind,
}

impl OwnState<'static> {
    /// The state of nobody, for those who need only a part of one.
    #[must_use]
    pub fn nobody() -> Self {
        OwnState {
            id: OrganismId::NONE,
            species: SpeciesId(0),
            centre: DVec2::ZERO,
            radius: 0.0,
            velocity: DVec2::ZERO,
            travelling: false,
            energy: 0.0,
            max_energy: 0.0,
            state: EnergyState::Normal,
            damage: 0.0,
            age: 0,
            lifespan: 0,
            mature: false,
            can_reproduce: false,
            breeding_obstacle: None,
            attack: 0.0,
            defence: 0.0,
            camouflage: 0.0,
            moving_cost: 0.0,
            destination: None,
            max_speed: 0.0,
            sight: 0.0,
            bite: 0.0,
            reach: 0.0,
            dna: &[],
            second_dna: &[],
            needs_partner: false,
            brain: None,
            heritable: HeritableParameters::none(),
            colony: None,
            ground: GroundKind::Plain,
        }
    }
}

impl OwnState<'_> {
    /// The energy of a tick of moving at a speed, in units a tick, on plain ground.
    #[must_use]
    pub fn step_cost(&self, speed: f64) -> f64 {
        self.moving_cost * speed * speed
    }

    /// The bounding box of its body.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// Everything that a creature senses in one turn.
#[derive(Debug, Clone)]
pub struct Senses<'a> {
    /// The number of ticks simulated so far.
    pub tick: u64,
    /// The bounds of the world, which no body leaves.
    pub bounds: Aabb,
    /// The creature itself.
    pub me: OwnState<'a>,
    /// The visible organisms, nearest first.
    pub sight: &'a [Sighting],
    /// The conditions of the visible organisms, in the order of `sight`; computed when they are read.
    pub conditions: Conditions<'a>,
    /// The messages of its kin that it hears, nearest first.
    pub messages: &'a [Message],
    /// The events of this creature in the last tick, in the order in which they happened.
    pub events: &'a [Event],
    /// All bases, nearest first; empty for a creature without a colony.
    pub bases: &'a [BaseSighting<'a>],
    /// The visible walls that can be breached, nearest first; empty for a creature without a colony.
    pub walls: &'a [WallSighting],
    /// The links that begin within sensor range, nearest first.
    pub links: &'a [LinkSighting],
    /// The ground of the whole world.
    pub ground: &'a Arc<GroundMap>,
    /// The names of the species of the world, by their numbers.
    pub species_names: &'a Arc<[String]>,
}

/// The names of no species, for turns outside any world.
#[must_use]
pub fn no_species() -> &'static Arc<[String]> {
    static NONE: LazyLock<Arc<[String]>> = LazyLock::new(|| Arc::new([]));
    &NONE
}

impl<'a> Senses<'a> {
    /// The base with this identity.
    #[must_use]
    pub fn base(&self, id: BaseId) -> Option<&'a BaseSighting<'a>> {
        self.bases.iter().find(|base| base.id == id)
    }

    /// The length of the shortest path to a point around impassable ground, in units; `None` if there is none.
    /// See [`GroundMap::path_length`].
    #[must_use]
    pub fn path_length(&self, to: DVec2) -> Option<f64> {
        self.ground.path_length(self.me.centre, self.me.radius, to)
    }

    /// The nearest base with this allegiance.
    #[must_use]
    pub fn nearest_base(&self, allegiance: Allegiance) -> Option<&'a BaseSighting<'a>> {
        self.bases.iter().find(|base| base.allegiance == allegiance)
    }

    /// The base of the other colony that it holds the least; of equal ones the nearest.
    #[must_use]
    pub fn weakest_hostile_base(&self) -> Option<&'a BaseSighting<'a>> {
        let hostile = self.bases.iter().filter(|base| base.allegiance == Allegiance::Hostile);
        hostile.rev().max_by(|a, b| a.hold.total_cmp(&b.hold))
    }
}

/// One creature's turn: the inputs of a behaviour, and its outputs to fill in.
#[derive(Debug, Clone)]
pub struct Turn<'a> {
    /// Input: the senses.
    pub senses: Senses<'a>,
    /// Input and output: the memory.
    pub memory: Memory,
    /// Input: the creature's random number generator for this tick.
    pub rng: CreatureRng,
    /// Output: the actions that the creature requests.
    pub intent: Intent,
    /// Output: why the turn failed, if it did. The world still carries out what is left of the intent.
    pub fault: Option<Fault>,
    /// Output: the operations used of the rule `turn_budget`, for behaviours that count them.
    pub spent: u64,
    /// Output: debug output.
    pub notes: Notes,
}

impl Turn<'_> {
    /// Fails the turn: none of its actions are carried out.
    pub fn fail(&mut self, fault: Fault) {
        self.intent = Intent::default();
        self.fault = Some(fault);
    }
}
