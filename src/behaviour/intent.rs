//! What a creature wants to do this tick.

use glam::DVec2;
use serde::{Deserialize, Serialize};

use super::{BaseId, OrganismId};
use crate::space::terrain::Cell;

/// Where to move to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Destination {
    /// So that the middle of the body comes to lie on this point.
    Point(DVec2),
    /// So that the body comes to stand next to an organism in sight.
    Beside(OrganismId),
    /// Onto the grounds of a base, and to the tile from which it is taken.
    Base(BaseId),
}

/// What to do with one's legs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Movement {
    /// Go on with the journey under way, if there is one.
    #[default]
    GoOn,
    /// Give up the journey under way.
    Halt,
    /// Begin a journey, in place of any under way.
    Go {
        /// Where to.
        to: Destination,
        /// How fast, in units a tick.
        speed: f64,
    },
}

/// Six slots of action and a signal. Each slot holds one wish; a later one replaces it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intent {
    /// Moving.
    pub movement: Movement,
    /// Striking at somebody within reach.
    pub attack: Option<OrganismId>,
    /// Warding off the blows of somebody.
    pub defend: Option<OrganismId>,
    /// Biting off something within reach.
    pub eat: Option<OrganismId>,
    /// Conceiving; the bytes become the child's `dna`.
    pub reproduce: Option<Vec<u8>>,
    /// Striking at a wall within reach: its tile. Who strikes at somebody has no blow left for it.
    pub breach: Option<Cell>,
    /// What all that see this creature can read off it from the next tick on, until it changes.
    pub signal: Option<u64>,
}

impl Intent {
    /// Whether every number in it is finite. Of plugged-in creatures it is a [`Fault`] if one is
    /// not; native ones are refused such a wish by itself.
    ///
    /// [`Fault`]: super::Fault
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self.movement {
            Movement::Go { to: Destination::Point(point), speed } => {
                point.is_finite() && speed.is_finite()
            }
            Movement::Go { speed, .. } => speed.is_finite(),
            Movement::GoOn | Movement::Halt => true,
        }
    }

    /// Moves toward a point.
    pub fn go_to(&mut self, point: DVec2, speed: f64) {
        self.movement = Movement::Go { to: Destination::Point(point), speed };
    }

    /// Moves next to an organism in sight.
    pub fn go_beside(&mut self, whom: OrganismId, speed: f64) {
        self.movement = Movement::Go { to: Destination::Beside(whom), speed };
    }

    /// Moves to a base.
    pub fn go_to_base(&mut self, base: BaseId, speed: f64) {
        self.movement = Movement::Go { to: Destination::Base(base), speed };
    }

    /// Stops moving.
    pub fn halt(&mut self) {
        self.movement = Movement::Halt;
    }

    /// Strikes at somebody.
    pub fn attack(&mut self, whom: OrganismId) {
        self.attack = Some(whom);
    }

    /// Wards off the blows of somebody.
    pub fn defend(&mut self, against: OrganismId) {
        self.defend = Some(against);
    }

    /// Bites off something.
    pub fn eat(&mut self, what: OrganismId) {
        self.eat = Some(what);
    }

    /// Conceives a child.
    pub fn reproduce(&mut self) {
        self.reproduce = Some(Vec::new());
    }

    /// Strikes at a wall.
    pub fn breach(&mut self, wall: Cell) {
        self.breach = Some(wall);
    }

    /// Shows a signal.
    pub fn signal(&mut self, value: u64) {
        self.signal = Some(value);
    }
}
