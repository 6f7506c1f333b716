//! What a creature knows when it decides.

use glam::DVec2;

use super::{
    Allegiance, BaseId, BaseSight, Colony, CreatureRng, Event, Fault, Intent, Memory, Notes,
    OrganismId, WallSight,
};
use crate::geometry::Aabb;
use crate::species::SpeciesId;

/// How well fed an animal is, in fifths of the energy it can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EnergyState {
    /// Up to one fifth.
    Deteriorating,
    /// Up to two fifths.
    Hungry,
    /// Up to four fifths.
    Normal,
    /// Above four fifths.
    Full,
}

impl EnergyState {
    /// The state of who holds `share`, 0 to 1, of what it can hold.
    #[must_use]
    pub fn of(share: f64) -> Self {
        let below = [Self::Deteriorating, Self::Hungry, Self::Normal];
        below.into_iter().find(|state| share <= state.up_to()).unwrap_or(Self::Full)
    }

    /// The greatest share at which an organism is in this state.
    #[must_use]
    pub fn up_to(self) -> f64 {
        match self {
            Self::Deteriorating => 0.2,
            Self::Hungry => 0.4,
            Self::Normal => 0.8,
            Self::Full => 1.0,
        }
    }
}

/// What something in sight is.
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

/// Something in sight, as it was when the last tick ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// Who it is.
    pub id: OrganismId,
    /// What it is.
    pub seen: SightingKind,
    /// Of which species it is (or was).
    pub species: SpeciesId,
    /// The middle of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// How far it moved in the last tick.
    pub velocity: DVec2,
    /// How much there is to eat of it, in energy; nothing of a living animal, nor of a plant that
    /// is too tall to graze on.
    pub food: f64,
    /// What it signals.
    pub signal: u64,
    /// The gap between its side and one's own, along the wider axis, in units; 0 when touching.
    pub gap: f64,
    /// Whether it is of the colony that one's own fights.
    pub hostile: bool,
}

impl Sighting {
    /// Its body.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// What a creature knows of itself.
#[derive(Debug, Clone)]
pub struct OwnState<'a> {
    /// Who it is.
    pub id: OrganismId,
    /// Of which species it is.
    pub species: SpeciesId,
    /// The middle of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// How far it moved in the last tick.
    pub velocity: DVec2,
    /// Whether a journey is under way.
    pub travelling: bool,
    /// The energy it holds.
    pub energy: f64,
    /// The energy it can hold.
    pub max_energy: f64,
    /// How well fed it is.
    pub state: EnergyState,
    /// The damage it has suffered and not healed, as a share of what kills it.
    pub damage: f64,
    /// Its age, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// Whether it is grown up.
    pub mature: bool,
    /// Whether conceiving would be granted now.
    pub can_reproduce: bool,
    /// The fastest it can move, in units a tick.
    pub max_speed: f64,
    /// How far it sees, in units.
    pub sight: f64,
    /// What it can bite off at once, in energy.
    pub bite: f64,
    /// The gap at which it can bite and strike, in units.
    pub reach: f64,
    /// What its parent handed to it.
    pub dna: &'a [u8],
    /// The colony for which it fights, if it has one.
    pub colony: Option<Colony>,
}

impl OwnState<'_> {
    /// Its body.
    #[must_use]
    pub fn body(&self) -> Aabb {
        Aabb::square(self.centre, self.radius)
    }
}

/// All that a creature knows when it decides.
#[derive(Debug, Clone)]
pub struct Senses<'a> {
    /// How many ticks the world has lived.
    pub tick: u64,
    /// The world, of which no body leaves.
    pub bounds: Aabb,
    /// Itself.
    pub me: OwnState<'a>,
    /// What it sees, nearest first.
    pub sight: &'a [Sighting],
    /// What befell it in the last tick, in the order in which it happened.
    pub events_of: &'a [Event],
    /// All bases, nearest first; none for who has no colony.
    pub bases: &'a [BaseSight<'a>],
    /// The walls within its sight that can be breached, nearest first; none for who has no colony.
    pub walls: &'a [WallSight],
}

impl<'a> Senses<'a> {
    /// A base by its place in the list of the map.
    #[must_use]
    pub fn base(&self, id: BaseId) -> Option<&'a BaseSight<'a>> {
        self.bases.iter().find(|base| base.id == id)
    }

    /// The nearest base that is one's own colony's, nobody's or the other colony's.
    #[must_use]
    pub fn nearest_base(&self, allegiance: Allegiance) -> Option<&'a BaseSight<'a>> {
        self.bases.iter().find(|base| base.allegiance == allegiance)
    }

    /// The base of the other colony that is held the least; of several the nearest.
    #[must_use]
    pub fn weakest_hostile_base(&self) -> Option<&'a BaseSight<'a>> {
        let hostile = self.bases.iter().filter(|base| base.allegiance == Allegiance::Hostile);
        hostile.rev().max_by(|a, b| a.hold.total_cmp(&b.hold))
    }
}

/// One creature's turn: its senses, its memory and chance, and the intent to fill in.
#[derive(Debug)]
pub struct Turn<'a> {
    /// What it knows.
    pub senses: Senses<'a>,
    /// What it remembers. A turn that fails must leave it as it was.
    pub memory: Memory,
    /// Its stream of chance for this tick.
    pub rng: CreatureRng,
    /// What it wants: to be filled in.
    pub intent: Intent,
    /// Why the turn failed, if it did: to be filled in. Nothing of the intent happens then.
    pub fault: Option<Fault>,
    /// What it took of the rule `turn_budget`: to be filled in by whoever counts.
    pub spent: u64,
    /// What it tells its author.
    pub notes: Notes,
}
