//! A conqueror: heads for the nearest base that its colony does not hold, and holds out until it does.

use serde::{Deserialize, Serialize};

use super::super::{
    Allegiance, BaseId, BaseSight, Behaviour, EventKind, Senses, SightingKind, Turn,
};
use super::Native;
use super::instinct::{attackers, feed, pursue};
use super::shunned::{Shunned, lacked_a_way};
use crate::input::parameter::{Parameter, ParameterValues};
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "conqueror",
    about: "takes the nearest base that its colony does not hold, fights whoever stands against it",
    kind: Kind::Carnivore,
    parameters: &[
        Parameter {
            name: "recheck",
            unit: "ticks",
            default: 40.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "how often it asks itself anew which base is the nearest, and how long it leaves one alone that it could not reach",
        },
        Parameter {
            name: "patience",
            unit: "ticks",
            default: 10.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "how long something may block it before it turns to another base",
        },
        Parameter {
            name: "chase",
            unit: "units",
            default: 40.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "the gap to a hostile creature at which it leaves its way for it",
        },
        Parameter {
            name: "appetite",
            unit: "share",
            default: 0.4,
            min: 0.0,
            max: 1.0,
            meaning: "the share of its greatest energy below which it eats of carcasses on its way",
        },
    ],
    make: |settings| Box::new(Conqueror::new(settings)),
    tell: |memory| memory.recall::<Campaign>().in_words(),
};

struct Conqueror {
    recheck: u64,
    patience: u32,
    chase: f64,
    appetite: f64,
}

/// What a conqueror remembers.
#[derive(Default, Clone, PartialEq, Serialize, Deserialize)]
struct Campaign {
    /// The base it is after.
    aim: Option<BaseId>,
    /// In which tick it will ask itself anew.
    rethinks_at: u64,
    /// For how many ticks running it has been blocked.
    blocked: u32,
    /// A base that it could not reach, and until when it leaves that alone.
    avoided: Option<(BaseId, u64)>,
    shunned: Shunned,
}

impl Campaign {
    fn in_words(&self) -> String {
        let aim = self.aim.map_or_else(|| "after no base".to_owned(), |aim| format!("after {aim}"));
        let avoided =
            self.avoided.map(|(base, until)| format!("leaves {base} until tick {until}; "));
        let (rethinks, blocked) = (self.rethinks_at, self.blocked);
        format!(
            "{aim}, thinks again at tick {rethinks}; blocked for {blocked} ticks; {}{}",
            avoided.unwrap_or_default(),
            self.shunned.in_words()
        )
    }
}

impl Conqueror {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
    fn new(settings: &ParameterValues) -> Self {
        let get = |name| settings.get(name);
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
        self.take_stock(&mut now, &turn.senses);
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

    /// Notes what has come of the last tick, and chooses a base when it is time.
    fn take_stock(&self, now: &mut Campaign, senses: &Senses<'_>) {
        now.blocked = match now.aim.and_then(|aim| senses.base(aim)) {
            Some(base) if base.within => 0,
            _ if was_blocked(senses) => now.blocked + 1,
            _ => 0,
        };
        // Only of a way to a place is nobody named.
        let is_cut_off = lacked_a_way(senses).any(|whom| whom.is_none());
        if is_cut_off || now.blocked > self.patience {
            now.avoided = now.aim.map(|aim| (aim, senses.tick + self.recheck));
            now.blocked = 0;
            now.aim = None;
        }
        now.avoided = now.avoided.filter(|&(_, until)| senses.tick < until);
        let holds_out = |base: &BaseSight<'_>| base.within && is_wanted(base);
        let is_done = match now.aim.and_then(|aim| senses.base(aim)) {
            Some(base) => !is_wanted(base) || (senses.tick >= now.rethinks_at && !holds_out(base)),
            None => true,
        };
        if is_done {
            now.aim = choose(senses, now.avoided.map(|(base, _)| base));
            now.rethinks_at = senses.tick + self.recheck;
        }
    }
}

/// Whether something stopped it in the last tick.
fn was_blocked(senses: &Senses<'_>) -> bool {
    senses.events_of.iter().any(|event| matches!(event.what, EventKind::Blocked { .. }))
}

/// Whether there is something to win at a base.
fn is_wanted(base: &BaseSight<'_>) -> bool {
    base.allegiance != Allegiance::Own || base.hold < 1.0
}

/// The nearest base that the colony does not hold; if it holds all, the nearest that is slipping
/// away from it.
fn choose(senses: &Senses<'_>, avoided: Option<BaseId>) -> Option<BaseId> {
    let open = || senses.bases.iter().filter(|base| Some(base.id) != avoided);
    let foreign = open().find(|base| base.allegiance != Allegiance::Own);
    foreign.or_else(|| open().find(|base| is_wanted(base))).map(|base| base.id)
}

/// Strikes at whatever is hostile and within reach: creatures first, then sentries that still
/// sting.
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

/// Goes where it is needed, and stays there.
fn march(turn: &mut Turn<'_>, now: &Campaign, speed: f64) {
    let Some(aim) = now.aim.and_then(|aim| turn.senses.base(aim)) else {
        turn.intent.halt();
        return;
    };
    let me = &turn.senses.me;
    let is_near = aim.distance <= me.radius * 2.0;
    let rests = !me.travelling && me.velocity.length() == 0.0;
    if aim.within && (is_near || rests || was_blocked(&turn.senses)) {
        turn.intent.halt();
    } else {
        turn.intent.go_to_base(aim.id, speed);
    }
}

impl Behaviour for Conqueror {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
