//! Chance that repeats: a stream for every purpose, organism and tick.

use xxhash_rust::xxh3::xxh3_128;

use crate::behaviour::{CreatureRng, OrganismId};

/// What a stream is drawn for, so that one use never shifts another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// What the creature itself draws.
    Behaviour = 1,
    /// Being overlooked thanks to camouflage.
    Notice = 2,
    /// The force of blows.
    Combat = 3,
    /// A child's traits and place.
    Birth = 4,
    /// Founding a world.
    Founding = 5,
    /// Whose turn comes first.
    Order = 6,
}

/// The stream of chance for one organism, tick and purpose in the world of `seed`.
#[must_use]
pub fn stream(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> CreatureRng {
    CreatureRng::new(mixed(seed, tick, id, purpose))
}

/// A key that puts organisms into an order that is fair over time and differs every tick.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "half of the mixed bits are enough")]
pub fn order_key(seed: u64, tick: u64, id: OrganismId) -> u64 {
    mixed(seed, tick, id, Purpose::Order) as u64
}

fn mixed(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> u128 {
    let mut bytes = [0; 25];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tick.to_le_bytes());
    bytes[16..24].copy_from_slice(&id.0.to_le_bytes());
    bytes[24] = purpose as u8;
    xxh3_128(&bytes)
}
