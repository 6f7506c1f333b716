//! What befell an organism: the answers to its intents, and the news of a run.

use serde::{Deserialize, Serialize};

use super::{BaseId, Fault, OrganismId};
use crate::rules::Energy;
use crate::space::terrain::Cell;
use crate::species::SpeciesId;

/// Something that happened to one organism in one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// To whom.
    pub to: OrganismId,
    /// Of which species it is.
    pub species: SpeciesId,
    /// What.
    pub what: EventKind,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// It came into the world.
    Born {
        /// Whose child it is; nobody's for a founder.
        parent: OrganismId,
    },
    /// It came where it wanted to go.
    Arrived,
    /// It was stopped on its way.
    Blocked {
        /// By whom or what.
        by: Blocker,
    },
    /// It struck somebody.
    Struck {
        /// Whom.
        whom: OrganismId,
        /// How hard, after what was warded off.
        damage: f64,
        /// Whether that was the end of it.
        killed: bool,
    },
    /// It was struck.
    Attacked {
        /// By whom.
        by: OrganismId,
        /// How hard, after what was warded off.
        damage: f64,
    },
    /// It ate.
    Ate {
        /// Of what.
        food: OrganismId,
        /// How much.
        energy: Energy,
    },
    /// It grew by one unit of radius.
    Grew,
    /// It conceived.
    Conceived,
    /// It had a child.
    GaveBirth {
        /// Who that is.
        child: OrganismId,
    },
    /// There was no room for its child or seed.
    NoRoomForBirth,
    /// It could not do what it wanted.
    Refused {
        /// In which slot the wish stood.
        slot: ActionKind,
        /// Why not.
        why: Refusal,
        /// Whom the wish was about, if anybody.
        whom: Option<OrganismId>,
    },
    /// It died.
    Died {
        /// Of what.
        of: Death,
        /// By whose doing, if anybody's.
        by: Option<OrganismId>,
    },
    /// It helped to bring a base of the other colony down to nobody's.
    Neutralised {
        /// Which.
        base: BaseId,
    },
    /// It helped to take a base.
    Captured {
        /// Which.
        base: BaseId,
    },
    /// A sentry struck it.
    Stung {
        /// How hard.
        damage: f64,
    },
    /// It struck a wall.
    StruckWall {
        /// The tile of the wall.
        wall: Cell,
        /// How hard.
        damage: f64,
        /// Whether that was the end of the wall.
        breached: bool,
    },
    /// Its last turn failed, so it did nothing.
    Failed {
        /// Why.
        fault: Fault,
    },
}

/// Who or what stops a mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Blocker {
    /// The end of the world.
    Border,
    /// Impassable terrain.
    Terrain,
    /// Another organism.
    Organism(OrganismId),
}

/// Of what an organism died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Death {
    /// Its energy was used up.
    Starved,
    /// It had lived its span.
    OldAge,
    /// Somebody struck it down.
    Killed,
    /// It was eaten up (plants).
    Eaten,
    /// There were too many (only under a population cap), or a plague was commanded.
    Sick,
    /// A fire was commanded.
    Burned,
    /// Its removal was commanded.
    Removed,
}

impl Death {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Starved,
        Self::OldAge,
        Self::Killed,
        Self::Eaten,
        Self::Sick,
        Self::Burned,
        Self::Removed,
    ];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Starved => "starved",
            Self::OldAge => "old_age",
            Self::Killed => "killed",
            Self::Eaten => "eaten",
            Self::Sick => "sick",
            Self::Burned => "burned",
            Self::Removed => "removed",
        }
    }
}

/// The slot of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ActionKind {
    /// Moving.
    Move,
    /// Attacking.
    Attack,
    /// Defending.
    Defend,
    /// Eating.
    Eat,
    /// Reproducing.
    Reproduce,
    /// Remembering more than the limit.
    Remember,
    /// Striking at a wall.
    Breach,
}

impl ActionKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Move,
        Self::Attack,
        Self::Defend,
        Self::Eat,
        Self::Reproduce,
        Self::Remember,
        Self::Breach,
    ];

    /// Its name in files and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Eat => "eat",
            Self::Reproduce => "reproduce",
            Self::Remember => "remember",
            Self::Breach => "breach",
        }
    }

    /// What a wish in it is.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Move => "to go somewhere",
            Self::Attack => "to strike at somebody",
            Self::Defend => "to ward off the blows of somebody",
            Self::Eat => "to bite off something",
            Self::Reproduce => "to conceive a child",
            Self::Remember => "to remember something",
            Self::Breach => "to strike at a wall",
        }
    }
}

/// Why a wish was not granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Refusal {
    /// A coordinate or speed was no finite number.
    NotANumber,
    /// The speed is above the creature's greatest.
    TooFast,
    /// The speed is below the slowest allowed, or negative.
    TooSlow,
    /// The destination lies outside the world.
    OutOfBounds,
    /// Whom it named is not in sight.
    NotVisible,
    /// Whom it named is too far away.
    NotWithinReach,
    /// It named itself.
    Itself,
    /// Herbivores attack only when hungry, or who attacked them last.
    NotHungry,
    /// It is full.
    AlreadyFull,
    /// It does not eat such food.
    ImproperFood,
    /// The plant is too tall to graze on.
    TooTall,
    /// What it wants to eat still lives.
    NotDead,
    /// Whom it names is dead.
    AlreadyDead,
    /// It is not grown up.
    NotMature,
    /// Obstacles close it in.
    ClosedIn,
    /// Obstacles close in what it wants to reach.
    NoWay,
    /// No way was found within the rule `planning_limit`.
    NoWayFound,
    /// No route leads to the base.
    NoRoute,
    /// It has not the energy.
    NotEnoughEnergy,
    /// It had a child too short a while ago.
    NotReady,
    /// It is already expecting.
    AlreadyReproducing,
    /// What it hands down or remembers is larger than the limit.
    TooLarge,
    /// It belongs to no colony.
    NoColony,
    /// The map has no such base.
    NoSuchBase,
    /// No wall stands where it wants to strike one.
    NoSuchWall,
    /// The wall bears a sentry of its own colony.
    OwnSentry,
}

impl Refusal {
    /// All of them.
    pub const ALL: [Self; 26] = [
        Self::NotANumber,
        Self::TooFast,
        Self::TooSlow,
        Self::OutOfBounds,
        Self::NotVisible,
        Self::NotWithinReach,
        Self::Itself,
        Self::NotHungry,
        Self::AlreadyFull,
        Self::ImproperFood,
        Self::TooTall,
        Self::NotDead,
        Self::AlreadyDead,
        Self::NotMature,
        Self::ClosedIn,
        Self::NoWay,
        Self::NoWayFound,
        Self::NoRoute,
        Self::NotEnoughEnergy,
        Self::NotReady,
        Self::AlreadyReproducing,
        Self::TooLarge,
        Self::NoColony,
        Self::NoSuchBase,
        Self::NoSuchWall,
        Self::OwnSentry,
    ];

    /// Its name in files and tables, and what to do about it.
    #[must_use]
    pub fn explanation(self) -> (&'static str, &'static str) {
        match self {
            Self::NotANumber => ("not_a_number", "give finite coordinates and speeds"),
            Self::TooFast => ("too_fast", "ask for at most your max_speed"),
            Self::TooSlow => ("too_slow", "ask for at least the rule speed_min, or halt"),
            Self::OutOfBounds => ("out_of_bounds", "choose a point inside the bounds"),
            Self::NotVisible => ("not_visible", "name somebody you see this tick"),
            Self::NotWithinReach => ("not_within_reach", "come closer than your reach first"),
            Self::Itself => ("itself", "name somebody else"),
            Self::NotHungry => ("not_hungry", "herbivores attack when hungry or attacked"),
            Self::AlreadyFull => ("already_full", "eat when normal or hungrier"),
            Self::ImproperFood => ("improper_food", "herbivores eat plants, carnivores carcasses"),
            Self::TooTall => {
                ("too_tall", "graze on what is no taller than browsing times your radius")
            }
            Self::NotDead => ("not_dead", "kill it first"),
            Self::AlreadyDead => ("already_dead", "it is a carcass: eat it"),
            Self::NotMature => ("not_mature", "wait until you are grown up"),
            Self::ClosedIn => {
                ("closed_in", "you cannot get out: eat or fight what stands about you")
            }
            Self::NoWay => ("no_way", "it is closed in: choose another aim"),
            Self::NoWayFound => ("no_way_found", "choose an aim that is nearer"),
            Self::NoRoute => ("no_route", "nothing but water leads there: choose another base"),
            Self::NotEnoughEnergy => ("not_enough_energy", "eat until your state is normal"),
            Self::NotReady => ("not_ready", "wait longer after the last birth"),
            Self::AlreadyReproducing => ("already_reproducing", "wait for the birth"),
            Self::TooLarge => ("too_large", "keep to the rule memory_limit"),
            Self::NoColony => ("no_colony", "leave bases and walls to creatures of a colony"),
            Self::NoSuchBase => ("no_such_base", "name one of the bases you know"),
            Self::NoSuchWall => ("no_such_wall", "name one of the walls you see"),
            Self::OwnSentry => ("own_sentry", "spare the sentries of your own colony"),
        }
    }
}
