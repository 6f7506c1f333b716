//! Ticks and identities as numbers of JavaScript.

use terrarium_creatures::behaviour::OrganismId;

/// A number of JavaScript as a tick: what is no whole number becomes the nearest one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
pub fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// A tick as a number of JavaScript.
#[expect(clippy::cast_precision_loss, reason = "runs have fewer than 2^53 ticks and organisms")]
pub fn number(tick: u64) -> f64 {
    tick as f64
}

/// A number of JavaScript as an organism.
pub fn organism(number: f64) -> OrganismId {
    OrganismId(whole(number))
}
