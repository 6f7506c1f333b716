//! A solitary ambusher: waits until prey comes close, then sprints.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};

use super::super::{Behaviour, Sighting, SightingKind, Turn};
use super::Native;
use super::instinct::{court, feed, pace, pursue, roam};
use super::shunned::Shunned;
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "ambusher",
    about: "waits in ambush, sprints at herbivores that come close, moves on when none come",
    kind: Kind::Carnivore,
    parameters: &[
        Parameter {
            name: "spring",
            unit: "units",
            default: 60.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "gap to prey at which it sprints",
        },
        Parameter {
            name: "quarry",
            unit: "radii",
            default: 1.0,
            min: 0.0,
            max: 10.0,
            meaning: "radius of the largest prey it attacks, in multiples of its own radius",
        },
        Parameter {
            name: "patience",
            unit: "ticks",
            default: 60.0,
            min: 0.0,
            max: 100_000.0,
            meaning: "time it waits in one place without prey",
        },
        Parameter {
            name: "appetite",
            unit: "share",
            default: 0.6,
            min: 0.0,
            max: 1.0,
            meaning: "share of its maximum energy below which it hunts",
        },
        Parameter {
            name: "pace",
            unit: "share",
            default: 0.25,
            min: 0.01,
            max: 1.0,
            meaning: "share of its maximum speed at which it moves to another place",
        },
    ],
    make: |values| Box::new(Ambusher::new(values)),
    describe_memory: |memory| {
        let Remembered { waited, shunned } = memory.recall();
        format!("has waited for {waited} ticks; {}", shunned.describe())
    },
};

struct Ambusher {
    spring: f64,
    quarry: f64,
    patience: f64,
    appetite: f64,
    pace: f64,
}

/// The memory of an ambusher.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Remembered {
    /// The number of ticks it has waited in ambush.
    waited: u32,
    shunned: Shunned,
}

impl Ambusher {
    fn new(values: &ParameterValues) -> Self {
        let get = |name| values.get(name);
        Self {
            spring: get("spring"),
            quarry: get("quarry"),
            patience: get("patience"),
            appetite: get("appetite"),
            pace: get("pace"),
        }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        let me = &turn.senses.me;
        let is_hungry = me.energy < me.max_energy * self.appetite;
        if me.can_reproduce {
            turn.intent.reproduce();
        }
        let before: Remembered = turn.memory.recall();
        let mut now = before.clone();
        now.shunned.update(&turn.senses);
        self.hunt(turn, &mut now, is_hungry);
        if now != before {
            turn.memory.remember(&now);
        }
    }

    fn hunt(&self, turn: &mut Turn<'_>, now: &mut Remembered, is_hungry: bool) {
        if feed(
            turn,
            SightingKind::Carcass,
            &now.shunned,
            pace(turn.senses.me.max_speed, self.pace.max(0.5)),
        ) {
            return;
        }
        let me = &turn.senses.me;
        let largest = me.radius * self.quarry;
        let is_prey = |s: &&Sighting| {
            s.kind == SightingKind::Herbivore && s.radius <= largest && !now.shunned.holds(s.id)
        };
        let prey = turn.senses.sight.iter().find(is_prey);
        match prey.filter(|prey| is_hungry && prey.gap <= self.spring) {
            Some(prey) => {
                let speed = me.max_speed;
                pursue(turn, prey, speed);
            }
            None => {
                if !court(turn, pace(turn.senses.me.max_speed, self.pace)) {
                    self.wait_in_ambush(turn, &mut now.waited, is_hungry);
                }
            }
        }
    }

    fn wait_in_ambush(&self, turn: &mut Turn<'_>, waited: &mut u32, is_hungry: bool) {
        let ticks = f64::from(*waited);
        let has_moved_on = ticks > self.patience && !turn.senses.me.travelling;
        if is_hungry && ticks >= self.patience && !has_moved_on {
            roam(turn, pace(turn.senses.me.max_speed, self.pace));
            *waited = waited.saturating_add(1);
        } else {
            turn.intent.halt();
            *waited = if is_hungry && !has_moved_on { *waited + 1 } else { 0 };
        }
    }
}

impl Behaviour for Ambusher {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
