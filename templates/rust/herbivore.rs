//! What a NAME does. `terrarium creature docs --lang wasm` lists all that it can know and want.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{EventKind, Seen, Turn, creature, random};

// What [behaviour.parameters] in creature.toml can set: name, default, least and greatest value.
creature!(decide, "caution" = 60.0, 0.0, 10000.0);

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

    // The nearest comes first. What comes too near is run from, straight away from it.
    let caution = me.parameter(0);
    let threat = me.sightings().iter().find(|s| s.seen == Seen::CARNIVORE && s.gap < caution);
    if let Some(threat) = threat {
        let x = (2.0 * me.x - threat.x).clamp(me.min[0] + me.radius, me.max[0] - me.radius);
        let y = (2.0 * me.y - threat.y).clamp(me.min[1] + me.radius, me.max[1] - me.radius);
        return turn.go_to(x, y, me.max_speed);
    }

    // Unless it is full: next to the nearest plant, and a bite as soon as it is within reach.
    let plant = me.sightings().iter().find(|s| s.seen == Seen::PLANT && s.food > 0.0);
    if let Some(plant) = plant.filter(|_| me.energy < 0.8 * me.max_energy) {
        if plant.gap > me.reach {
            return turn.go_beside(plant.id, 0.4 * me.max_speed);
        }
        turn.halt();
        return turn.eat(plant.id);
    }
    // Nothing to do: somewhere else, unless it is going there already.
    if !me.is_travelling() {
        let near = |at: f64| at + 200.0 * (random() - 0.5);
        let x = near(me.x).clamp(me.min[0] + me.radius, me.max[0] - me.radius);
        let y = near(me.y).clamp(me.min[1] + me.radius, me.max[1] - me.radius);
        turn.go_to(x, y, 0.3 * me.max_speed);
    }
}
