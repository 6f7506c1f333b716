//! The state hash. Two worlds with the same hash have the same state and develop identically.

use std::fmt;

use glam::DVec2;
use hecs::Query;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::Destination;
use terrarium_creatures::genome::Genome;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::config::plain;
use super::{
    AnimalParts, Body, Carcass, CommandEffects, Course, Identity, Journey, JourneyState, Life,
    Mating, Mind, Motion, ObstacleFilter, PlantParts, World,
};

/// A hash of 128 bits over the whole state of a world.
///
/// Each organism is hashed separately, with its identity, and the hashes are added up. The result
/// does not depend on the order of organisms in memory or on the number of threads. The hash
/// detects accidental differences, not tampering; files are protected by BLAKE3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StateHash(pub u128);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl std::str::FromStr for StateHash {
    type Err = std::num::ParseIntError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

impl World {
    /// Computes the hash of the whole state.
    #[must_use]
    pub fn state_hash(&self) -> StateHash {
        StateHash(self.frame_hash().wrapping_add(self.organisms_hash()))
    }

    /// Computes the sum of the hashes of all organisms. Unlike the state hash, it does not cover what
    /// they are ruled by, such as the code of their species.
    pub fn organisms_hash(&self) -> u128 {
        let plants =
            self.sum_of_hashes::<PlantParts<'_>>(|(who, body, life, traits, genome, mating)| {
                let mut bytes = Bytes::new(b'P');
                bytes.living(who, body, life);
                bytes.floats([traits.height, traits.preferred_light, traits.seed_spread]);
                bytes.hash().wrapping_add(heredity_hash(who, genome, mating))
            });
        let animals = self.sum_of_hashes::<AnimalParts<'_>>(
            |(who, body, life, traits, mind, motion, genome, mating)| {
                let mut bytes = Bytes::new(b'A');
                bytes.living(who, body, life);
                bytes.floats(traits.points);
                let heredity = heredity_hash(who, genome, mating);
                animal_hash(bytes, mind, motion).wrapping_add(heredity)
            },
        );
        type Dead<'a> = (&'a Identity, &'a Body, &'a Carcass);
        let carcasses = self.sum_of_hashes::<Dead<'_>>(|(who, body, carcass)| {
            let mut bytes = Bytes::new(b'C');
            bytes.identity(who, body);
            bytes.put(&carcass.energy.quanta().to_le_bytes());
            bytes.put(&carcass.rots_at.to_le_bytes());
            bytes.hash()
        });
        [plants, animals, carcasses].into_iter().fold(0, u128::wrapping_add)
    }

    /// The sum of the hashes of the organisms of a query.
    fn sum_of_hashes<Q>(&self, hash: impl Fn(Q::Item<'_>) -> u128 + Sync) -> u128
    where
        Q: Query,
        for<'a> Q::Item<'a>: Send,
    {
        let of_batch = |batch: hecs::Batch<'_, Q>| batch.map(&hash).fold(0, u128::wrapping_add);
        self.map_batches(of_batch).into_iter().fold(0, u128::wrapping_add)
    }

    /// Hashes everything except organisms. The hash of the configuration is stored and only
    /// recomputed when it changes.
    fn frame_hash(&self) -> u128 {
        let Self {
            config,
            tick,
            next_id,
            ledger,
            planning_effort,
            events,
            turns,
            messages,
            calamities,
            ..
        } = self;
        let (of_life, by_hand) = ledger.parts();
        let frame = (config.hash(), tick, next_id, of_life, planning_effort, events);
        let mut bytes = plain(&frame);
        // Left out in runs without commands.
        if by_hand.iter().any(|amount| amount.is_positive()) {
            bytes.extend(plain(&by_hand));
        }
        if !self.command_effects.is_none() {
            let CommandEffects {
                walls,
                polygons,
                drought_until,
                pending_events,
                applied,
                switched_links,
            } = &self.command_effects;
            bytes.extend(plain(&(walls, drought_until, pending_events, applied)));
            if !polygons.is_empty() {
                bytes.extend(plain(&("polygons", polygons)));
            }
            if !switched_links.is_empty() {
                bytes.extend(plain(&("links", switched_links)));
            }
        }
        if let Some(conquest) = &self.conquest {
            bytes.extend(plain(conquest));
        }
        if !self.flow_fields.is_empty() {
            bytes.extend(plain(&self.flow_fields));
        }
        if !calamities.is_empty() {
            bytes.extend(plain(&("calamities", calamities)));
        }
        if !messages.is_empty() {
            bytes.extend(plain(&("messages", messages)));
        }
        // Left out in worlds in which no turn can fail, and none has.
        if config.is_sandbox() || turns.iter().any(|account| account.faults > 0) {
            bytes.extend(plain(turns));
        }
        xxh3_128(&bytes)
    }
}

/// The sum of the hashes of the genome and the mating of an organism; 0 if it has neither.
fn heredity_hash(who: &Identity, genome: Option<&Genome>, mating: Option<&Mating>) -> u128 {
    let genome = genome.map_or(0, |genome| xxh3_128(&plain(&(who.id, genome))));
    let mating = mating.map_or(0, |mating| xxh3_128(&plain(&("mating", who.id, mating))));
    genome.wrapping_add(mating)
}

fn animal_hash(bytes: Bytes, mind: &Mind, motion: &Motion) -> u128 {
    let mut hash = Xxh3::new();
    hash.update(bytes.filled());
    for part in [mind.memory.bytes(), &mind.dna, &mind.dna_for_child] {
        // u64, so that the width does not depend on the machine.
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update(&mind.signal.to_le_bytes());
    add_point(&mut hash, motion.velocity);
    if let Some(journey) = &motion.journey {
        add_journey(&mut hash, journey);
    }
    if let Some(Course { heading, pace }) = motion.course {
        hash.update(&[b'H', heading.number()]);
        hash.update(&pace.to_bits().to_le_bytes());
    }
    hash.digest128()
}

fn add_journey(hash: &mut Xxh3, journey: &Journey) {
    let Journey {
        destination,
        planned_for,
        speed,
        stopped,
        blocker,
        underway,
        itinerary,
        links,
        state,
    } = journey;
    match *destination {
        Destination::Point(point) => add_point(hash, point),
        Destination::Beside(organism) => hash.update(&organism.0.to_le_bytes()),
        Destination::Base(base) => {
            hash.update(b"base");
            hash.update(&base.0.to_le_bytes());
        }
        Destination::Near(point) => {
            hash.update(b"near");
            add_point(hash, point);
        }
        Destination::Within { point, distance } => {
            hash.update(b"within");
            add_point(hash, point);
            hash.update(&distance.to_bits().to_le_bytes());
        }
        Destination::Formation { leader, ahead, right } => {
            hash.update(b"formation");
            hash.update(&leader.0.to_le_bytes());
            add_point(hash, DVec2::new(ahead, right));
        }
    }
    add_point(hash, *planned_for);
    hash.update(&speed.to_bits().to_le_bytes());
    hash.update(&stopped.to_le_bytes());
    hash.update(&underway.to_le_bytes());
    if let Some(blocker) = blocker {
        hash.update(&plain(blocker));
    }
    if let Some(itinerary) = itinerary {
        hash.update(&plain(itinerary));
    }
    if !links.is_empty() {
        hash.update(&plain(&("links", links)));
    }
    match state {
        JourneyState::Path(path, filter) => {
            hash.update(match filter {
                ObstacleFilter::Standing => b"T",
                ObstacleFilter::Ground => b"G",
                ObstacleFilter::Field => b"F",
            });
            path.iter().for_each(|&waypoint| add_point(hash, waypoint));
        }
        JourneyState::SteppingAside { path, until } => {
            hash.update(b"A");
            path.iter().for_each(|&waypoint| add_point(hash, waypoint));
            hash.update(&until.to_le_bytes());
        }
        JourneyState::Stepwise(..)
        | JourneyState::Searching(..)
        | JourneyState::Routing(_)
        | JourneyState::Crossing { .. }
        | JourneyState::AtNode => {
            hash.update(&plain(state));
        }
    }
}

fn add_point(hash: &mut Xxh3, point: DVec2) {
    hash.update(&point.x.to_bits().to_le_bytes());
    hash.update(&point.y.to_bits().to_le_bytes());
}

/// The fields of one organism as little-endian bytes in a fixed buffer.
struct Bytes {
    buffer: [u8; 192],
    length: usize,
}

impl Bytes {
    fn new(tag: u8) -> Self {
        let mut bytes = Self { buffer: [0; 192], length: 0 };
        bytes.put(&[tag]);
        bytes
    }

    fn put<const N: usize>(&mut self, field: &[u8; N]) {
        self.buffer[self.length..self.length + N].copy_from_slice(field);
        self.length += N;
    }

    fn floats<const N: usize>(&mut self, values: [f32; N]) {
        values.into_iter().for_each(|v| self.put(&v.to_bits().to_le_bytes()));
    }

    fn identity(&mut self, who: &Identity, body: &Body) {
        self.put(&who.id.0.to_le_bytes());
        self.put(&who.parent.0.to_le_bytes());
        self.put(&who.born.to_le_bytes());
        self.put(&who.generation.to_le_bytes());
        self.put(&who.species.0.to_le_bytes());
        self.put(&body.centre.x.to_bits().to_le_bytes());
        self.put(&body.centre.y.to_bits().to_le_bytes());
        self.put(&body.radius.to_bits().to_le_bytes());
        self.put(&who.lineage.0.to_le_bytes());
    }

    fn living(&mut self, who: &Identity, body: &Body, life: &Life) {
        self.identity(who, body);
        self.put(&life.energy.quanta().to_le_bytes());
        self.put(&life.embryo.quanta().to_le_bytes());
        self.put(&life.damage.to_bits().to_le_bytes());
        self.put(&life.grows_at.to_le_bytes());
        self.put(&life.breeds_at.to_le_bytes());
        self.put(&life.incubation.to_le_bytes());
        self.put(&life.mature_radius.to_bits().to_le_bytes());
        self.put(&[life.growth as u8]);
    }

    fn filled(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    fn hash(&self) -> u128 {
        xxh3_128(self.filled())
    }
}
