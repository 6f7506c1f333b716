//! An instance of a module, which is restored to its initial state after every turn.

use std::sync::Arc;

use wasmi::{Error, Global, Memory, Store, StoreLimits, TrapCode, TypedFunc, Val};

use super::decoder::TurnDecoder;
use super::encoder::TurnEncoder;
use super::knowledge::Knowledge;
use super::limits::INSTRUCTIONS_AN_OPERATION;
use super::module::Program;
use super::tracking::{CHUNK, GROWTHS, REACH, marks_export};
use crate::behaviour::{CreatureRng, Fault, FaultKind, GroundMap, Intent, Notes, Turn};

/// The data that imported functions access.
pub(super) struct Host {
    /// The random number generator of the creature whose turn it is.
    pub rng: CreatureRng,
    /// The ground of the creature's world.
    pub ground: Arc<GroundMap>,
    /// The debug output of the turn.
    pub notes: Notes,
    /// The module's memory, once it is instantiated.
    pub memory: Option<Memory>,
    /// What the creature can ask about itself and others, and what it tells.
    pub knowledge: Knowledge,
    pub limits: StoreLimits,
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
    pub fn of(memory: Memory, globals: &[Global], store: &Store<Host>) -> Self {
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
        guest.store.data_mut().memory = Some(memory);
        guest
    }

    /// Runs a turn.
    ///
    /// # Errors
    /// When the module traps, or its intent is invalid. The memory of the turn is then unchanged, and so
    /// is the intent, except that a turn that exceeds its budget may keep what its buffer holds.
    pub fn turn(&mut self, turn: &mut Turn<'_>) -> Result<(), Fault> {
        self.write_senses(turn);
        let called = self.entry.call(&mut self.store, ());
        let left = self.store.get_fuel().expect("fuel is metered");
        turn.spent = (self.program.budget - left).div_ceil(INSTRUCTIONS_AN_OPERATION);
        let host = self.store.data_mut();
        turn.rng = host.rng.clone();
        turn.notes = std::mem::take(&mut host.notes);
        let told = host.knowledge.told.take();
        let memory = self.memory.data(&self.store);
        let decoder =
            TurnDecoder::read(memory, self.program.module.buffer, self.program.memory_limit);
        let decoder =
            decoder.map(|it| TurnDecoder { intent: Intent { tell: told, ..it.intent }, ..it });
        if let Err(error) = called {
            let fault = fault(&error, self.program.budget);
            *self = Self::new(&self.program);
            if self.program.keeps_decisions && fault.kind == FaultKind::OverBudget {
                turn.intent = decoder.map(|decoder| decoder.intent).unwrap_or_default();
            }
            return Err(fault);
        }
        self.restore();
        let TurnDecoder { intent, memory } = decoder?;
        turn.intent = intent;
        if let Some(memory) = memory {
            turn.memory = memory;
        }
        Ok(())
    }

    fn write_senses(&mut self, turn: &mut Turn<'_>) {
        let Program { module, kind, parameters, budget, .. } = &*self.program;
        let bytes = self.encoder.write(*kind, &turn.senses, turn.memory.bytes(), parameters);
        let (memory, host) = self.memory.data_and_store_mut(&mut self.store);
        host.rng = turn.rng.clone();
        if !Arc::ptr_eq(&host.ground, turn.senses.ground) {
            host.ground = Arc::clone(turn.senses.ground);
        }
        host.notes = std::mem::take(&mut turn.notes);
        host.knowledge.load(&turn.senses, module.reads_conditions);
        let end = module.buffer + bytes.len();
        memory[module.buffer..end].copy_from_slice(bytes);
        let end_before = module.buffer + self.written;
        if end < end_before {
            memory[end..end_before].copy_from_slice(&module.image.memory[end..end_before]);
        }
        self.written = bytes.len();
        self.store.set_fuel(*budget).expect("fuel is metered");
    }

    /// Reverts everything that the turn has written, except the part of the buffer that the next turn
    /// overwrites.
    fn restore(&mut self) {
        let length = self.program.module.image.memory.len();
        if self.memory.data_size(&self.store) != length {
            // The memory has grown and cannot shrink.
            *self = Self::new(&self.program);
            return;
        }
        self.collect_marks(length);
        self.dirty.append(&mut self.store.data_mut().knowledge.written);
        let image = &self.program.module.image;
        for (global, initial) in self.globals.iter().zip(&image.globals) {
            global.set(&mut self.store, initial.clone()).expect("it is mutable and of that type");
        }
        let memory = self.memory.data_mut(&mut self.store);
        for start in self.dirty.drain(..) {
            let end = (start + REACH).min(length);
            memory[start..end].copy_from_slice(&image.memory[start..end]);
        }
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

/// Converts an error of a turn to a fault. Its reason is part of the state hash.
fn fault(error: &Error, budget: u64) -> Fault {
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
