//! Reproducible random streams, one for each purpose, organism and tick.

use xxhash_rust::xxh3::xxh3_128;

use crate::behaviour::{CreatureRng, OrganismId};
use crate::geometry::DVec2;
use crate::space::District;

/// The purpose of a stream. Streams of different purposes are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The random numbers that a behaviour draws.
    Behaviour = 1,
    /// Noticing camouflaged organisms.
    Notice = 2,
    /// Damage and defence.
    Combat = 3,
    /// The traits and position of a child.
    Birth = 4,
    /// Founding a world.
    Founding = 5,
    /// The order of organisms.
    Order = 6,
    /// The order of districts.
    DistrictOrder = 7,
    /// The nest at which a creature spawns.
    Nest = 8,
    /// The effects of commands.
    Command = 9,
    /// The precedence of travellers.
    Precedence = 10,
    /// Who dies in a calamity.
    Calamity = 11,
    /// Where a command scatters organisms.
    Scatter = 12,
    /// Which organisms of a species a command selects.
    Selection = 13,
}

/// Creates the random stream for one organism, tick and purpose in the world of `seed`.
#[must_use]
pub fn stream(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> CreatureRng {
    CreatureRng::new(mixed(seed, tick, id, purpose))
}

/// The position of an organism in a random order, drawn in each tick. Smaller lots come first.
///
/// Lots are drawn for districts first and then within each, so that consecutive organisms are
/// mostly adjacent in memory. Of any two organisms, each still comes first equally often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    district: u64,
    own: u64,
    id: OrganismId,
}

impl Lot {
    /// Draws the lot of an organism at a position in a tick.
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

/// Draws a number for one organism, tick and purpose in the world of `seed`.
#[expect(clippy::cast_possible_truncation, reason = "half of the mixed bits are enough")]
pub(crate) fn drawn(seed: u64, tick: u64, id: OrganismId, purpose: Purpose) -> u64 {
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
