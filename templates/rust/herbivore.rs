//! What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{EnergyState, EventKind, Shunned, Turn, creature};

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
creature!(decide, caution = 60.0, 0.0, 10000.0);

/// Called every tick, for one creature.
fn decide(turn: &mut Turn) {
    let me = turn.senses();
    let Parameters { caution } = Parameters::of(me);
    for event in me.events() {
        if let EventKind::Attacked { by, .. } = event.what() {
            turn.defend(by);
        }
    }
    if me.can_reproduce() {
        turn.reproduce();
    }

    // Carnivores that come nearer, or are close already, are run from at full speed.
    if turn.flee(me.threats(caution), me.max_speed) {
        return;
    }

    // Unless it is full: to the best food in sight, and a bite as soon as it is within reach.
    let food = me.best_food(&Shunned::NONE).filter(|_| me.state != EnergyState::FULL);
    match food {
        Some(food) => turn.graze(food, me.pace(0.4)),
        // Nothing to do: somewhere else, unless it is going there already.
        None => turn.roam(me.pace(0.3)),
    }
}
