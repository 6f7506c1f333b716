//! The state of one turn of a script: the senses, copied from the turn for the host functions, and
//! the results of the script.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rhai::{Dynamic, EvalAltResult, Map, Position};
use terrarium_creatures::behaviour::heredity::heredity_rng;
use terrarium_creatures::behaviour::{
    Allegiance, BaseId, Condition, CreatureRng, Event, FaultKind, GroundMap, Intent, LinkSighting,
    Memory, Message, Notes, OwnState, Senses, Sighting, SightingKind, Turn, WallSighting,
    no_species,
};
use terrarium_creatures::genome::HeritableParameters;
use terrarium_space::geometry::{Aabb, DVec2};

use super::plain_data;

/// The result of a host function.
pub(super) type HostResult<T> = Result<T, Box<EvalAltResult>>;

/// An error of a host function that makes the fault of the turn one of another kind than `trapped`.
#[derive(Debug, Clone)]
pub(super) struct Blame {
    pub kind: FaultKind,
    pub reason: String,
}

/// Returns an error that fails the turn with a fault of this kind.
pub(super) fn blame<T>(kind: FaultKind, reason: impl Into<String>) -> HostResult<T> {
    blame_at(kind, reason, Position::NONE)
}

/// The same at a place of the script.
pub(super) fn blame_at<T>(
    kind: FaultKind,
    reason: impl Into<String>,
    at: Position,
) -> HostResult<T> {
    let blame = Dynamic::from(Blame { kind, reason: reason.into() });
    Err(EvalAltResult::ErrorRuntime(blame, at).into())
}

/// Returns a runtime error, which a script can catch. Uncaught, it fails the turn.
pub(super) fn raise<T>(message: impl Into<String>) -> HostResult<T> {
    let message: String = message.into();
    Err(EvalAltResult::ErrorRuntime(message.into(), Position::NONE).into())
}

/// Locks what a worker shares with the functions of its engine.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// How deep the function is nested that was last seen to run.
    depth: AtomicUsize,
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

    /// Records that a function nested so deep runs. Returns how many were entered since the last record.
    pub fn entered(&self, depth: usize) -> u64 {
        depth.saturating_sub(self.depth.swap(depth, Ordering::Relaxed)) as u64
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
        self.depth.store(0, Ordering::Relaxed);
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
    pub second_dna: Vec<u8>,
    /// The heritable parameters of the creature.
    pub heritable: BTreeMap<String, f64>,
    pub sight: Vec<Sighting>,
    /// The conditions of the sightings, for scripts that read them.
    pub conditions: Conditions,
    pub messages: Vec<Message>,
    pub events: Vec<Event>,
    pub bases: Vec<Base>,
    pub walls: Vec<WallSighting>,
    pub links: Vec<LinkSighting>,
    pub ground: Arc<GroundMap>,
    pub species_names: Arc<[String]>,
    pub rng: CreatureRng,
    heredity_rng: Option<CreatureRng>,
    pub intent: Intent,
    pub notes: Notes,
    pub memory: LazyMemory,
    pub meter: Arc<Meter>,
}

/// The conditions of the sightings of a turn.
#[derive(Default)]
pub(super) struct Conditions {
    list: Vec<Condition>,
    is_charged: bool,
}

impl Conditions {
    /// The condition of a sighting, for which the first read of a turn is charged an operation for each
    /// sighting.
    ///
    /// # Errors
    /// When fewer operations are left.
    pub fn read(&mut self, index: usize, meter: &Meter) -> HostResult<Option<Condition>> {
        if !std::mem::replace(&mut self.is_charged, true) {
            meter.charge(self.list.len() as u64)?;
        }
        Ok(self.list.get(index).copied())
    }

    fn clear(&mut self) {
        self.list.clear();
        self.is_charged = false;
    }
}

/// The number of bytes of memory that are decoded or encoded for the cost of one operation.
const BYTES_AN_OPERATION: u64 = 8;

/// The memory of the creature, which is decoded when the script first accesses it, and encoded when a
/// handler that wrote to it has ended.
pub(super) struct LazyMemory {
    /// The memory as the last handler that succeeded left it.
    bytes: Memory,
    map: Option<Map>,
    /// Where the handler that runs last wrote to each name.
    written: BTreeMap<String, Position>,
    meter: Arc<Meter>,
}

/// A memory that is too large.
pub(super) struct TooLarge {
    /// Its size, in bytes.
    pub size: usize,
    /// The name in it that takes most, and its size.
    pub largest: Option<(String, usize)>,
    /// Where that was written.
    pub written: Position,
}

impl LazyMemory {
    fn new(bytes: Memory, meter: Arc<Meter>) -> Self {
        Self { bytes, map: None, written: BTreeMap::new(), meter }
    }

    /// The map, for reading. It is empty if the memory cannot be decoded.
    ///
    /// # Errors
    /// When fewer operations are left than decoding it costs.
    pub fn map(&mut self) -> HostResult<&Map> {
        self.decoded().map(|map| &*map)
    }

    /// The map, to write to a name at a position of the script.
    ///
    /// # Errors
    /// As [`map`](Self::map).
    pub fn map_mut(&mut self, name: &str, at: Position) -> HostResult<&mut Map> {
        if self.written.is_empty() {
            self.meter.charge(self.bytes.bytes().len() as u64 / BYTES_AN_OPERATION)?;
        }
        self.written.insert(name.to_owned(), at);
        self.decoded()
    }

    /// The entries, without a charge.
    pub fn entries(&self) -> Map {
        let decoded = || plain_data::decode(self.bytes.bytes())?.try_cast::<Map>();
        self.map.clone().or_else(decoded).unwrap_or_default()
    }

    fn decoded(&mut self) -> HostResult<&mut Map> {
        if self.map.is_none() {
            let bytes = self.bytes.bytes();
            self.meter.charge(bytes.len() as u64 / BYTES_AN_OPERATION)?;
            let value = plain_data::decode(bytes).unwrap_or_default();
            self.map = Some(value.try_cast::<Map>().unwrap_or_default());
        }
        Ok(self.map.get_or_insert_default())
    }

    /// Keeps what the handler that has ended wrote.
    ///
    /// # Errors
    /// When it is larger than `limit` bytes. It is then as it was before that handler.
    pub fn commit(&mut self, limit: u64) -> Result<(), TooLarge> {
        let written = std::mem::take(&mut self.written);
        let Some(map) = self.map.as_ref().filter(|_| !written.is_empty()) else { return Ok(()) };
        let bytes = plain_data::encode_map(map).expect("only plain data is stored");
        if bytes.len() as u64 <= limit {
            self.bytes = Memory::from_bytes(bytes);
            return Ok(());
        }
        let size = |value: &Dynamic| plain_data::encode(value).map_or(0, |bytes| bytes.len());
        let entries = map.iter().map(|(name, value)| (name.to_string(), name.len() + size(value)));
        let largest = entries.max_by_key(|&(_, size)| size);
        let at = |(name, _): &(String, usize)| written.get(name).copied();
        let last = written.values().max_by_key(|at| (at.line(), at.position())).copied();
        let place = largest.as_ref().and_then(at).or(last).unwrap_or_default();
        self.map = None;
        Err(TooLarge { size: bytes.len(), largest, written: place })
    }

    /// Drops what the handler that has failed wrote.
    pub fn roll_back(&mut self) {
        if !std::mem::take(&mut self.written).is_empty() {
            self.map = None;
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
            me: OwnState::nobody(),
            dna: Vec::new(),
            second_dna: Vec::new(),
            heritable: BTreeMap::new(),
            sight: Vec::new(),
            conditions: Conditions::default(),
            messages: Vec::new(),
            events: Vec::new(),
            bases: Vec::new(),
            walls: Vec::new(),
            links: Vec::new(),
            ground: Arc::clone(GroundMap::nowhere()),
            species_names: Arc::clone(no_species()),
            rng: CreatureRng::from_seed(<_>::default()),
            heredity_rng: None,
            intent: Intent::default(),
            notes: Notes::default(),
            memory: LazyMemory::new(Memory::default(), Arc::clone(&meter)),
            meter,
        }
    }

    /// Loads a turn, which replaces everything of the previous one.
    pub fn set(&mut self, turn: &mut Turn<'_>, reads_conditions: bool) {
        let Senses {
            tick,
            bounds,
            me,
            sight,
            conditions,
            messages,
            events: events_of,
            bases,
            walls,
            links,
            ground,
            species_names,
        } = &turn.senses;
        self.tick = *tick;
        self.bounds = *bounds;
        self.dna.clear();
        self.dna.extend_from_slice(me.dna);
        self.heritable.clear();
        self.heritable.extend(me.heritable.iter().map(|(name, value)| (name.to_owned(), value)));
        let heritable = HeritableParameters::none();
        self.second_dna.clear();
        self.second_dna.extend_from_slice(me.second_dna);
        self.me = OwnState { dna: &[], second_dna: &[], brain: None, heritable, ..*me };
        self.sight.clear();
        self.sight.extend_from_slice(sight);
        self.conditions.clear();
        if reads_conditions {
            self.conditions.list.extend(conditions.iter());
        }
        self.messages.clear();
        self.messages.extend_from_slice(messages);
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
        self.links.clear();
        self.links.extend_from_slice(links);
        if !Arc::ptr_eq(&self.ground, ground) {
            self.ground = Arc::clone(ground);
        }
        if !Arc::ptr_eq(&self.species_names, species_names) {
            self.species_names = Arc::clone(species_names);
        }
        self.rng = turn.rng.clone();
        self.heredity_rng = None;
        self.intent = std::mem::take(&mut turn.intent);
        self.notes = std::mem::take(&mut turn.notes);
        let memory = std::mem::take(&mut turn.memory);
        self.memory = LazyMemory::new(memory, Arc::clone(&self.meter));
    }

    /// Moves the results and the memory back to the turn.
    pub fn clear(&mut self, turn: &mut Turn<'_>) {
        turn.intent = std::mem::take(&mut self.intent);
        turn.notes = std::mem::take(&mut self.notes);
        turn.memory = std::mem::take(&mut self.memory.bytes);
        turn.rng = self.rng.clone();
        self.memory.map = None;
    }

    /// The senses, without bases, walls and links.
    pub fn senses(&self) -> Senses<'_> {
        Senses {
            tick: self.tick,
            bounds: self.bounds,
            me: self.me.clone(),
            sight: &self.sight,
            conditions: self.conditions.list.as_slice().into(),
            messages: &self.messages,
            events: &self.events,
            bases: &[],
            walls: &[],
            links: &[],
            ground: &self.ground,
            species_names: &self.species_names,
        }
    }

    /// The decoded dna of the creature.
    pub fn inherited(&self) -> Dynamic {
        plain_data::decode(&self.dna).unwrap_or_default()
    }

    /// The random numbers of the child that it may conceive in this turn, which do not shift its own.
    pub fn heredity_rng(&mut self) -> &mut CreatureRng {
        let own = &self.rng;
        self.heredity_rng.get_or_insert_with(|| heredity_rng(own))
    }

    /// The decoded dna of its second parent.
    pub fn inherited_from_second(&self) -> Dynamic {
        plain_data::decode(&self.second_dna).unwrap_or_default()
    }
}
