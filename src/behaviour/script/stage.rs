//! What one turn of a script plays on: the senses, copied off the turn so that functions of the host
//! can reach them, and all that the script brings about.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rand::SeedableRng;
use rhai::{Dynamic, EvalAltResult, Map, Position};

use super::super::{
    Allegiance, BaseId, CreatureRng, EnergyState, Event, Intent, Memory, Notes, OrganismId,
    OwnState, Senses, Sighting, SightingKind, Turn, WallSight,
};
use super::plain;
use crate::geometry::{Aabb, DVec2};
use crate::species::SpeciesId;

/// What a function of the host gives back.
pub(super) type Raised<T> = Result<T, Box<EvalAltResult>>;

/// An error that a script can catch, and that ends its turn if it does not.
pub(super) fn raise<T>(message: impl Into<String>) -> Raised<T> {
    let message: String = message.into();
    Err(EvalAltResult::ErrorRuntime(message.into(), Position::NONE).into())
}

/// The stage of a worker, as the engine hands it to functions of the host.
#[derive(Clone)]
pub(super) struct Shared(pub Arc<Mutex<Stage>>);

/// Counts what a turn takes of its budget.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// What is left for the call under way, what the host charged already taken off.
    limit: AtomicU64,
    /// Operations of the call under way.
    operations: AtomicU64,
}

impl Meter {
    /// Notes how many operations the call under way has taken; whether that is too many.
    pub fn is_over(&self, operations: u64) -> bool {
        self.operations.store(operations, Ordering::Relaxed);
        operations > self.limit.load(Ordering::Relaxed)
    }

    /// Takes `cost` off what is left.
    pub fn charge(&self, cost: u64) -> Raised<()> {
        let left = self.left();
        self.limit.fetch_sub(cost.min(left), Ordering::Relaxed);
        if cost <= left {
            Ok(())
        } else {
            Err(EvalAltResult::ErrorTooManyOperations(Position::NONE).into())
        }
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        let limit = self.limit.load(Ordering::Relaxed);
        limit.saturating_sub(self.operations.load(Ordering::Relaxed))
    }

    /// Begins a call that has `left`.
    pub fn begin(&self, left: u64) {
        self.limit.store(left, Ordering::Relaxed);
        self.operations.store(0, Ordering::Relaxed);
    }
}

/// A base, as a script can know it.
#[derive(Debug, Clone)]
pub(super) struct Base {
    pub id: BaseId,
    pub name: String,
    pub place: DVec2,
    pub allegiance: Allegiance,
    pub hold: f64,
    pub distance: f64,
    pub within: bool,
}

/// All that functions of the host work on during a turn.
pub(super) struct Stage {
    pub tick: u64,
    pub bounds: Aabb,
    pub me: OwnState<'static>,
    /// What creatures of its species eat.
    pub diet: SightingKind,
    pub dna: Vec<u8>,
    pub sight: Vec<Sighting>,
    pub events_of: Vec<Event>,
    pub bases: Vec<Base>,
    pub walls: Vec<WallSight>,
    pub rng: CreatureRng,
    pub intent: Intent,
    pub notes: Notes,
    pub memory: Recollection,
    pub meter: Arc<Meter>,
}

/// What the creature remembers: opened only when the script asks.
pub(super) struct Recollection {
    bytes: Memory,
    map: Option<Map>,
    has_changed: bool,
}

impl Recollection {
    fn of(bytes: Memory) -> Self {
        Self { bytes, map: None, has_changed: false }
    }

    /// The map, to be read. What was remembered by code of another make is forgotten.
    pub fn map(&mut self) -> &Map {
        self.opened()
    }

    /// The map, to be changed.
    pub fn map_mut(&mut self) -> &mut Map {
        self.has_changed = true;
        self.opened()
    }

    fn opened(&mut self) -> &mut Map {
        let bytes = &self.bytes;
        self.map.get_or_insert_with(|| {
            let value = plain::decode(bytes.bytes()).unwrap_or_default();
            value.try_cast::<Map>().unwrap_or_default()
        })
    }

    /// What is to be remembered now.
    fn encoded(&self) -> Result<Option<Memory>, String> {
        match &self.map {
            Some(map) if self.has_changed => {
                plain::encode_map(map).map(Memory::from_bytes).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl Stage {
    /// A stage on which nothing plays.
    pub fn empty(diet: SightingKind, meter: Arc<Meter>) -> Self {
        Self {
            diet,
            tick: 0,
            bounds: Aabb::square(DVec2::ZERO, 0.0),
            me: nobody(),
            dna: Vec::new(),
            sight: Vec::new(),
            events_of: Vec::new(),
            bases: Vec::new(),
            walls: Vec::new(),
            rng: CreatureRng::from_seed(<_>::default()),
            intent: Intent::default(),
            notes: Notes::default(),
            memory: Recollection::of(Memory::default()),
            meter,
        }
    }

    /// Sets the stage for a turn: nothing of the one before is left.
    pub fn set(&mut self, turn: &mut Turn<'_>) {
        let Senses { tick, bounds, me, sight, events_of, bases, walls } = &turn.senses;
        self.tick = *tick;
        self.bounds = *bounds;
        self.dna.clear();
        self.dna.extend_from_slice(me.dna);
        self.me = OwnState { dna: &[], ..me.clone() };
        self.sight.clear();
        self.sight.extend_from_slice(sight);
        self.events_of.clear();
        self.events_of.extend_from_slice(events_of);
        self.bases.clear();
        self.bases.extend(bases.iter().map(|base| Base {
            id: base.id,
            name: base.name.to_owned(),
            place: base.place,
            allegiance: base.allegiance,
            hold: base.hold,
            distance: base.distance,
            within: base.within,
        }));
        self.walls.clear();
        self.walls.extend_from_slice(walls);
        self.rng = turn.rng.clone();
        self.intent = std::mem::take(&mut turn.intent);
        self.notes = std::mem::take(&mut turn.notes);
        self.memory = Recollection::of(std::mem::take(&mut turn.memory));
    }

    /// Gives the turn back what it was set with.
    pub fn clear(&mut self, turn: &mut Turn<'_>) {
        turn.intent = std::mem::take(&mut self.intent);
        turn.notes = std::mem::take(&mut self.notes);
        turn.memory = std::mem::take(&mut self.memory.bytes);
        turn.rng = self.rng.clone();
        self.memory.map = None;
    }

    /// What the turn is to remember, if that has changed.
    pub fn remembered(&self) -> Result<Option<Memory>, String> {
        self.memory.encoded()
    }

    /// The senses, without bases and walls.
    pub fn senses(&self) -> Senses<'_> {
        Senses {
            tick: self.tick,
            bounds: self.bounds,
            me: self.me.clone(),
            sight: &self.sight,
            events_of: &self.events_of,
            bases: &[],
            walls: &[],
        }
    }

    /// What the creature was handed down.
    pub fn inherited(&self) -> Dynamic {
        plain::decode(&self.dna).unwrap_or_default()
    }
}

fn nobody() -> OwnState<'static> {
    OwnState {
        id: OrganismId::NOBODY,
        species: SpeciesId(0),
        centre: DVec2::ZERO,
        radius: 0.0,
        velocity: DVec2::ZERO,
        travelling: false,
        energy: 0.0,
        max_energy: 0.0,
        state: EnergyState::Normal,
        damage: 0.0,
        age: 0,
        lifespan: 0,
        mature: false,
        can_reproduce: false,
        max_speed: 0.0,
        sight: 0.0,
        bite: 0.0,
        reach: 0.0,
        dna: &[],
        colony: None,
    }
}
