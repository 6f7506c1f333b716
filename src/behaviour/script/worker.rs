//! Plays turns of one species, one after the other, and keeps nothing in between.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};

use super::super::{Fault, FaultKind, Movement, Turn};
use super::program::Program;
use super::stage::{Meter, Shared, Stage};
use super::{faults, handlers, library, limits};

/// An engine with a stage.
pub(super) struct Worker {
    program: Arc<Program>,
    engine: Engine,
    stage: Arc<Mutex<Stage>>,
    meter: Arc<Meter>,
}

type Call = (&'static str, Vec<Dynamic>);

impl Worker {
    pub fn new(program: Arc<Program>) -> Self {
        let meter = Arc::new(Meter::default());
        let stage = Arc::new(Mutex::new(Stage::empty(program.diet, Arc::clone(&meter))));
        let mut engine = Engine::new_raw();
        limits::bind(&mut engine);
        library::name_types(&mut engine);
        engine.register_global_module(Arc::clone(&program.library));
        engine.register_global_module(Arc::clone(&program.constants));
        engine.set_default_tag(Dynamic::from(Shared(Arc::clone(&stage))));
        let counting = Arc::clone(&meter);
        engine.on_progress(move |operations| counting.is_over(operations).then_some(Dynamic::UNIT));
        weigh_what_is_read(&mut engine, Arc::clone(&meter));
        Self { program, engine, stage, meter }
    }

    /// Plays a turn. Where no handler has reason to be called, it costs nothing.
    pub fn play(&self, turn: &mut Turn<'_>) {
        let events_of = turn.senses.events_of.iter().filter_map(handlers::of_event);
        let calls: Vec<Call> = events_of.filter(|(name, _)| self.program.handles(name)).collect();
        let is_idle = !turn.senses.me.travelling && self.program.handles("on_idle");
        let has_tick = self.program.handles("on_tick");
        if calls.is_empty() && !is_idle && !has_tick {
            return;
        }
        self.stage().set(turn);
        self.meter.begin(self.program.budget);
        let played = self.call_all(calls, has_tick, is_idle);
        let remembered = played.and_then(|()| self.what_came_of_it());
        self.stage().clear(turn);
        turn.spent = self.program.budget - self.meter.left();
        match remembered {
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
        if is_idle && self.stage().intent.movement == Movement::GoOn {
            self.call("on_idle", Vec::new())?;
        }
        Ok(())
    }

    fn call(&self, name: &'static str, arguments: Vec<Dynamic>) -> Result<(), Fault> {
        self.meter.begin(self.meter.left());
        let options = CallFnOptions::new().eval_ast(false);
        let ast = &self.program.ast;
        let done = self.engine.call_fn_with_options::<Dynamic>(
            options,
            &mut Scope::new(),
            ast,
            name,
            arguments,
        );
        match done.map_err(|error| *error) {
            Ok(_) | Err(EvalAltResult::Exit(..)) => Ok(()),
            Err(error) => Err(faults::of(&error, &self.program)),
        }
    }

    /// What is to be remembered, if what the turn asks for is sound.
    fn what_came_of_it(&self) -> Result<Option<super::super::Memory>, Fault> {
        let stage = self.stage();
        if !stage.intent.is_finite() {
            let reason = "a coordinate or speed is not a finite number";
            return Err(Fault::new(FaultKind::BadIntent, reason));
        }
        let bad = |reason: String| Fault::new(FaultKind::BadMemory, &reason);
        let memory = stage.remembered();
        let memory = memory.map_err(|what| bad(format!("{what} cannot be remembered")))?;
        let length = memory.as_ref().map_or(0, |memory| memory.bytes().len()) as u64;
        let limit = self.program.memory_limit;
        if length > limit {
            return Err(bad(format!("{length} bytes to remember, of {limit} at most")));
        }
        Ok(memory)
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Charges for lists and maps whenever they are read out of a variable, by what is in them, since
/// the engine copies them then; and refuses those that have grown too large in the meantime.
#[expect(deprecated, reason = "marked so only because it may change")]
fn weigh_what_is_read(engine: &mut Engine, meter: Arc<Meter>) {
    engine.on_var(move |name, _, context| {
        if let Some(value) = context.scope().get(name)
            && (value.is_array() || value.is_map())
        {
            meter.charge(limits::weigh(value)? / VALUES_AN_OPERATION)?;
        }
        Ok(None)
    });
}

/// How many values of a list or map are copied for the price of an operation.
const VALUES_AN_OPERATION: u64 = 8;
