//! A fast fleeing grazer: eats under the eyes of carnivores, and bolts in zigzags at the last moment.

use glam::DVec2;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::super::{Behaviour, SightingKind, Turn};
use super::Native;
use super::instinct::{attackers, away_from, feed, pace, roam, run, threats};
use super::shunned::Shunned;
use crate::input::parameter::{Parameter, ParameterValues};
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "runner",
    about: "grazes until a carnivore is almost upon it, then bolts in zigzags",
    kind: Kind::Herbivore,
    parameters: &[
        Parameter {
            name: "nerve",
            unit: "units",
            default: 35.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "the gap to an approaching carnivore at which it bolts; a quarter of it to a resting one",
        },
        Parameter {
            name: "bolt",
            unit: "ticks",
            default: 4.0,
            min: 1.0,
            max: 1000.0,
            meaning: "how long it runs on after the last fright",
        },
        Parameter {
            name: "zigzag",
            unit: "share",
            default: 0.6,
            min: 0.0,
            max: 2.0,
            meaning: "how far it strays sideways while it runs, for each step ahead",
        },
        Parameter {
            name: "pace",
            unit: "share",
            default: 0.25,
            min: 0.01,
            max: 1.0,
            meaning: "the share of its greatest speed at which it walks",
        },
    ],
    make: |settings| Box::new(Runner::new(settings)),
    tell: |memory| {
        let Recollection { fright, shunned } = memory.recall();
        format!("will run for {:.0} more ticks; {}", fright.ticks, shunned.in_words())
    },
};

struct Runner {
    nerve: f64,
    bolt: f64,
    zigzag: f64,
    pace: f64,
}

/// What a runner remembers.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Recollection {
    fright: Fright,
    shunned: Shunned,
}

/// For how many more ticks it will run, and where to.
#[derive(Default, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Fright {
    ticks: f64,
    direction: DVec2,
}

impl Runner {
    fn new(settings: &ParameterValues) -> Self {
        let get = |name| settings.get(name);
        Self { nerve: get("nerve"), bolt: get("bolt"), zigzag: get("zigzag"), pace: get("pace") }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        if turn.senses.me.can_reproduce {
            turn.intent.reproduce();
        }
        if let Some(attacker) = attackers(&turn.senses).last() {
            turn.intent.defend(attacker);
        }
        let Recollection { fright: before, mut shunned } = turn.memory.recall();
        let is_news = shunned.update(&turn.senses);
        let away = away_from(&turn.senses, threats(&turn.senses, self.nerve));
        let fright = if away.length_squared() > 0.0 {
            Fright { ticks: self.bolt, direction: away }
        } else {
            Fright { ticks: (before.ticks - 1.0).max(0.0), ..before }
        };
        if is_news || fright != before {
            turn.memory.remember(&Recollection { fright, shunned: shunned.clone() });
        }
        if fright.ticks > 0.0 {
            let aside = self.zigzag * (turn.rng.random::<f64>() * 2.0 - 1.0);
            let direction = fright.direction + fright.direction.perp() * aside;
            run(turn, direction.normalize_or_zero(), turn.senses.me.max_speed);
        } else if !feed(
            turn,
            SightingKind::Plant,
            &shunned,
            pace(turn.senses.me.max_speed, self.pace),
        ) {
            roam(turn, pace(turn.senses.me.max_speed, self.pace));
        }
    }
}

impl Behaviour for Runner {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
