//! Events: the results of an organism's intent, and everything else that happens to it in a tick.

use serde::{Deserialize, Serialize};
use terrarium_space::terrain::Cell;

use super::{BaseId, Fault, OrganismId};
use crate::rules::Energy;
use crate::species::SpeciesId;

/// An event: something that happened to one organism in one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The organism.
    pub to: OrganismId,
    /// The species of the organism.
    pub species: SpeciesId,
    /// What happened.
    pub what: EventKind,
}

/// The kinds of events, with their details.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// It was born, or founded.
    Born {
        /// Its parent; [`OrganismId::NONE`] for a founder.
        parent: OrganismId,
    },
    /// It reached its destination.
    Arrived,
    /// Its movement was blocked.
    Blocked {
        /// What blocked it.
        by: Blocker,
    },
    /// It struck another organism.
    Struck {
        /// The organism it struck.
        target: OrganismId,
        /// The damage dealt, after defence.
        damage: f64,
        /// Whether the blow killed.
        killed: bool,
    },
    /// It was struck.
    Attacked {
        /// The attacker.
        by: OrganismId,
        /// The damage taken, after defence.
        damage: f64,
    },
    /// It ate.
    Ate {
        /// The plant or carcass it ate of.
        food: OrganismId,
        /// The energy it gained.
        energy: Energy,
    },
    /// It grew by one unit of radius.
    Grew,
    /// It conceived.
    Conceived,
    /// It gave birth.
    GaveBirth {
        /// The child.
        child: OrganismId,
    },
    /// There was no room for its child or seed.
    NoRoomForBirth,
    /// An action it requested was refused.
    Refused {
        /// The slot of the intent that held the action.
        slot: ActionKind,
        /// The reason.
        why: Refusal,
        /// The target of the action, if it had one.
        target: Option<OrganismId>,
    },
    /// It died.
    Died {
        /// The cause.
        of: Death,
        /// The organism that caused the death, if one did.
        by: Option<OrganismId>,
    },
    /// It helped to neutralise a base of the other colony.
    Neutralised {
        /// The base.
        base: BaseId,
    },
    /// It helped to capture a base.
    Captured {
        /// The base.
        base: BaseId,
    },
    /// A sentry struck it.
    Stung {
        /// The damage taken.
        damage: f64,
    },
    /// It struck a wall.
    StruckWall {
        /// The tile of the wall.
        wall: Cell,
        /// The damage dealt.
        damage: f64,
        /// Whether the blow breached the wall.
        breached: bool,
    },
    /// Its last turn failed, so none of its actions were carried out.
    Failed {
        /// The fault.
        fault: Fault,
    },
    /// It reached a link on its way, and its crossing began. Scripts and modules do not receive it.
    Embarked {
        /// The index of the link.
        link: u16,
    },
    /// Its crossing ended at the far end of a link. Scripts and modules do not receive it.
    Crossed {
        /// The index of the link.
        link: u16,
    },
    /// It got no turn, because the other animals of its species had used up the rule
    /// `species_budget`. Its journey went on.
    NoTime,
}

/// What blocks a moving organism.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Blocker {
    /// The border of the world.
    Border,
    /// Impassable terrain.
    Terrain,
    /// Another organism.
    Organism(OrganismId),
}

impl Blocker {
    /// The organism that it is; `None` for the border and terrain.
    #[must_use]
    pub fn organism(self) -> Option<OrganismId> {
        match self {
            Self::Organism(id) => Some(id),
            Self::Border | Self::Terrain => None,
        }
    }
}

/// The causes of death.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Death {
    /// It ran out of energy.
    Starved,
    /// It reached its lifespan.
    OldAge,
    /// Another organism or a sentry killed it.
    Killed,
    /// It was eaten up (plants only).
    Eaten,
    /// It exceeded a population cap, or a command started a plague.
    Sick,
    /// A command started a fire.
    Burned,
    /// A command removed it.
    Removed,
}

impl Death {
    /// All causes.
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

    /// Its name in texts: `old age`.
    #[must_use]
    pub fn title(self) -> String {
        self.name().replace('_', " ")
    }
}

/// The slots of an intent that hold an action.
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
    /// Storing a memory, which is refused above the size limit.
    Remember,
    /// Striking a wall.
    Breach,
    /// Telling its kin a message.
    Tell,
}

impl ActionKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::Attack,
        Self::Defend,
        Self::Eat,
        Self::Reproduce,
        Self::Remember,
        Self::Breach,
        Self::Tell,
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
            Self::Tell => "tell",
        }
    }

    /// The action it requests, as an infinitive.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Move => "to move",
            Self::Attack => "to attack an organism",
            Self::Defend => "to defend itself against an attacker",
            Self::Eat => "to eat of a plant or carcass",
            Self::Reproduce => "to conceive a child",
            Self::Remember => "to store its memory",
            Self::Breach => "to strike a wall",
            Self::Tell => "to send its kin a message",
        }
    }
}

/// Why an action was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Refusal {
    /// A coordinate, speed or distance is not a finite number, or a distance is negative.
    NotANumber,
    /// The speed exceeds the creature's maximum speed.
    TooFast,
    /// The speed is negative, or below the rule `speed_min`.
    TooSlow,
    /// The destination lies outside the world.
    OutOfBounds,
    /// The target is not visible.
    NotVisible,
    /// The target is not within reach.
    NotWithinReach,
    /// The target is the creature itself.
    Itself,
    /// A herbivore attacks only when it is hungry, or its last attacker.
    NotHungry,
    /// The creature is full.
    AlreadyFull,
    /// The creature does not eat this kind of food.
    ImproperFood,
    /// The plant is too tall to graze on.
    TooTall,
    /// The food is still alive.
    NotDead,
    /// The target is dead.
    AlreadyDead,
    /// The creature is not mature.
    NotMature,
    /// The creature is enclosed by obstacles.
    Enclosed,
    /// The destination is unreachable: it is enclosed by obstacles.
    Unreachable,
    /// The path planner found no path within the rule `planning_limit`.
    PathNotFound,
    /// No route leads to the base.
    NoRoute,
    /// The creature does not have enough energy.
    NotEnoughEnergy,
    /// The last birth was too recent.
    NotReady,
    /// The creature has already conceived.
    AlreadyReproducing,
    /// The memory or dna exceeds the rule `memory_limit`.
    TooLarge,
    /// The creature belongs to no colony.
    NoColony,
    /// The map has no such base.
    NoSuchBase,
    /// There is no wall on the tile.
    NoSuchWall,
    /// A sentry of the creature's own colony stands on the wall.
    OwnSentry,
    /// The message is longer than [`MESSAGE_LENGTH`](super::MESSAGE_LENGTH) bytes.
    MessageTooLong,
    /// The rule `message_radius` is 0.
    NoMessages,
    /// The species reproduces sexually, and no other of it within reach requests a child.
    NoPartner,
    /// All partners within reach are beyond the genetic distance at which its species mates.
    TooDistant,
}

impl Refusal {
    /// All reasons.
    pub const ALL: [Self; 30] = [
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
        Self::Enclosed,
        Self::Unreachable,
        Self::PathNotFound,
        Self::NoRoute,
        Self::NotEnoughEnergy,
        Self::NotReady,
        Self::AlreadyReproducing,
        Self::TooLarge,
        Self::NoColony,
        Self::NoSuchBase,
        Self::NoSuchWall,
        Self::OwnSentry,
        Self::MessageTooLong,
        Self::NoMessages,
        Self::NoPartner,
        Self::TooDistant,
    ];

    /// Its name in files and tables, and how to avoid it.
    #[must_use]
    pub fn explanation(self) -> (&'static str, &'static str) {
        match self {
            Self::NotANumber => ("not_a_number", "give finite coordinates and speeds"),
            Self::TooFast => ("too_fast", "move at max_speed or slower"),
            Self::TooSlow => ("too_slow", "move at the rule speed_min or faster, or halt"),
            Self::OutOfBounds => ("out_of_bounds", "choose a point inside the bounds"),
            Self::NotVisible => ("not_visible", "choose an organism that is visible this tick"),
            Self::NotWithinReach => ("not_within_reach", "move within reach first"),
            Self::Itself => ("itself", "choose another organism"),
            Self::NotHungry => {
                ("not_hungry", "as a herbivore, attack only when hungry or attacked")
            }
            Self::AlreadyFull => ("already_full", "eat only when not full"),
            Self::ImproperFood => {
                ("improper_food", "eat plants as a herbivore, carcasses as a carnivore")
            }
            Self::TooTall => {
                ("too_tall", "graze on plants no taller than the rule browsing times your radius")
            }
            Self::NotDead => ("not_dead", "kill it first"),
            Self::AlreadyDead => ("already_dead", "it is a carcass: eat it"),
            Self::NotMature => ("not_mature", "wait until you are mature"),
            Self::Enclosed => {
                ("closed_in", "you are enclosed: eat or attack the organisms around you")
            }
            Self::Unreachable => ("no_way", "the destination is enclosed: choose another one"),
            Self::PathNotFound => ("no_way_found", "choose a nearer destination"),
            Self::NoRoute => ("no_route", "only water leads to this base: choose another one"),
            Self::NotEnoughEnergy => ("not_enough_energy", "eat until you are no longer hungry"),
            Self::NotReady => ("not_ready", "wait longer after the last birth"),
            Self::AlreadyReproducing => ("already_reproducing", "wait for the birth"),
            Self::TooLarge => ("too_large", "store no more bytes than the rule memory_limit"),
            Self::NoColony => ("no_colony", "use bases and walls only as a creature of a colony"),
            Self::NoSuchBase => ("no_such_base", "choose one of the bases of the map"),
            Self::NoSuchWall => ("no_such_wall", "choose one of the walls that are visible"),
            Self::OwnSentry => ("own_sentry", "do not strike the sentries of your own colony"),
            Self::MessageTooLong => ("message_too_long", "send at most 32 bytes"),
            Self::NoMessages => ("no_messages", "send nothing where the rule message_radius is 0"),
            Self::NoPartner => {
                ("no_partner", "go beside another of your species that requests a child, too")
            }
            Self::TooDistant => {
                ("too_distant", "meet others: those within reach are too different to mate")
            }
        }
    }
}
