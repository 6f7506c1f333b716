//! Reproducible random streams, one for each purpose, organism and tick.
//!
//! Organisms are named by their lineage, so that a birth or death does not change the chance of others.

use std::cmp::Reverse;

use terrarium_creatures::behaviour::{CreatureRng, OrganismId};
use terrarium_space::District;
use terrarium_space::geometry::DVec2;
use xxhash_rust::xxh3::xxh3_128;

use super::{Identity, Lineage};

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
    /// The place and state of a founder.
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
    /// The mutations of the genome of a child.
    Genome = 14,
    /// What a child inherits from which of two parents.
    Crossover = 15,
    /// Where the borders of districts lie.
    DistrictBorders = 16,
}

/// Creates the random stream for the organism of a lineage, a tick and a purpose in the world of `seed`.
#[must_use]
pub fn stream(seed: u64, tick: u64, lineage: Lineage, purpose: Purpose) -> CreatureRng {
    CreatureRng::new(mixed(seed, tick, lineage.0, purpose))
}

/// The position of an organism in a random order, drawn in each tick. Smaller lots come first.
///
/// Lots are drawn for districts first and then within each, so that consecutive organisms are
/// mostly adjacent in memory. Of any two organisms, each still comes first equally often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    district: u64,
    rank: Reverse<u32>,
    own: u64,
    id: OrganismId,
}

impl Lot {
    /// Draws the lot of an organism at a position in a tick.
    #[must_use]
    pub fn draw(seed: u64, tick: u64, who: &Identity, place: DVec2) -> Self {
        Self::of_traveller(seed, tick, who, place, 0, tick)
    }

    /// The lot of a traveller that has been under way since a tick. Within its district those of a higher rank
    /// come first, and of two of the same rank that set out together always the same one.
    #[must_use]
    pub fn of_traveller(
        seed: u64,
        tick: u64,
        who: &Identity,
        place: DVec2,
        rank: u32,
        since: u64,
    ) -> Self {
        Self {
            district: drawn(seed, tick, District::containing(place).0, Purpose::DistrictOrder),
            rank: Reverse(rank),
            own: drawn(seed, since, who.lineage.0, Purpose::Order),
            id: who.id,
        }
    }
}

/// Draws a number for a lineage or district, a tick and a purpose in the world of `seed`.
#[expect(clippy::cast_possible_truncation, reason = "half of the mixed bits are enough")]
pub(crate) fn drawn(seed: u64, tick: u64, name: u64, purpose: Purpose) -> u64 {
    mixed(seed, tick, name, purpose) as u64
}

fn mixed(seed: u64, tick: u64, name: u64, purpose: Purpose) -> u128 {
    let mut bytes = [0; 25];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tick.to_le_bytes());
    bytes[16..24].copy_from_slice(&name.to_le_bytes());
    bytes[24] = purpose as u8;
    xxh3_128(&bytes)
}
