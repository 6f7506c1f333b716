//! What a behaviour makes of its turns, measured from outside.

use std::sync::{Arc, Mutex, PoisonError};

use crate::behaviour::{Behaviour, Movement, Turn};

/// What the turns of a species came to.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// What each turn took of its budget, in no order.
    pub spent: Vec<u64>,
    /// How many turns wanted to strike somebody, or a wall.
    pub strikes: u64,
    /// How many turns wanted to ward off blows.
    pub defences: u64,
    /// The greatest speed that was wanted, as a share of what could be.
    pub fastest: f64,
}

impl Usage {
    fn note(&mut self, turn: &Turn<'_>) {
        self.spent.push(turn.spent);
        let intent = &turn.intent;
        self.strikes += u64::from(intent.attack.is_some() || intent.breach.is_some());
        self.defences += u64::from(intent.defend.is_some());
        if let Movement::Go { speed, .. } = intent.movement {
            self.fastest = self.fastest.max(speed / turn.senses.me.max_speed);
        }
    }
}

/// A behaviour that is watched, and does all that it does unwatched.
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
        turns.iter().for_each(|turn| usage.note(turn));
    }
}
