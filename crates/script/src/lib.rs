//! Behaviours written in Rhai.
//!
//! A script defines handlers, which are called for the events of a creature and every tick.
//! [`HANDLERS`] lists them in the order in which they are called within a turn. [`interface`] lists
//! everything that a script can call and read. Only `memory`, a map of plain data, keeps values from
//! turn to turn.
//!
//! ```rhai
//! const WARY = param("caution", 60);
//!
//! fn on_tick() {
//!     if me.can_reproduce { reproduce(); }
//!     if flee(threats(WARY)) { return; }
//!     let plant = best_food();
//!     if plant != () { graze(plant); }
//! }
//!
//! fn on_idle() { roam(me.max_speed * 0.3); }
//! ```
//!
//! Every turn has limits: on operations (rule `turn_budget`, which host functions use as well), call
//! depth, and the sizes of strings, lists and maps. A script has no access to clocks, to random
//! numbers other than the creature's own, or to anything that differs between machines.

#![forbid(unsafe_code)]

mod analysis;
mod caught_errors;
mod compile;
mod engine_errors;
mod faults;
mod handlers;
mod library;
mod limits;
mod other_languages;
mod plain_data;
mod prices;
mod program;
mod stepper;
mod turn_state;
mod worker;

use std::collections::BTreeMap;
use std::sync::Arc;

use terrarium_creatures::behaviour::Pool;
use terrarium_creatures::behaviour::{Behaviour, Steps, Turn};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourRefusal, Kind};

pub use handlers::{HANDLERS, Handler};
pub use library::{Entry, interface};
pub use limits::{
    CALL_DEPTH, EXPRESSION_DEPTH, FUNCTIONS, LIST_LENGTH, LITERAL_LENGTH, MAP_SIZE, TEXT_LENGTH,
    VARIABLES,
};
use program::Program;
use worker::Worker;

/// A behaviour written in Rhai.
pub struct Script {
    program: Arc<Program>,
    workers: Pool<Worker>,
    /// Those that record the steps of turns.
    steppers: Pool<Worker>,
}

impl Script {
    /// Compiles a script for creatures of a kind in a world with these rules.
    ///
    /// # Errors
    /// When it cannot be compiled or uses an unknown name. The error holds the position in the script
    /// and, if there is one, a similar name.
    pub fn new(
        kind: Kind,
        source: &str,
        parameters: &BTreeMap<String, f64>,
        rules: &Rules,
    ) -> Result<Self, BehaviourRefusal> {
        let program = Arc::new(compile::compile(kind, source, parameters, rules)?);
        Ok(Self { program, workers: Pool::default(), steppers: Pool::default() })
    }

    /// Checks that none of these parameters is misspelt. A script for which that fails runs, so that
    /// worlds of earlier versions can be continued.
    ///
    /// # Errors
    /// The first parameter that the script does not read, while it reads one with a similar name that is
    /// not given.
    pub fn check_parameters(
        &self,
        parameters: &BTreeMap<String, f64>,
    ) -> Result<(), BehaviourRefusal> {
        analysis::check_parameters(&self.program.parsed, parameters)
    }
}

/// Formats the memory or dna of a scripted creature as a Rhai value; `None` if the bytes are not
/// plain data.
#[must_use]
pub fn describe(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() {
        return Some("#{}".to_owned());
    }
    plain_data::decode(bytes).map(|value| format!("{value:?}"))
}

/// Decodes the memory of a scripted creature; `()` if the bytes are not plain data.
pub fn decode(bytes: &[u8]) -> rhai::Dynamic {
    if bytes.is_empty() {
        return rhai::Map::new().into();
    }
    plain_data::decode(bytes).unwrap_or(rhai::Dynamic::UNIT)
}

impl Script {
    /// Runs a turn. Its steps, if they are wanted, are those of a copy, so that recording them cannot
    /// change the turn.
    fn run(&self, worker: &mut Worker, turn: &mut Turn<'_>) {
        if *turn.notes.steps() == Steps::None {
            return worker.run(turn);
        }
        let mut copy = turn.clone();
        let make = || Worker::stepping(Arc::clone(&self.program));
        self.steppers.with_worker(make, |stepper| stepper.run(&mut copy));
        worker.run(turn);
        turn.notes.steps = copy.notes.steps;
    }
}

impl Behaviour for Script {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let make = || Worker::new(Arc::clone(&self.program));
        let run = |worker: &mut Worker| turns.iter_mut().for_each(|turn| self.run(worker, turn));
        self.workers.with_worker(make, run);
    }
}
