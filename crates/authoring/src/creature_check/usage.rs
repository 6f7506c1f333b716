//! Measures how a behaviour uses its turns.

use std::sync::{Arc, Mutex, PoisonError};

use terrarium_creatures::behaviour::{Behaviour, Movement, Turn};

/// The resource and action use of a species over all its turns.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// The operations that each turn spent, in no particular order.
    pub spent: Vec<u64>,
    /// The sum of them.
    pub operations: u64,
    /// The number of turns that requested an attack, on an organism or a wall.
    pub strikes: u64,
    /// The number of turns that requested to defend.
    pub defences: u64,
    /// The highest requested speed, as a share of the maximum speed.
    pub fastest: f64,
}

impl Usage {
    fn record(&mut self, turn: &Turn<'_>) {
        self.spent.push(turn.spent);
        self.operations += turn.spent;
        let intent = &turn.intent;
        self.strikes += u64::from(intent.attack.is_some() || intent.breach.is_some());
        self.defences += u64::from(intent.defend.is_some());
        if let Movement::Go { speed, .. } = intent.movement {
            self.fastest = self.fastest.max(speed / turn.senses.me.max_speed);
        }
    }
}

/// A behaviour that forwards to another one and records the usage of each turn.
pub(super) struct MeasuredBehaviour {
    behaviour: Box<dyn Behaviour>,
    usage: Arc<Mutex<Usage>>,
}

impl MeasuredBehaviour {
    pub fn around(behaviour: Box<dyn Behaviour>, usage: Arc<Mutex<Usage>>) -> Box<dyn Behaviour> {
        Box::new(Self { behaviour, usage })
    }
}

impl Behaviour for MeasuredBehaviour {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        self.behaviour.decide(turns);
        let mut usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        turns.iter().for_each(|turn| usage.record(turn));
    }
}
