//! Neutral marks: a colour and a pattern, which nothing senses and on which nothing depends.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::{Mutation, evenly, to_f32};

/// The number of marks that a pattern consists of.
pub const MARKS: u32 = 16;

/// The neutral marks of an organism, by which its relatives can be told from others.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Marks {
    /// How far its hue is turned from that of its species, in turns of the colour circle, 0 to 1.
    pub hue: f32,
    /// Its pattern: [`MARKS`] marks, each present or not.
    pub pattern: u16,
}

impl Marks {
    /// Returns the marks of a child.
    #[must_use]
    pub(super) fn mutated(&self, mutation: &Mutation, rate: f64, rng: &mut impl Rng) -> Self {
        let mut child = *self;
        if rng.random::<f64>() < rate {
            let hue = f64::from(self.hue) + mutation.colour / 100.0 * evenly(rng);
            child.hue = within_a_turn(to_f32(hue - hue.floor()));
        }
        let flips = (mutation.pattern * rate).min(1.0);
        for mark in 0..MARKS {
            if rng.random::<f64>() < flips {
                child.pattern ^= 1 << mark;
            }
        }
        child
    }

    /// Returns the marks of a child of two parents: the hue of either, and each mark of either.
    #[must_use]
    pub(super) fn crossed(&self, other: &Self, rng: &mut impl Rng) -> Self {
        let hue = if rng.random::<bool>() { self.hue } else { other.hue };
        let own: u16 = rng.random();
        Self { hue, pattern: (self.pattern & own) | (other.pattern & !own) }
    }

    /// Whether its hue is within a turn.
    #[must_use]
    pub(super) fn is_sound(&self) -> bool {
        (0.0..1.0).contains(&self.hue)
    }
}

/// A hue of a whole turn, to which a number just below may be rounded, is a hue of 0.
fn within_a_turn(hue: f32) -> f32 {
    if hue < 1.0 { hue } else { 0.0 }
}
