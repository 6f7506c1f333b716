//! Intents: the actions that a creature requests for this tick.

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_space::terrain::Cell;

use super::{BaseId, OrganismId};

/// A destination to move to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Destination {
    /// A point, for the centre of the body.
    Point(DVec2),
    /// A place next to a visible organism.
    Beside(OrganismId),
    /// The capture tile of a base.
    Base(BaseId),
    /// The place nearest to a point that terrain lets the creature reach: the point itself if it can.
    Near(DVec2),
    /// Any place at which the centre of the body is not farther than `distance` units from a point, with or
    /// without walls between.
    Within {
        /// The point.
        point: DVec2,
        /// The distance, 0 or more.
        distance: f64,
    },
    /// A place beside a visible organism that moves on, in the direction in which it moves: some units `ahead` of
    /// its centre and to the `right` of it. Where impassable ground lies between, the place is as near to that as
    /// the ground lets it be.
    Formation {
        /// The organism.
        leader: OrganismId,
        /// How far ahead of it, in units; behind it if negative.
        ahead: f64,
        /// How far to its right, in units; to its left if negative.
        right: f64,
    },
}

impl Destination {
    /// The point, if it is given by one.
    #[must_use]
    pub fn point(self) -> Option<DVec2> {
        match self {
            Self::Point(point) | Self::Near(point) | Self::Within { point, .. } => Some(point),
            Self::Beside(_) | Self::Base(_) | Self::Formation { .. } => None,
        }
    }

    /// The organism, if it is given by one.
    #[must_use]
    pub fn organism(self) -> Option<OrganismId> {
        match self {
            Self::Beside(organism) | Self::Formation { leader: organism, .. } => Some(organism),
            Self::Point(_) | Self::Near(_) | Self::Within { .. } | Self::Base(_) => None,
        }
    }

    /// Whether all its numbers are finite, and no distance is negative.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let is_distance = match self {
            Self::Within { distance, .. } => distance.is_finite() && distance >= 0.0,
            Self::Formation { ahead, right, .. } => ahead.is_finite() && right.is_finite(),
            Self::Point(_) | Self::Near(_) | Self::Beside(_) | Self::Base(_) => true,
        };
        is_distance && self.point().is_none_or(DVec2::is_finite)
    }

    /// Whether a body with its centre at `centre` is near enough to the point of [`Within`](Self::Within). Other
    /// destinations are reached at the end of a path.
    #[must_use]
    pub fn is_within(self, centre: DVec2) -> bool {
        match self {
            Self::Within { point, distance } => centre.distance(point) <= distance,
            Self::Point(_)
            | Self::Near(_)
            | Self::Beside(_)
            | Self::Base(_)
            | Self::Formation { .. } => false,
        }
    }
}

/// The movement of a creature in this tick.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Movement {
    /// Continue the current journey, if there is one.
    #[default]
    Continue,
    /// Abandon the current journey.
    Halt,
    /// Begin a journey, which replaces the current one.
    Go {
        /// The destination.
        to: Destination,
        /// The speed, in units a tick.
        speed: f64,
    },
}

/// Six action slots, a signal and a message. Each slot holds one action; a later one replaces it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intent {
    /// Move.
    pub movement: Movement,
    /// Attack this organism, which must be within reach.
    pub attack: Option<OrganismId>,
    /// Defend against this attacker.
    pub defend: Option<OrganismId>,
    /// Eat of this plant or carcass, which must be within reach.
    pub eat: Option<OrganismId>,
    /// Conceive a child; the bytes become its `dna`.
    pub reproduce: Option<Vec<u8>>,
    /// Strike the wall on this tile, which must be within reach. An attack on an organism takes
    /// precedence over it.
    pub breach: Option<Cell>,
    /// Show this signal to all creatures that see this one, from the next tick on, until it changes.
    pub signal: Option<u64>,
    /// Tell these bytes, at most [`MESSAGE_LENGTH`](super::MESSAGE_LENGTH), to the animals of its species within
    /// the rule `message_radius`. They hear them in the next tick.
    pub tell: Option<Vec<u8>>,
}

impl Intent {
    /// Whether every number in it is finite, and no distance negative.
    ///
    /// A number that is not valid fails the turn of a script or module with a [`Fault`]. Of a
    /// native behaviour, only the action that holds it is refused.
    ///
    /// [`Fault`]: super::Fault
    #[must_use]
    pub fn is_valid(&self) -> bool {
        match self.movement {
            Movement::Go { to, speed } => to.is_valid() && speed.is_finite(),
            Movement::Continue | Movement::Halt => true,
        }
    }

    /// Moves to a point.
    pub fn go_to(&mut self, point: DVec2, speed: f64) {
        self.movement = Movement::Go { to: Destination::Point(point), speed };
    }

    /// Moves to the place nearest to a point that terrain lets it reach.
    pub fn go_near(&mut self, point: DVec2, speed: f64) {
        self.movement = Movement::Go { to: Destination::Near(point), speed };
    }

    /// Moves until the centre of the body is within a distance of a point, in units. A point that somebody
    /// stands on can be reached like that.
    pub fn go_within(&mut self, point: DVec2, distance: f64, speed: f64) {
        self.movement = Movement::Go { to: Destination::Within { point, distance }, speed };
    }

    /// Moves next to a visible organism.
    pub fn go_beside(&mut self, target: OrganismId, speed: f64) {
        self.movement = Movement::Go { to: Destination::Beside(target), speed };
    }

    /// Keeps a place beside a visible organism that moves on: some units ahead of it and to the right, or behind
    /// and to the left where they are negative. See [`Destination::Formation`].
    pub fn go_in_formation(&mut self, leader: OrganismId, ahead: f64, right: f64, speed: f64) {
        let to = Destination::Formation { leader, ahead, right };
        self.movement = Movement::Go { to, speed };
    }

    /// Moves to a base.
    pub fn go_to_base(&mut self, base: BaseId, speed: f64) {
        self.movement = Movement::Go { to: Destination::Base(base), speed };
    }

    /// Stops moving.
    pub fn halt(&mut self) {
        self.movement = Movement::Halt;
    }

    /// Attacks an organism.
    pub fn attack(&mut self, target: OrganismId) {
        self.attack = Some(target);
    }

    /// Defends against an attacker.
    pub fn defend(&mut self, against: OrganismId) {
        self.defend = Some(against);
    }

    /// Eats of a plant or carcass.
    pub fn eat(&mut self, what: OrganismId) {
        self.eat = Some(what);
    }

    /// Conceives a child.
    pub fn reproduce(&mut self) {
        self.reproduce = Some(Vec::new());
    }

    /// Strikes a wall.
    pub fn breach(&mut self, wall: Cell) {
        self.breach = Some(wall);
    }

    /// Tells its kin a message.
    pub fn tell(&mut self, message: impl Into<Vec<u8>>) {
        self.tell = Some(message.into());
    }

    /// Shows a signal.
    pub fn signal(&mut self, value: u64) {
        self.signal = Some(value);
    }
}
