//! The random numbers with which behaviours mutate and cross the DNA of children.

use rand::RngExt;
use xxhash_rust::xxh3::xxh3_128;

use super::CreatureRng;

/// The random numbers of the child that a creature may conceive in a turn. They follow from its `own`, and do not shift
/// them.
pub fn heredity_rng(own: &CreatureRng) -> CreatureRng {
    let mut own = own.clone();
    let seeds = [own.random::<u64>(), own.random::<u64>()];
    CreatureRng::new(xxh3_128(&seeds.map(u64::to_le_bytes).concat()))
}

/// A number for a child: changed by at most a `share` of it, or of 1 if it is smaller.
pub fn mutated(number: f64, share: f64, rng: &mut CreatureRng) -> f64 {
    number + change(number, share, rng)
}

/// The change of a number that mutates.
pub fn change(number: f64, share: f64, rng: &mut CreatureRng) -> f64 {
    number.abs().max(1.0) * share * (rng.random::<f64>() * 2.0 - 1.0)
}
