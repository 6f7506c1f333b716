//! A conqueror: goes to the nearest base that its colony does not hold, and stays until it does.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};

use super::super::{
    Allegiance, BaseId, BaseSighting, Behaviour, EventKind, Senses, SightingKind, Turn,
};
use super::Native;
use super::instinct::{attackers, feed, pursue};
use super::shunned::{Shunned, unreachable_targets};
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "conqueror",
    about: "captures the nearest base that its colony does not hold, fights hostile creatures",
    kind: Kind::Carnivore,
    parameters: &[
        Parameter {
            name: "recheck",
            unit: "ticks",
            default: 40.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "interval between base choices; time for which it avoids an unreachable base",
        },
        Parameter {
            name: "patience",
            unit: "ticks",
            default: 10.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "time for which it may be blocked before it chooses another base",
        },
        Parameter {
            name: "chase",
            unit: "units",
            default: 40.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "gap to a hostile creature at which it pursues that creature",
        },
        Parameter {
            name: "appetite",
            unit: "share",
            default: 0.4,
            min: 0.0,
            max: 1.0,
            meaning: "share of its maximum energy below which it eats of carcasses",
        },
    ],
    make: |values| Box::new(Conqueror::new(values)),
    describe_memory: |memory| memory.recall::<Campaign>().describe(),
};

struct Conqueror {
    recheck: u64,
    patience: u32,
    chase: f64,
    appetite: f64,
}

/// The memory of a conqueror.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Campaign {
    /// The base it is going to capture.
    target: Option<BaseId>,
    /// The tick in which it chooses a base again.
    rechecks_at: u64,
    /// The number of consecutive ticks in which it has been blocked.
    blocked: u32,
    /// A base that it could not reach, and the tick until which it avoids that base.
    avoided: Option<(BaseId, u64)>,
    shunned: Shunned,
}

impl Campaign {
    fn describe(&self) -> String {
        let target =
            self.target.map_or_else(|| "no target".to_owned(), |base| format!("target {base}"));
        let avoided =
            self.avoided.map(|(base, until)| format!("avoids {base} until tick {until}; "));
        let (recheck, blocked) = (self.rechecks_at, self.blocked);
        format!(
            "{target}, next choice at tick {recheck}; blocked for {blocked} ticks; {}{}",
            avoided.unwrap_or_default(),
            self.shunned.describe()
        )
    }
}

impl Conqueror {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
    fn new(values: &ParameterValues) -> Self {
        let get = |name| values.get(name);
        Self {
            recheck: get("recheck") as u64,
            patience: get("patience") as u32,
            chase: get("chase"),
            appetite: get("appetite"),
        }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        let before: Campaign = turn.memory.recall();
        let mut now = before.clone();
        now.shunned.update(&turn.senses);
        self.update(&mut now, &turn.senses);
        strike(turn);
        let me = &turn.senses.me;
        let speed = me.max_speed;
        let foe = turn.senses.sight.iter().find(|s| s.hostile && !now.shunned.holds(s.id));
        let is_hungry = me.energy < me.max_energy * self.appetite;
        if let Some(foe) = foe.filter(|foe| foe.gap <= self.chase) {
            pursue(turn, foe, speed);
        } else if !(is_hungry && feed(turn, SightingKind::Carcass, &now.shunned, speed)) {
            march(turn, &now, speed);
        }
        if now != before {
            turn.memory.remember(&now);
        }
    }

    /// Updates the memory with the events of the last tick, and chooses a base when it is time.
    fn update(&self, now: &mut Campaign, senses: &Senses<'_>) {
        now.blocked = match now.target.and_then(|target| senses.base(target)) {
            Some(base) if base.within => 0,
            _ if was_blocked(senses) => now.blocked + 1,
            _ => 0,
        };
        // Only a refused movement to a place names no organism.
        let is_cut_off = unreachable_targets(senses).any(|target| target.is_none());
        if is_cut_off || now.blocked > self.patience {
            now.avoided = now.target.map(|target| (target, senses.tick + self.recheck));
            now.blocked = 0;
            now.target = None;
        }
        now.avoided = now.avoided.filter(|&(_, until)| senses.tick < until);
        let holds_out = |base: &BaseSighting<'_>| base.within && is_wanted(base);
        let is_done = match now.target.and_then(|target| senses.base(target)) {
            Some(base) => !is_wanted(base) || (senses.tick >= now.rechecks_at && !holds_out(base)),
            None => true,
        };
        if is_done {
            now.target = choose(senses, now.avoided.map(|(base, _)| base));
            now.rechecks_at = senses.tick + self.recheck;
        }
    }
}

/// Whether it was blocked in the last tick.
fn was_blocked(senses: &Senses<'_>) -> bool {
    senses.events.iter().any(|event| matches!(event.what, EventKind::Blocked { .. }))
}

/// Whether the colony does not fully hold a base.
fn is_wanted(base: &BaseSighting<'_>) -> bool {
    base.allegiance != Allegiance::Own || base.hold < 1.0
}

/// The nearest base that the colony does not hold; if it holds all, the nearest that it does not
/// hold fully.
fn choose(senses: &Senses<'_>, avoided: Option<BaseId>) -> Option<BaseId> {
    let open = || senses.bases.iter().filter(|base| Some(base.id) != avoided);
    let foreign = open().find(|base| base.allegiance != Allegiance::Own);
    foreign.or_else(|| open().find(|base| is_wanted(base))).map(|base| base.id)
}

/// Strikes hostile creatures within reach, or else walls with hostile sentries that still strike.
fn strike(turn: &mut Turn<'_>) {
    let senses = &turn.senses;
    let reach = senses.me.reach;
    let foe = senses.sight.iter().find(|s| s.hostile && s.gap <= reach).map(|foe| foe.id);
    let attacker = attackers(senses).last();
    let is_threat = |sentry| sentry == Some(Allegiance::Hostile);
    let wall = senses
        .walls
        .iter()
        .find(|wall| wall.gap <= reach && is_threat(wall.sentry) && wall.health > 0.5);
    let wall = wall.map(|wall| wall.cell);
    if let Some(foe) = foe {
        turn.intent.attack(foe);
    } else if let Some(wall) = wall {
        turn.intent.breach(wall);
    }
    if let Some(attacker) = attacker.or(foe) {
        turn.intent.defend(attacker);
    }
}

/// Goes to the target base, and stays there.
fn march(turn: &mut Turn<'_>, now: &Campaign, speed: f64) {
    let Some(target) = now.target.and_then(|target| turn.senses.base(target)) else {
        turn.intent.halt();
        return;
    };
    let me = &turn.senses.me;
    let is_near = target.distance <= me.radius * 2.0;
    let rests = !me.travelling && me.velocity.length() == 0.0;
    if target.within && (is_near || rests || was_blocked(&turn.senses)) {
        turn.intent.halt();
    } else {
        turn.intent.go_to_base(target.id, speed);
    }
}

impl Behaviour for Conqueror {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
