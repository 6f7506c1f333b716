//! Chance that repeats: a stream for every purpose, organism and tick.

use xxhash_rust::xxh3::xxh3_128;

use crate::behaviour::{CreatureRng, OrganismId};
use crate::geometry::DVec2;
use crate::space::District;

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
    /// Whose district comes first.
    DistrictOrder = 7,
    /// Which nest a creature comes out of.
    Nest = 8,
    /// What a command does to whom.
    Command = 9,
}

/// The stream of chance for one organism, tick and purpose in the world of `seed`.
#[must_use]
pub fn stream(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> CreatureRng {
    CreatureRng::new(mixed(seed, tick, id, purpose))
}

/// The lot of an organism: whoever has the lesser comes first. Drawn anew each tick.
///
/// Lots are drawn for districts first and then within each, so that who comes next is mostly near
/// by in memory; of any two organisms each comes first equally often all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    district: u64,
    own: u64,
    id: OrganismId,
}

impl Lot {
    /// The lot that an organism at a place draws in a tick.
    #[must_use]
    pub fn draw(seed: u64, tick: u64, id: OrganismId, place: DVec2) -> Self {
        let district = OrganismId(District::of(place).0);
        Self {
            district: drawn(seed, tick, district, Purpose::DistrictOrder),
            own: drawn(seed, tick, id, Purpose::Order),
            id,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "half of the mixed bits are enough")]
fn drawn(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> u64 {
    mixed(seed, tick, id, purpose) as u64
}

fn mixed(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> u128 {
    let mut bytes = [0; 25];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tick.to_le_bytes());
    bytes[16..24].copy_from_slice(&id.0.to_le_bytes());
    bytes[24] = purpose as u8;
    xxh3_128(&bytes)
}
