//! Records the steps of a turn: the engine's debugging interface reports each statement and expression
//! before it is evaluated.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rhai::debugger::{CallStackFrame, Debugger, DebuggerCommand, DebuggerEvent};
use rhai::{Dynamic, Engine, EvalContext, ImmutableString};
use terrarium_creatures::behaviour::{Change, MAX_STEPS, ScriptLine, Step, StepKind};
use terrarium_creatures::behaviour::{Destination, Intent, Movement, OrganismId};

use super::library::text_of_value;
use super::turn_state::{TurnState, locked};

/// Values by name.
type Values = BTreeMap<String, String>;

/// Records the steps of the turns of a worker.
#[derive(Default)]
pub(super) struct Stepper {
    /// The operations left at the last report.
    left: u64,
    /// The steps that have not ended: one of each function that runs, the handler's first.
    open: Vec<OpenStep>,
    /// The variables of each of these functions at the beginning of its step.
    frames: Vec<Values>,
    /// The entries of memory and the actions requested.
    outputs: Values,
    /// The steps that have ended, with their places in the order in which steps began.
    ended: Vec<(u64, Step)>,
    /// The number of steps that have begun.
    begun: u64,
}

/// A step that has not ended.
struct OpenStep {
    number: u64,
    step: Step,
    /// The number of frames of the engine's call stack.
    frames: usize,
    line: usize,
    /// The columns of the statements of its line that have begun.
    columns: BTreeSet<usize>,
}

impl Stepper {
    /// Lets an engine report to a new stepper.
    #[expect(deprecated, reason = "the engine marks an unstable interface as deprecated")]
    pub fn attach(engine: &mut Engine, state: Arc<Mutex<TurnState>>) -> Arc<Mutex<Self>> {
        let stepper = Arc::new(Mutex::new(Self::default()));
        let own = Arc::clone(&stepper);
        engine.register_debugger(
            |_, debugger| debugger,
            move |context, event, node, _, at| {
                let (mut stepper, mut state) = (locked(&own), locked(&state));
                match (event, at.line(), at.position()) {
                    (DebuggerEvent::FunctionExitWithValue(result), ..) => {
                        stepper.leave(&context, result, &mut state);
                    }
                    (DebuggerEvent::FunctionExitWithError(_), ..) => {}
                    (_, Some(line), Some(column)) => {
                        let column = node.is_stmt().then_some(column);
                        stepper.report(&context, line, column, &mut state);
                    }
                    _ => {}
                }
                Ok(DebuggerCommand::StepInto)
            },
        );
        stepper
    }

    /// Begins a handler.
    pub fn begin(&mut self, state: &mut TurnState) {
        let outputs =
            if state.notes.steps.has_values() { outputs(state) } else { Values::default() };
        *self = Self { left: state.meter.left(), outputs, ..Self::default() };
    }

    /// Ends the handler, and adds its steps to the notes.
    pub fn end(&mut self, state: &mut TurnState) {
        self.settle(state);
        while !self.open.is_empty() {
            self.end_step(state);
        }
        self.ended.sort_by_key(|&(number, _)| number);
        self.ended.drain(..).for_each(|(_, step)| state.notes.steps.take(step));
    }

    /// Notes the result of a function. Functions of the host have frames, but no steps.
    fn leave(
        &mut self,
        context: &EvalContext<'_, '_, '_, '_, '_, '_>,
        result: &Dynamic,
        state: &mut TurnState,
    ) {
        let depth = context.call_level();
        self.settle(state);
        self.end_deeper(depth, state);
        let frames = frames(context);
        if let Some(open) = self.open.last_mut()
            && (open.step.depth, open.frames) == (depth, frames.len())
            && !result.is_unit()
            && state.notes.steps.has_values()
        {
            open.step.changes.push(Change::new("returned", &text_of(state, result)));
        }
    }

    /// Notes that a line is evaluated next: a statement at a column, or an expression.
    fn report(
        &mut self,
        context: &EvalContext<'_, '_, '_, '_, '_, '_>,
        line: usize,
        column: Option<usize>,
        state: &mut TurnState,
    ) {
        let depth = context.call_level();
        self.settle(state);
        self.end_deeper(depth, state);
        if let Some(open) = self.open.last_mut().filter(|open| open.step.depth == depth)
            && open.line == line
            && column.is_none_or(|column| open.columns.insert(column))
        {
            return;
        }
        let has_values = state.notes.steps.has_values();
        let values = if has_values { variables(context, state) } else { Values::default() };
        let parameters = self.advance(depth, values, state);
        let frames = frames(context);
        let function = frames.last().map_or_else(String::new, |frame| frame.fn_name.to_string());
        let kind = StepKind::Line(ScriptLine { line, function });
        let step = Step { kind, depth, cost: 0, changes: parameters };
        let columns = column.into_iter().collect();
        let (number, frames) = (self.begun, frames.len());
        self.open.push(OpenStep { number, step, frames, line, columns });
        self.begun += 1;
    }

    /// Ends the step of the function that runs, or enters a function, whose parameters are returned.
    fn advance(&mut self, depth: usize, values: Values, state: &mut TurnState) -> Vec<Change> {
        if self.open.last().is_none_or(|open| open.step.depth < depth) {
            let parameters = differences(&Values::default(), &values);
            self.frames.push(values);
            return parameters;
        }
        if let (Some(frame), Some(open)) = (self.frames.last_mut(), self.open.last_mut()) {
            open.step.changes.extend(differences(frame, &values));
            *frame = values;
        }
        self.end_step(state);
        Vec::new()
    }

    /// Ends the steps of functions that have returned to this depth.
    fn end_deeper(&mut self, depth: usize, state: &mut TurnState) {
        while self.open.last().is_some_and(|open| open.step.depth > depth) {
            self.end_step(state);
            self.frames.pop();
        }
    }

    /// Adds what was spent, and what memory and actions became, to the step that runs.
    fn settle(&mut self, state: &TurnState) {
        let Some(open) = self.open.last_mut() else { return };
        let left = state.meter.left();
        open.step.cost += self.left.saturating_sub(left);
        self.left = left;
        if state.notes.steps.has_values() {
            let outputs = outputs(state);
            open.step.changes.extend(differences(&self.outputs, &outputs));
            self.outputs = outputs;
        }
    }

    fn end_step(&mut self, state: &mut TurnState) {
        let Some(OpenStep { number, step, .. }) = self.open.pop() else { return };
        if state.notes.steps.has_values() && self.ended.len() < MAX_STEPS {
            self.ended.push((number, step));
        } else {
            state.notes.steps.take(step);
        }
    }
}

/// The variables of the function that runs; of those with one name, the innermost.
fn variables(context: &EvalContext<'_, '_, '_, '_, '_, '_>, state: &TurnState) -> Values {
    let mut values = Values::new();
    for (name, _, value) in context.scope().iter_raw() {
        values.entry(name.to_owned()).or_insert_with(|| text_of(state, value));
    }
    values
}

/// The engine's call stack.
fn frames<'a>(context: &'a EvalContext<'_, '_, '_, '_, '_, '_>) -> &'a [CallStackFrame] {
    context.debugger().map_or(&[], Debugger::call_stack)
}

/// The text of a value, as it is written in scripts where that is possible.
fn text_of(state: &TurnState, value: &Dynamic) -> String {
    if value.is_unit() {
        return "()".to_owned();
    }
    value
        .read_lock::<ImmutableString>()
        .map_or_else(|| text_of_value(state, value), |text| format!("{:?}", text.as_str()))
}

/// The entries of memory and the actions requested.
fn outputs(state: &TurnState) -> Values {
    let memory = state.memory.entries();
    let entry = |(name, value): (&_, &_)| (format!("memory.{name}"), text_of(state, value));
    let memory = memory.iter().map(entry);
    memory.chain(actions(&state.intent)).collect()
}

/// The actions requested, by their names.
fn actions(intent: &Intent) -> impl Iterator<Item = (String, String)> {
    let movement = match intent.movement {
        Movement::Continue => None,
        Movement::Halt => Some("stand still".to_owned()),
        Movement::Go { to, speed } => Some(format!("{} at {speed:.1}", text_of_destination(to))),
    };
    let organism = |id: Option<OrganismId>| id.map(|id| id.to_string());
    let slots = [
        ("move", movement),
        ("attack", organism(intent.attack)),
        ("defend", organism(intent.defend)),
        ("eat", organism(intent.eat)),
        ("reproduce", intent.reproduce.as_ref().map(|_| "requested".to_owned())),
        ("breach", intent.breach.map(|tile| format!("tile {}, {}", tile.x, tile.y))),
        ("tell", intent.tell.as_ref().map(|told| format!("{:?}", String::from_utf8_lossy(told)))),
        ("signal", intent.signal.map(|signal| signal.to_string())),
    ];
    slots.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)))
}

fn text_of_destination(to: Destination) -> String {
    match to {
        Destination::Point(at) => format!("to ({:.1}, {:.1})", at.x, at.y),
        Destination::Near(at) => format!("near ({:.1}, {:.1})", at.x, at.y),
        Destination::Within { point, distance } => {
            format!("within {distance:.1} of ({:.1}, {:.1})", point.x, point.y)
        }
        Destination::Beside(id) => format!("beside {id}"),
        Destination::Formation { leader, ahead, right } => {
            format!("{ahead:.1} ahead and {right:.1} to the right of {leader}")
        }
        Destination::Base(base) => format!("to base {}", base.index()),
    }
}

/// What differs between two sets of values; `()` is the value of what is gone.
fn differences(before: &Values, after: &Values) -> Vec<Change> {
    let new = after.iter().filter(|(name, value)| before.get(*name) != Some(value));
    let gone = before.keys().filter(|name| !after.contains_key(*name) && name.contains('.'));
    let new = new.map(|(name, value)| Change::new(name, value));
    new.chain(gone.map(|name| Change::new(name, "()"))).collect()
}
