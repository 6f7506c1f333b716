//! The four directions along walls.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Axis, DVec2};

/// A direction along an axis; x to the right, y up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Heading {
    East,
    North,
    West,
    South,
}

use Heading::{East, North, South, West};

impl Heading {
    /// A quarter turn to the left.
    pub fn left(self) -> Self {
        match self {
            East => North,
            North => West,
            West => South,
            South => East,
        }
    }

    /// A quarter turn to the right.
    pub fn right(self) -> Self {
        self.left().left().left()
    }

    /// The axis along which it points.
    pub fn axis(self) -> Axis {
        match self {
            East | West => Axis::X,
            North | South => Axis::Y,
        }
    }

    /// Whether it points upward on its axis.
    pub fn is_upward(self) -> bool {
        matches!(self, East | North)
    }

    /// The direction as a unit vector.
    pub fn vector(self) -> DVec2 {
        match self {
            East => DVec2::X,
            North => DVec2::Y,
            West => DVec2::NEG_X,
            South => DVec2::NEG_Y,
        }
    }

    /// All four directions in order of a turn to `side`, beginning with the first that lies
    /// strictly on that side of `toward`.
    pub fn turning(side: Hand, toward: DVec2) -> [Self; 4] {
        let DVec2 { x, y } = toward;
        let first = match side {
            Hand::Left if x > 0.0 && y >= 0.0 => North,
            Hand::Left if x <= 0.0 && y > 0.0 => West,
            Hand::Left if x < 0.0 && y <= 0.0 => South,
            Hand::Left => East,
            Hand::Right if x > 0.0 && y <= 0.0 => South,
            Hand::Right if x <= 0.0 && y < 0.0 => West,
            Hand::Right if x < 0.0 && y >= 0.0 => North,
            Hand::Right => East,
        };
        let second = first.turned(side);
        [first, second, second.turned(side), second.turned(side).turned(side)]
    }

    fn turned(self, side: Hand) -> Self {
        match side {
            Hand::Left => self.left(),
            Hand::Right => self.right(),
        }
    }
}

/// Left or right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Hand {
    Left,
    Right,
}

impl Hand {
    /// The direction on this side of a heading.
    pub fn of(self, heading: Heading) -> Heading {
        heading.turned(self)
    }
}
