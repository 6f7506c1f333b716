//! A fast grazer: tolerates carnivores until they are close, then flees in zigzags.

use glam::DVec2;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};

use super::super::{Behaviour, SightingKind, Turn};
use super::Native;
use super::instinct::{attackers, away_from, court, feed, pace, roam, run, threats};
use super::shunned::Shunned;
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "runner",
    about: "grazes until a carnivore is close, then flees in zigzags",
    kind: Kind::Herbivore,
    parameters: &[
        Parameter {
            name: "nerve",
            unit: "units",
            default: 35.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "gap to an approaching carnivore at which it flees; a quarter of it to others",
        },
        Parameter {
            name: "bolt",
            unit: "ticks",
            default: 4.0,
            min: 1.0,
            max: 1000.0,
            meaning: "time it keeps fleeing after the last threat",
        },
        Parameter {
            name: "zigzag",
            unit: "share",
            default: 0.6,
            min: 0.0,
            max: 2.0,
            meaning: "largest sideways step while it flees, for each step ahead",
        },
        Parameter {
            name: "pace",
            unit: "share",
            default: 0.25,
            min: 0.01,
            max: 1.0,
            meaning: "share of its maximum speed at which it walks",
        },
    ],
    make: |values| Box::new(Runner::new(values)),
    describe_memory: |memory| {
        let Remembered { flight, shunned } = memory.recall();
        format!("flees for {:.0} more ticks; {}", flight.ticks, shunned.describe())
    },
};

struct Runner {
    nerve: f64,
    bolt: f64,
    zigzag: f64,
    pace: f64,
}

/// The memory of a runner.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Remembered {
    flight: Flight,
    shunned: Shunned,
}

/// The remaining ticks and the direction of a flight.
#[derive(Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Flight {
    ticks: f64,
    direction: DVec2,
}

impl Runner {
    fn new(values: &ParameterValues) -> Self {
        let get = |name| values.get(name);
        Self { nerve: get("nerve"), bolt: get("bolt"), zigzag: get("zigzag"), pace: get("pace") }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        if turn.senses.me.can_reproduce {
            turn.intent.reproduce();
        }
        if let Some(attacker) = attackers(&turn.senses).last() {
            turn.intent.defend(attacker);
        }
        let Remembered { flight: before, mut shunned } = turn.memory.recall();
        let has_changed = shunned.update(&turn.senses);
        let away = away_from(&turn.senses, threats(&turn.senses, self.nerve));
        let flight = if away.length_squared() > 0.0 {
            Flight { ticks: self.bolt, direction: away }
        } else {
            Flight { ticks: (before.ticks - 1.0).max(0.0), ..before }
        };
        if has_changed || flight != before {
            turn.memory.remember(&Remembered { flight, shunned: shunned.clone() });
        }
        if flight.ticks > 0.0 {
            let aside = self.zigzag * (turn.rng.random::<f64>() * 2.0 - 1.0);
            let direction = flight.direction + flight.direction.perp() * aside;
            run(turn, direction.normalize_or_zero(), turn.senses.me.max_speed);
        } else if !court(turn, pace(turn.senses.me.max_speed, self.pace))
            && !feed(turn, SightingKind::Plant, &shunned, pace(turn.senses.me.max_speed, self.pace))
        {
            roam(turn, pace(turn.senses.me.max_speed, self.pace));
        }
    }
}

impl Behaviour for Runner {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
