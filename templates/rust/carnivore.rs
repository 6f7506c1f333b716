//! What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{EventKind, Seen, Turn, creature, random};

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
creature!(decide, "appetite" = 0.7, 0.0, 1.0);

/// Called every tick, for one creature.
fn decide(turn: &mut Turn) {
    let me = turn.senses();
    for event in me.events() {
        if let EventKind::Attacked { by, .. } = event.what() {
            turn.defend(by);
        }
    }
    if me.can_reproduce() {
        turn.reproduce();
    }

    // What lies there already need not be hunted. The nearest comes first.
    let hunts = me.energy < me.parameter(0) * me.max_energy;
    let carcass = me.sightings().iter().find(|s| s.seen == Seen::CARCASS && s.food > 0.0);
    if let Some(carcass) = carcass.filter(|_| hunts) {
        if carcass.gap > me.reach {
            return turn.go_beside(carcass.id, me.max_speed);
        }
        turn.halt();
        return turn.eat(carcass.id);
    }

    // Next to it, and a blow as soon as it is within reach.
    let prey = me.sightings().iter().find(|s| s.seen == Seen::HERBIVORE);
    if let Some(prey) = prey.filter(|_| hunts) {
        if prey.gap <= me.reach {
            turn.attack(prey.id);
        }
        return turn.go_beside(prey.id, me.max_speed);
    }
    // Nothing to do: somewhere else, unless it is going there already.
    if !me.is_travelling() {
        let near = |at: f64| at + 200.0 * (random() - 0.5);
        let x = near(me.x).clamp(me.min[0] + me.radius, me.max[0] - me.radius);
        let y = near(me.y).clamp(me.min[1] + me.radius, me.max[1] - me.radius);
        turn.go_to(x, y, 0.3 * me.max_speed);
    }
}
