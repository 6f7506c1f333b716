//! What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{EventKind, Kind, Shunned, Turn, creature};

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
creature!(decide, appetite = 0.7, 0.0, 1.0);

/// Called every tick, for one creature.
fn decide(turn: &mut Turn) {
    let me = turn.senses();
    let Parameters { appetite } = Parameters::of(me);
    for event in me.events() {
        if let EventKind::Attacked { by, .. } = event.what() {
            turn.defend(by);
        }
    }
    if me.can_reproduce() {
        turn.reproduce();
    }

    if me.energy <= appetite * me.max_energy {
        // What lies there already need not be hunted.
        if let Some(carcass) = me.best_food(&Shunned::NONE) {
            return turn.graze(carcass, me.max_speed);
        }
        // Next to it, and a blow as soon as it is within reach.
        if let Some(prey) = me.nearest(Kind::Herbivore) {
            return turn.pursue(prey, me.max_speed);
        }
    }
    // Nothing to do: somewhere else, unless it is going there already.
    turn.roam(me.pace(0.3));
}
