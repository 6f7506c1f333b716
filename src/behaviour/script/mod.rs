//! Behaviours written in Rhai.
//!
//! A script defines functions that are called when there is reason to: [`HANDLERS`] lists them, in
//! the order in which they are called within a turn. All it can call and read is listed by
//! [`interface`]. What it knows outlives a turn only in `memory`, a map of plain data.
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
//! A turn is bounded in everything: operations (rule `turn_budget`, which the functions of the host
//! draw on as well), depth of calls, sizes of strings, lists and maps. Nothing that a script can
//! reach tells the time, draws on chance but the creature's own, or differs between machines.

mod compiling;
mod faults;
mod handlers;
mod library;
mod limits;
mod plain;
mod program;
mod stage;
mod worker;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::pool::Pool;
use super::{Behaviour, Turn};
use crate::rules::Rules;
use crate::species::{BehaviourRefusal, Kind};

pub use handlers::{HANDLERS, Handler};
pub use library::{Entry, interface};
pub use limits::{
    CALL_DEPTH, EXPRESSION_DEPTH, FUNCTIONS, LIST_LENGTH, MAP_SIZE, TEXT_LENGTH, VARIABLES,
};

use program::Program;
use worker::Worker;

/// A behaviour written in Rhai.
pub struct Script {
    program: Arc<Program>,
    workers: Pool<Worker>,
}

impl Script {
    /// Compiles a script for creatures of a kind in a world with these rules.
    ///
    /// # Errors
    /// When it cannot be compiled, or names something that there is not: with the place and, where
    /// one is near, the name that was meant.
    pub fn new(
        kind: Kind,
        source: &str,
        parameters: &BTreeMap<String, f64>,
        rules: &Rules,
    ) -> Result<Self, BehaviourRefusal> {
        let program = Arc::new(compiling::compile(kind, source, parameters, rules)?);
        Ok(Self { program, workers: Pool::default() })
    }
}

/// What a scripted creature remembers, or was handed down, as it would be written in a script; `None`
/// if these bytes are no plain data.
#[must_use]
pub fn in_words(bytes: &[u8]) -> Option<String> {
    if bytes.is_empty() {
        return Some("#{}".to_owned());
    }
    plain::decode(bytes).map(|value| format!("{value:?}"))
}

impl Behaviour for Script {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        let make = || Worker::new(Arc::clone(&self.program));
        self.workers.employ(make, |worker| turns.iter_mut().for_each(|turn| worker.play(turn)));
    }
}
