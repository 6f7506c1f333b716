//! The state of one turn of a script: the senses, copied from the turn for the host functions, and
//! the results of the script.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rand::SeedableRng;
use rhai::{Dynamic, EvalAltResult, Map, Position};

use super::super::{
    Allegiance, BaseId, CreatureRng, EnergyState, Event, GroundKind, GroundMap, Intent, Memory,
    Notes, OrganismId, OwnState, Senses, Sighting, SightingKind, Turn, WallSighting,
};
use super::plain_data;
use crate::geometry::{Aabb, DVec2};
use crate::species::SpeciesId;

/// The result of a host function.
pub(super) type HostResult<T> = Result<T, Box<EvalAltResult>>;

/// Returns a runtime error, which a script can catch. Uncaught, it fails the turn.
pub(super) fn raise<T>(message: impl Into<String>) -> HostResult<T> {
    let message: String = message.into();
    Err(EvalAltResult::ErrorRuntime(message.into(), Position::NONE).into())
}

/// The state of a worker, which the engine passes to host functions as its tag.
#[derive(Clone)]
pub(super) struct SharedState(pub Arc<Mutex<TurnState>>);

/// Counts the operations that a turn uses of its budget.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// The operations allowed in the current call, less those charged by host functions.
    limit: AtomicU64,
    /// The operations used by the current call.
    operations: AtomicU64,
}

impl Meter {
    /// Records the operations used by the current call. Returns whether they exceed the limit.
    pub fn is_over(&self, operations: u64) -> bool {
        self.operations.store(operations, Ordering::Relaxed);
        operations > self.limit.load(Ordering::Relaxed)
    }

    /// Charges `cost` operations.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn charge(&self, cost: u64) -> HostResult<()> {
        let left = self.left();
        self.limit.fetch_sub(cost.min(left), Ordering::Relaxed);
        if cost <= left {
            Ok(())
        } else {
            Err(EvalAltResult::ErrorTooManyOperations(Position::NONE).into())
        }
    }

    /// The operations left.
    pub fn left(&self) -> u64 {
        let limit = self.limit.load(Ordering::Relaxed);
        limit.saturating_sub(self.operations.load(Ordering::Relaxed))
    }

    /// Begins a call that may use `left` operations.
    pub fn begin(&self, left: u64) {
        self.limit.store(left, Ordering::Relaxed);
        self.operations.store(0, Ordering::Relaxed);
    }
}

/// A base, with an owned name.
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

/// The data that host functions access during a turn.
pub(super) struct TurnState {
    pub tick: u64,
    pub bounds: Aabb,
    pub me: OwnState<'static>,
    /// The kind of food that creatures of its species eat.
    pub diet: SightingKind,
    pub dna: Vec<u8>,
    pub sight: Vec<Sighting>,
    pub events: Vec<Event>,
    pub bases: Vec<Base>,
    pub walls: Vec<WallSighting>,
    pub ground: Arc<GroundMap>,
    pub rng: CreatureRng,
    pub intent: Intent,
    pub notes: Notes,
    pub memory: LazyMemory,
    pub meter: Arc<Meter>,
}

/// The memory of the creature, which is decoded when the script first accesses it.
pub(super) struct LazyMemory {
    bytes: Memory,
    map: Option<Map>,
    has_changed: bool,
}

impl LazyMemory {
    fn of(bytes: Memory) -> Self {
        Self { bytes, map: None, has_changed: false }
    }

    /// The map, for reading. It is empty if the memory cannot be decoded.
    pub fn map(&mut self) -> &Map {
        self.decoded()
    }

    /// The map, for writing.
    pub fn map_mut(&mut self) -> &mut Map {
        self.has_changed = true;
        self.decoded()
    }

    fn decoded(&mut self) -> &mut Map {
        let bytes = &self.bytes;
        self.map.get_or_insert_with(|| {
            let value = plain_data::decode(bytes.bytes()).unwrap_or_default();
            value.try_cast::<Map>().unwrap_or_default()
        })
    }

    /// The new memory, if it has changed.
    fn encoded(&self) -> Result<Option<Memory>, String> {
        match &self.map {
            Some(map) if self.has_changed => {
                plain_data::encode_map(map).map(Memory::from_bytes).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl TurnState {
    /// A state without a turn.
    pub fn empty(diet: SightingKind, meter: Arc<Meter>) -> Self {
        Self {
            diet,
            tick: 0,
            bounds: Aabb::square(DVec2::ZERO, 0.0),
            me: placeholder(),
            dna: Vec::new(),
            sight: Vec::new(),
            events: Vec::new(),
            bases: Vec::new(),
            walls: Vec::new(),
            ground: Arc::clone(GroundMap::nowhere()),
            rng: CreatureRng::from_seed(<_>::default()),
            intent: Intent::default(),
            notes: Notes::default(),
            memory: LazyMemory::of(Memory::default()),
            meter,
        }
    }

    /// Loads a turn, which replaces everything of the previous one.
    pub fn set(&mut self, turn: &mut Turn<'_>) {
        let Senses { tick, bounds, me, sight, events: events_of, bases, walls, ground } =
            &turn.senses;
        self.tick = *tick;
        self.bounds = *bounds;
        self.dna.clear();
        self.dna.extend_from_slice(me.dna);
        self.me = OwnState { dna: &[], ..me.clone() };
        self.sight.clear();
        self.sight.extend_from_slice(sight);
        self.events.clear();
        self.events.extend_from_slice(events_of);
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
        if !Arc::ptr_eq(&self.ground, ground) {
            self.ground = Arc::clone(ground);
        }
        self.rng = turn.rng.clone();
        self.intent = std::mem::take(&mut turn.intent);
        self.notes = std::mem::take(&mut turn.notes);
        self.memory = LazyMemory::of(std::mem::take(&mut turn.memory));
    }

    /// Moves the results and the memory back to the turn.
    pub fn clear(&mut self, turn: &mut Turn<'_>) {
        turn.intent = std::mem::take(&mut self.intent);
        turn.notes = std::mem::take(&mut self.notes);
        turn.memory = std::mem::take(&mut self.memory.bytes);
        turn.rng = self.rng.clone();
        self.memory.map = None;
    }

    /// The new memory, if it has changed.
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
            events: &self.events,
            bases: &[],
            walls: &[],
            ground: &self.ground,
        }
    }

    /// The decoded dna of the creature.
    pub fn inherited(&self) -> Dynamic {
        plain_data::decode(&self.dna).unwrap_or_default()
    }
}

fn placeholder() -> OwnState<'static> {
    OwnState {
        id: OrganismId::NONE,
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
        ground: GroundKind::Plain,
    }
}
