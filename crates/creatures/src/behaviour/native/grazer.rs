//! A cautious grazer: eats nearby plants, and keeps away from carnivores.

use terrarium_input::parameter::{Parameter, ParameterValues};

use super::super::{Behaviour, EnergyState, SightingKind, Turn};
use super::Native;
use super::instinct::{attackers, away_from, court, feed, pace, roam, run, threats};
use super::shunned::Shunned;
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "grazer",
    about: "grazes on nearby plants, flees early when a carnivore approaches",
    kind: Kind::Herbivore,
    parameters: &[
        Parameter {
            name: "caution",
            unit: "units",
            default: 70.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "gap to an approaching carnivore at which it flees; a quarter of it to others",
        },
        Parameter {
            name: "pace",
            unit: "share",
            default: 0.3,
            min: 0.01,
            max: 1.0,
            meaning: "share of its maximum speed at which it walks",
        },
        Parameter {
            name: "flight",
            unit: "share",
            default: 0.8,
            min: 0.01,
            max: 1.0,
            meaning: "share of its maximum speed at which it flees",
        },
    ],
    make: |values| Box::new(Grazer::new(values)),
    describe_memory: |memory| memory.recall::<Shunned>().describe(),
};

struct Grazer {
    caution: f64,
    pace: f64,
    flight: f64,
}

impl Grazer {
    fn new(values: &ParameterValues) -> Self {
        let get = |name| values.get(name);
        Self { caution: get("caution"), pace: get("pace"), flight: get("flight") }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        if turn.senses.me.can_reproduce {
            turn.intent.reproduce();
        }
        if let Some(attacker) = attackers(&turn.senses).last() {
            turn.intent.defend(attacker);
        }
        let mut shunned: Shunned = turn.memory.recall();
        if shunned.update(&turn.senses) {
            turn.memory.remember(&shunned);
        }
        let away = away_from(&turn.senses, threats(&turn.senses, self.caution));
        if away.length_squared() > 0.0 {
            run(turn, away, pace(turn.senses.me.max_speed, self.flight));
        } else if court(turn, pace(turn.senses.me.max_speed, self.pace)) {
            // It feeds when it has conceived.
        } else if turn.senses.me.state == EnergyState::Full {
            turn.intent.halt();
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

impl Behaviour for Grazer {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
