//! The least creature: walks up to the nearest plant and eats of it, or to the middle of the world.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{Seen, Turn, creature};

creature!(decide);

fn decide(turn: &mut Turn) {
    let senses = turn.senses();
    if senses.can_reproduce() {
        turn.reproduce();
    }
    if let Some(plant) = senses.sightings().iter().find(|s| s.seen == Seen::PLANT) {
        turn.go_beside(plant.id, senses.max_speed);
        turn.eat(plant.id);
    } else {
        let [x, y] = [0, 1].map(|axis| (senses.min[axis] + senses.max[axis]) * 0.5);
        turn.go_near(x, y, senses.max_speed);
    }
}
