//! Signals the ground under it, and the ground a hundred units to the east of it.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{Turn, creature, ground_at};

creature!(decide);

fn decide(turn: &mut Turn) {
    let senses = turn.senses();
    let east = ground_at(senses.x + 100.0, senses.y).map_or(99, |ground| ground.0);
    turn.signal(u64::from(senses.ground.0) * 100 + u64::from(east));
}
