//! An instance of a module, which is restored to its initial state after every turn.

use std::ops::Range;
use std::sync::Arc;

use terrarium_creatures::behaviour::{
    Change, CreatureRng, Fault, FaultKind, GroundMap, Intent, Notes, Step, StepKind, Turn,
};
use wasmi::{Error, Global, Memory, Store, StoreLimits, TrapCode, TypedFunc, Val};

use super::decoder::{InvalidField, TurnDecoder};
use super::encoder::TurnEncoder;
use super::fault_place;
use super::heredity::Heredity;
use super::knowledge::Knowledge;
use super::limits::INSTRUCTIONS_AN_OPERATION;
use super::module::Program;
use super::prices::{NEW_INSTANCE, NEW_INSTANCE_PAGE, RESTORED_CHUNK};
use super::tracking::{CHUNK, GROWTHS, REACH, marks_export};

/// The exponent of the length of a page of memory.
const PAGE_BITS: u32 = 16;

/// The data that imported functions access.
pub(super) struct Host {
    /// The random number generator of the creature whose turn it is.
    pub rng: CreatureRng,
    /// The ground of the creature's world.
    pub ground: Arc<GroundMap>,
    /// The debug output of the turn.
    pub notes: Notes,
    /// The fuel that the module believes to have in addition to what is left.
    pub hidden_fuel: u64,
    /// The module's memory, once it is instantiated.
    pub memory: Option<Memory>,
    /// The memory of the marks, likewise.
    pub marks: Option<Memory>,
    /// What the creature can ask about itself and others, and what it tells.
    pub knowledge: Knowledge,
    /// What it can ask about mating and the DNA of children.
    pub heredity: Heredity,
    pub limits: StoreLimits,
    /// The fuel left at the last step of the turn.
    pub left: u64,
}

impl Host {
    /// Adds a step to the turn, after which so much fuel is left.
    pub fn step(&mut self, kind: StepKind, result: Option<String>, left: u64) {
        let cost = std::mem::replace(&mut self.left, left).saturating_sub(left);
        let result = result.filter(|result| result != "()");
        let changes = result.iter().map(|result| Change::new("result", result)).collect();
        self.notes.steps.take(Step { kind, depth: 0, cost, changes });
    }
}

/// An instance of a module. It keeps no state between turns.
pub(super) struct Guest {
    program: Arc<Program>,
    store: Store<Host>,
    memory: Memory,
    marks: Memory,
    /// The mutable global variables.
    globals: Vec<Global>,
    entry: TypedFunc<(), ()>,
    encoder: TurnEncoder,
    /// The number of bytes of the buffer that the host wrote for the last turn.
    written: usize,
    /// The starts of the chunks marked in a turn. It is empty between turns.
    dirty: Vec<usize>,
}

/// The state of an instance before its first turn.
#[derive(Default)]
pub(super) struct Image {
    pub memory: Vec<u8>,
    pub globals: Vec<Val>,
}

impl Image {
    /// Copies the current state of an instance.
    pub fn new(memory: Memory, globals: &[Global], store: &Store<Host>) -> Self {
        Self {
            memory: memory.data(store).to_vec(),
            globals: globals.iter().map(|global| global.get(store)).collect(),
        }
    }
}

impl Guest {
    /// Creates an instance.
    ///
    /// # Panics
    /// When the module cannot be instantiated. Loading it has checked that it can.
    pub fn new(program: &Arc<Program>) -> Self {
        let module = &program.module;
        let (store, instance) = module.instantiate().expect("it has been instantiated before");
        let exported = |name: &str| instance.get_memory(&store, name).expect("it is exported");
        let (memory, marks) = (exported("memory"), exported(&marks_export()));
        let entry = instance.get_typed_func(&store, "terrarium_turn").expect("it is exported");
        let globals = module.globals(&instance, &store);
        let mut guest = Self {
            program: Arc::clone(program),
            memory,
            marks,
            globals,
            entry,
            encoder: TurnEncoder::default(),
            written: 0,
            dirty: Vec::new(),
            store,
        };
        // The start function has set marks, but its writes are part of the image.
        guest.marks.data_mut(&mut guest.store).fill(0);
        let host = guest.store.data_mut();
        (host.memory, host.marks) = (Some(memory), Some(marks));
        guest
    }

    /// Runs a turn. If it fails and its notes are wanted, finds the place in the module's code.
    ///
    /// # Errors
    /// When the module traps, or its intent is invalid. The memory of the turn is then unchanged, and so
    /// is the intent, except that a turn that exceeds its budget may keep what its buffer holds.
    pub fn turn(&mut self, turn: &mut Turn<'_>) -> Result<(), Fault> {
        let rng = turn.notes.is_enabled().then(|| turn.rng.clone());
        let Err(failure) = self.run(turn) else { return Ok(()) };
        if let Some(rng) = rng {
            let place = fault_place::find(&self.program, turn, &rng, &failure);
            turn.notes.set_fault_place(place);
        }
        Err(failure.fault)
    }

    fn run(&mut self, turn: &mut Turn<'_>) -> Result<(), Failure> {
        let notes = std::mem::take(&mut turn.notes);
        self.begin(turn, turn.rng.clone(), notes);
        let (called, left) = self.call(self.program.budget, 0);
        let host = self.store.data_mut();
        turn.rng = host.rng.clone();
        if host.notes.steps().has_values() {
            host.step(StepKind::Return, None, left);
        }
        turn.notes = std::mem::take(&mut host.notes);
        let told = host.knowledge.told.take();
        let memory = self.memory.data(&self.store);
        let decoder =
            TurnDecoder::read(memory, self.program.module.buffer, self.program.memory_limit);
        let decoder =
            decoder.map(|it| TurnDecoder { intent: Intent { tell: told, ..it.intent }, ..it });
        // A turn that fails has marked what it wrote, as any other.
        let restoring = self.restore();
        let used = (self.program.budget - left + restoring).min(self.program.budget);
        turn.spent = used.div_ceil(INSTRUCTIONS_AN_OPERATION);
        if let Err(error) = called {
            let fault = fault(&error, self.program.budget);
            if self.program.keeps_decisions && fault.kind == FaultKind::OverBudget {
                turn.intent = decoder.map(|decoder| decoder.intent).unwrap_or_default();
            }
            return Err(Failure { fault, left, invalid: None });
        }
        let invalid = |InvalidField { fault, bytes }| Failure { fault, left, invalid: Some(bytes) };
        let TurnDecoder { intent, memory } = decoder.map_err(invalid)?;
        turn.intent = intent;
        if let Some(memory) = memory {
            turn.memory = memory;
        }
        Ok(())
    }

    /// Writes the senses of a turn to the buffer.
    pub fn begin(&mut self, turn: &Turn<'_>, rng: CreatureRng, notes: Notes) {
        let Program { module, kind, parameters, .. } = &*self.program;
        let heritable = &turn.senses.me.heritable;
        let inherited: Vec<f64>;
        let parameters = if heritable.is_empty() {
            parameters
        } else {
            let declared = module.declared.iter().zip(parameters);
            let own = declared.map(|(it, &value)| heritable.get(&it.name).unwrap_or(value));
            inherited = own.collect();
            &inherited
        };
        let bytes = self.encoder.write(*kind, &turn.senses, turn.memory.bytes(), parameters);
        let (memory, host) = self.memory.data_and_store_mut(&mut self.store);
        host.rng = rng;
        if !Arc::ptr_eq(&host.ground, turn.senses.ground) {
            host.ground = Arc::clone(turn.senses.ground);
        }
        host.notes = notes;
        host.knowledge.load(&turn.senses, module.reads_conditions);
        host.heredity.load(&turn.senses.me);
        let end = module.buffer + bytes.len();
        memory[module.buffer..end].copy_from_slice(bytes);
        let end_before = module.buffer + self.written;
        if end < end_before {
            memory[end..end_before].copy_from_slice(&module.image.memory[end..end_before]);
        }
        self.written = bytes.len();
    }

    /// Calls the module with some fuel, and more that it believes to have. Returns what is left.
    pub fn call(&mut self, fuel: u64, hidden_fuel: u64) -> (Result<(), Error>, u64) {
        let host = self.store.data_mut();
        (host.left, host.hidden_fuel) = (fuel, hidden_fuel);
        self.store.set_fuel(fuel).expect("fuel is metered");
        let called = self.entry.call(&mut self.store, ());
        (called, self.store.get_fuel().expect("fuel is metered"))
    }

    /// The memory that only the instrumentation of the module writes.
    pub fn marks(&mut self) -> &mut [u8] {
        self.marks.data_mut(&mut self.store)
    }

    /// Reverts everything that the turn has written, except the part of the buffer that the next turn
    /// overwrites. Returns what that costs.
    fn restore(&mut self) -> u64 {
        let length = self.program.module.image.memory.len();
        if self.memory.data_size(&self.store) != length {
            // The memory has grown and cannot shrink.
            *self = Self::new(&self.program);
            return NEW_INSTANCE + NEW_INSTANCE_PAGE * (length as u64 >> PAGE_BITS);
        }
        self.collect_marks(length);
        let image = &self.program.module.image;
        for (global, initial) in self.globals.iter().zip(&image.globals) {
            global.set(&mut self.store, initial.clone()).expect("it is mutable and of that type");
        }
        let memory = self.memory.data_mut(&mut self.store);
        let cost = RESTORED_CHUNK * self.dirty.len() as u64;
        for start in self.dirty.drain(..) {
            let end = (start + REACH).min(length);
            memory[start..end].copy_from_slice(&image.memory[start..end]);
        }
        cost
    }

    /// Collects the starts of the marked chunks, and clears the marks.
    fn collect_marks(&mut self, length: usize) {
        let marks = self.marks.data_mut(&mut self.store);
        marks[GROWTHS..].fill(0);
        let marks = &mut marks[..length / CHUNK];
        // The number of chunks of a memory page is a multiple of eight.
        let (eights, _) = marks.as_chunks_mut::<8>();
        for (index, eight) in eights.iter_mut().enumerate() {
            if *eight == [0; 8] {
                continue;
            }
            for (within, mark) in std::mem::take(eight).into_iter().enumerate() {
                if mark != 0 {
                    self.dirty.push((index * 8 + within) * CHUNK);
                }
            }
        }
    }
}

/// A failed turn.
pub(super) struct Failure {
    pub fault: Fault,
    /// The fuel that was left.
    pub left: u64,
    /// The offsets in the buffer of the bytes that could not be decoded.
    pub invalid: Option<Range<usize>>,
}

/// Converts an error of a turn to a fault. Its reason is part of the state hash.
pub(super) fn fault(error: &Error, budget: u64) -> Fault {
    let (kind, reason) = match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => {
            (FaultKind::OverBudget, format!("it took more than {budget} instructions"))
        }
        Some(TrapCode::StackOverflow) => {
            (FaultKind::TooDeep, "its functions called each other too deep".to_owned())
        }
        Some(TrapCode::GrowthOperationLimited | TrapCode::OutOfSystemMemory) => {
            (FaultKind::OutOfMemory, "it wanted more memory than there is".to_owned())
        }
        Some(trap) => (FaultKind::Trapped, trap.trap_message().to_owned()),
        None => (FaultKind::Trapped, error.to_string()),
    };
    Fault::new(kind, &reason)
}
