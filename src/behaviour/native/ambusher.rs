//! A solitary ambusher: lies still until prey comes close, then sprints.

use serde::{Deserialize, Serialize};

use super::super::{Behaviour, Sighting, SightingKind, Turn};
use super::Native;
use super::instinct::{feed, pace, pursue, roam};
use super::shunned::Shunned;
use crate::input::parameter::{Parameter, ParameterValues};
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "ambusher",
    about: "lies in wait, sprints at herbivores that come close, moves on when none come",
    kind: Kind::Carnivore,
    parameters: &[
        Parameter {
            name: "spring",
            unit: "units",
            default: 60.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "the gap to prey at which it sprints",
        },
        Parameter {
            name: "quarry",
            unit: "radii",
            default: 1.0,
            min: 0.0,
            max: 10.0,
            meaning: "the radius of the largest prey it takes on, in its own",
        },
        Parameter {
            name: "patience",
            unit: "ticks",
            default: 60.0,
            min: 0.0,
            max: 100_000.0,
            meaning: "how long it lies in one place without prey",
        },
        Parameter {
            name: "appetite",
            unit: "share",
            default: 0.6,
            min: 0.0,
            max: 1.0,
            meaning: "the share of its greatest energy below which it hunts",
        },
        Parameter {
            name: "pace",
            unit: "share",
            default: 0.25,
            min: 0.01,
            max: 1.0,
            meaning: "the share of its greatest speed at which it changes its place",
        },
    ],
    make: |settings| Box::new(Ambusher::new(settings)),
    tell: |memory| {
        let Recollection { waited, shunned } = memory.recall();
        format!("has lain in wait for {waited} ticks; {}", shunned.in_words())
    },
};

struct Ambusher {
    spring: f64,
    quarry: f64,
    patience: f64,
    appetite: f64,
    pace: f64,
}

/// What an ambusher remembers.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Recollection {
    /// For how many ticks it has lain in wait.
    waited: u32,
    shunned: Shunned,
}

impl Ambusher {
    fn new(settings: &ParameterValues) -> Self {
        let get = |name| settings.get(name);
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
        let before: Recollection = turn.memory.recall();
        let mut now = before.clone();
        now.shunned.update(&turn.senses);
        self.hunt(turn, &mut now, is_hungry);
        if now != before {
            turn.memory.remember(&now);
        }
    }

    fn hunt(&self, turn: &mut Turn<'_>, now: &mut Recollection, is_hungry: bool) {
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
            s.seen == SightingKind::Herbivore && s.radius <= largest && !now.shunned.holds(s.id)
        };
        let prey = turn.senses.sight.iter().find(is_prey);
        match prey.filter(|prey| is_hungry && prey.gap <= self.spring) {
            Some(prey) => {
                let speed = me.max_speed;
                pursue(turn, prey, speed);
            }
            None => self.lie_in_wait(turn, &mut now.waited, is_hungry),
        }
    }

    fn lie_in_wait(&self, turn: &mut Turn<'_>, waited: &mut u32, is_hungry: bool) {
        let so_far = f64::from(*waited);
        let has_moved_on = so_far > self.patience && !turn.senses.me.travelling;
        if is_hungry && so_far >= self.patience && !has_moved_on {
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
