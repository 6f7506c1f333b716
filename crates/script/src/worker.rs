//! Workers, which run the turns of one species one after the other and keep no state between them.

use std::sync::{Arc, Mutex, MutexGuard};

use rhai::{CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};
use terrarium_creatures::behaviour::{Fault, FaultKind, Movement, Turn};

use super::program::Program;
use super::stepper::Stepper;
use super::turn_state::{Meter, SharedState, TurnState, locked};
use super::{caught_errors, faults, handlers, library, limits, prices};

/// An engine, and the state of the turn it runs.
pub(super) struct Worker {
    program: Arc<Program>,
    engine: Engine,
    state: Arc<Mutex<TurnState>>,
    meter: Arc<Meter>,
    /// Records the steps of turns, if the worker is one that does.
    stepper: Option<Arc<Mutex<Stepper>>>,
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
        charge_for_reads(&mut engine, &program, Arc::clone(&meter));
        caught_errors::charge(&mut engine, Arc::clone(&meter));
        Self { program, engine, state, meter, stepper: None }
    }

    /// A worker that records the steps of its turns. It takes several times as long.
    pub fn stepping(program: Arc<Program>) -> Self {
        let mut worker = Self::new(program);
        worker.stepper = Some(Stepper::attach(&mut worker.engine, Arc::clone(&worker.state)));
        worker
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
        self.state().set(turn, self.program.parsed.reads_conditions);
        self.meter.begin(self.program.budget);
        turn.fault = self.call_all(calls, has_tick, is_idle).err();
        self.state().clear(turn);
        turn.spent = self.program.budget - self.meter.left();
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

    /// Calls a handler. One that fails has no effect, and neither have those after it.
    fn call(&self, name: &'static str, arguments: Vec<Dynamic>) -> Result<(), Fault> {
        let before = self.state().intent.clone();
        let result = self.evaluate(name, arguments);
        let mut state = self.state();
        let limit = self.program.memory_limit;
        let result = result.and_then(|()| {
            let committed = state.memory.commit(limit);
            committed.map_err(|too_large| faults::of_memory(&too_large, &self.program))
        });
        if let Err(fault) = &result {
            state.memory.roll_back();
            if !(self.program.keeps_decisions && fault.kind == FaultKind::OverBudget) {
                state.intent = before;
            }
        }
        result
    }

    fn evaluate(&self, name: &'static str, arguments: Vec<Dynamic>) -> Result<(), Fault> {
        self.meter.begin(self.meter.left());
        let options = CallFnOptions::new().eval_ast(false);
        let ast = &self.program.parsed.functions;
        self.step(Stepper::begin);
        let result = self.engine.call_fn_with_options::<Dynamic>(
            options,
            &mut Scope::new(),
            ast,
            name,
            arguments,
        );
        self.step(Stepper::end);
        match result.map_err(|error| *error) {
            Ok(_) | Err(EvalAltResult::Exit(..)) => Ok(()),
            Err(error) => Err(faults::of(&error, &self.program, name)),
        }
    }

    fn step(&self, action: fn(&mut Stepper, &mut TurnState)) {
        if let Some(stepper) = &self.stepper {
            action(&mut locked(stepper), &mut self.state());
        }
    }

    fn state(&self) -> MutexGuard<'_, TurnState> {
        locked(&self.state)
    }
}

/// Charges for each read of a variable or constant by the size of its value, because the engine copies or
/// searches it. Reading a list or map that has grown too large is an error.
#[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
fn charge_for_reads(engine: &mut Engine, program: &Arc<Program>, meter: Arc<Meter>) {
    let program = Arc::clone(program);
    engine.on_var(move |name, index, context| {
        // The engine numbers the variables of the scope from the last, and lists them so; 0 stands for
        // an unknown number.
        let scope = context.scope();
        let numbered = index.checked_sub(1).and_then(|nth| scope.iter_raw().nth(nth));
        let numbered = numbered.filter(|(found, ..)| *found == name);
        let variable = numbered.map_or_else(|| scope.get(name), |(_, _, value)| Some(value));
        let price = match variable {
            Some(value) => prices::reading(value, program.parsed.copies(name))?,
            None => prices::CONSTANT + program.constant_price(name)?,
        };
        let price = price + prices::ENTERED * meter.entered(context.call_level());
        if price > 0 {
            meter.charge(price)?;
        }
        Ok(None)
    });
}
