//! A pack hunter: all members of a pack hunt the prey that one of them has chosen.

use terrarium_input::parameter::{Parameter, ParameterValues};

use super::super::{Behaviour, OrganismId, Sighting, SightingKind, Turn};
use super::Native;
use super::instinct::{court, feed, pace, pursue, roam};
use super::shunned::Shunned;
use crate::species::Kind;

pub(super) const NATIVE: Native = Native {
    name: "pack",
    about: "stays near its own species, hunts the prey that the pack has chosen",
    kind: Kind::Carnivore,
    parameters: &[
        Parameter {
            name: "appetite",
            unit: "share",
            default: 0.6,
            min: 0.0,
            max: 1.0,
            meaning: "share of its maximum energy below which it hunts",
        },
        Parameter {
            name: "quarry",
            unit: "radii",
            default: 0.0,
            min: 0.0,
            max: 10.0,
            meaning: "radius of the smallest prey it hunts, in multiples of its own radius",
        },
        Parameter {
            name: "need",
            unit: "share",
            default: 0.3,
            min: 0.0,
            max: 1.0,
            meaning: "share of its maximum energy below which it hunts prey of any size",
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
            name: "chase",
            unit: "share",
            default: 0.9,
            min: 0.01,
            max: 1.0,
            meaning: "share of its maximum speed at which it hunts",
        },
        Parameter {
            name: "company",
            unit: "units",
            default: 60.0,
            min: 0.0,
            max: 10_000.0,
            meaning: "gap to the nearest of its own species above which it moves closer",
        },
    ],
    make: |values| Box::new(Pack::new(values)),
    describe_memory: |memory| memory.recall::<Shunned>().describe(),
};

struct Pack {
    appetite: f64,
    quarry: f64,
    need: f64,
    pace: f64,
    chase: f64,
    company: f64,
}

/// The signal of a member that does not hunt. That of a hunting member is the identity of its prey.
const IDLE: u64 = 0;

impl Pack {
    fn new(values: &ParameterValues) -> Self {
        let get = |name| values.get(name);
        Self {
            appetite: get("appetite"),
            quarry: get("quarry"),
            need: get("need"),
            pace: get("pace"),
            chase: get("chase"),
            company: get("company"),
        }
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        let me = &turn.senses.me;
        let is_hungry = me.energy < me.max_energy * self.appetite;
        if me.can_reproduce {
            turn.intent.reproduce();
        }
        let mut shunned: Shunned = turn.memory.recall();
        if shunned.update(&turn.senses) {
            turn.memory.remember(&shunned);
        }
        if feed(turn, SightingKind::Carcass, &shunned, pace(turn.senses.me.max_speed, self.chase)) {
            turn.intent.signal(IDLE);
            return;
        }
        match self.prey(turn, &shunned).filter(|_| is_hungry) {
            Some(prey) => {
                turn.intent.signal(prey.id.0);
                pursue(turn, prey, pace(turn.senses.me.max_speed, self.chase));
            }
            None => {
                turn.intent.signal(IDLE);
                if !court(turn, pace(turn.senses.me.max_speed, self.pace)) {
                    self.keep_company(turn, is_hungry);
                }
            }
        }
    }

    /// The prey that a mate has chosen, if it is visible, or else the nearest.
    fn prey<'a>(&self, turn: &Turn<'a>, shunned: &Shunned) -> Option<&'a Sighting> {
        let me = &turn.senses.me;
        let is_choosy = me.energy >= me.max_energy * self.need;
        let smallest = if is_choosy { me.radius * self.quarry } else { 0.0 };
        let is_chosen = |s: &&Sighting| mates(turn).any(|mate| OrganismId(mate.signal) == s.id);
        let is_prey = |s: &&Sighting| {
            s.kind == SightingKind::Herbivore && s.radius >= smallest && !shunned.holds(s.id)
        };
        let herbivores = || turn.senses.sight.iter().filter(is_prey);
        herbivores().find(is_chosen).or_else(|| herbivores().next())
    }

    /// Rests when well fed; searches for prey near the others when hungry.
    fn keep_company(&self, turn: &mut Turn<'_>, is_hungry: bool) {
        let me = &turn.senses.me;
        let hunting = mates(turn).find(|mate| mate.signal != IDLE);
        let nearest = mates(turn).next();
        if let Some(hunter) = hunting.filter(|_| is_hungry) {
            let (id, speed) = (hunter.id, pace(turn.senses.me.max_speed, self.chase));
            turn.intent.go_beside(id, speed);
        } else if !is_hungry {
            turn.intent.halt();
        } else if let Some(mate) = nearest.filter(|m| m.gap > self.company && !me.travelling) {
            let (id, speed) = (mate.id, pace(turn.senses.me.max_speed, self.pace));
            turn.intent.go_beside(id, speed);
        } else {
            roam(turn, pace(turn.senses.me.max_speed, self.pace));
        }
    }
}

/// The visible animals of its own species, nearest first.
fn mates<'a>(turn: &Turn<'a>) -> impl Iterator<Item = &'a Sighting> {
    let (sight, own) = (turn.senses.sight, turn.senses.me.species);
    sight.iter().filter(move |s| s.species == own && s.kind == SightingKind::Carnivore)
}

impl Behaviour for Pack {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
