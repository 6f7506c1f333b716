//! Workers, which run the turns of one species one after the other and keep no state between them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};

use super::super::{Fault, FaultKind, Movement, Turn};
use super::program::Program;
use super::turn_state::{Meter, SharedState, TurnState};
use super::{faults, handlers, library, limits};

/// An engine, and the state of the turn it runs.
pub(super) struct Worker {
    program: Arc<Program>,
    engine: Engine,
    state: Arc<Mutex<TurnState>>,
    meter: Arc<Meter>,
}

type Call = (&'static str, Vec<Dynamic>);

impl Worker {
    pub fn new(program: Arc<Program>) -> Self {
        let meter = Arc::new(Meter::default());
        let state = Arc::new(Mutex::new(TurnState::empty(program.diet, Arc::clone(&meter))));
        let mut engine = Engine::new_raw();
        limits::apply(&mut engine);
        library::name_types(&mut engine);
        engine.register_global_module(library::module());
        // The module registered last is searched first.
        engine.register_global_module(Arc::clone(&program.own));
        engine.set_default_tag(Dynamic::from(SharedState(Arc::clone(&state))));
        let counting = Arc::clone(&meter);
        engine.on_progress(move |operations| counting.is_over(operations).then_some(Dynamic::UNIT));
        charge_for_reads(&mut engine, Arc::clone(&meter));
        Self { program, engine, state, meter }
    }

    /// Runs a turn. A turn in which no handler is called costs nothing.
    pub fn run(&self, turn: &mut Turn<'_>) {
        let calls = turn.senses.events.iter().filter_map(handlers::of_event);
        let calls: Vec<Call> = calls.filter(|(name, _)| self.program.handles(name)).collect();
        let is_idle = !turn.senses.me.travelling && self.program.handles("on_idle");
        let has_tick = self.program.handles("on_tick");
        if calls.is_empty() && !is_idle && !has_tick {
            return;
        }
        self.state().set(turn);
        self.meter.begin(self.program.budget);
        let result = self.call_all(calls, has_tick, is_idle);
        let memory = result.and_then(|()| self.checked_memory());
        self.state().clear(turn);
        turn.spent = self.program.budget - self.meter.left();
        match memory {
            Ok(memory) => turn.memory = memory.unwrap_or(std::mem::take(&mut turn.memory)),
            Err(fault) => turn.fault = Some(fault),
        }
    }

    fn call_all(&self, calls: Vec<Call>, has_tick: bool, is_idle: bool) -> Result<(), Fault> {
        for (name, arguments) in calls {
            self.call(name, arguments)?;
        }
        if has_tick {
            self.call("on_tick", Vec::new())?;
        }
        if is_idle && self.state().intent.movement == Movement::Continue {
            self.call("on_idle", Vec::new())?;
        }
        Ok(())
    }

    fn call(&self, name: &'static str, arguments: Vec<Dynamic>) -> Result<(), Fault> {
        self.meter.begin(self.meter.left());
        let options = CallFnOptions::new().eval_ast(false);
        let ast = &self.program.parsed.functions;
        let result = self.engine.call_fn_with_options::<Dynamic>(
            options,
            &mut Scope::new(),
            ast,
            name,
            arguments,
        );
        match result.map_err(|error| *error) {
            Ok(_) | Err(EvalAltResult::Exit(..)) => Ok(()),
            Err(error) => Err(faults::of(&error, &self.program)),
        }
    }

    /// The new memory, if it has changed.
    ///
    /// # Errors
    /// When the memory or the intent is not valid.
    fn checked_memory(&self) -> Result<Option<super::super::Memory>, Fault> {
        let state = self.state();
        if !state.intent.is_finite() {
            let reason = "a coordinate or speed is not a finite number";
            return Err(Fault::new(FaultKind::BadIntent, reason));
        }
        let bad = |reason: String| Fault::new(FaultKind::BadMemory, &reason);
        let memory = state.remembered();
        let memory = memory.map_err(|what| bad(format!("{what} cannot be remembered")))?;
        let length = memory.as_ref().map_or(0, |memory| memory.bytes().len()) as u64;
        let limit = self.program.memory_limit;
        if length > limit {
            return Err(bad(format!("{length} bytes to remember, of {limit} at most")));
        }
        Ok(memory)
    }

    fn state(&self) -> MutexGuard<'_, TurnState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Charges for each read of a list or map from a variable by its size, because the engine copies it.
/// Reading one that has grown too large is an error.
#[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
fn charge_for_reads(engine: &mut Engine, meter: Arc<Meter>) {
    engine.on_var(move |name, _, context| {
        if let Some(value) = context.scope().get(name)
            && (value.is_array() || value.is_map())
        {
            meter.charge(limits::count_values(value)? / VALUES_AN_OPERATION)?;
        }
        Ok(None)
    });
}

/// The number of values of a list or map that are copied for the cost of one operation.
const VALUES_AN_OPERATION: u64 = 8;
