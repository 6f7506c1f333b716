//! A sparring partner of the arena: a far-seeing grazer that stays alert after a flight.
//!
//! It grazes on what is worth its distance. For some ticks after it has run from a carnivore, it keeps
//! a greater distance from all of them: the end of that time is its memory.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{
    EnergyState, EventKind, Id, Reader, Seen, Senses, Sighting, Turn, Writer, creature, math,
    random,
};

creature!(decide, caution = 45.0, 0.0, 1e4; pace = 0.22, 0.01, 1.0; alert = 30.0, 0.0, 1e6);

fn decide(turn: &mut Turn) {
    let senses = turn.senses();
    let [caution, pace] = [0, 1].map(|index| senses.parameter(index));
    if senses.can_reproduce() {
        turn.reproduce();
    }
    if let Some(attacker) = attacker(senses) {
        turn.defend(attacker);
    }
    let alert_until = Reader::new(senses.memory()).number().unwrap_or(0);
    let gap = if senses.tick < alert_until { caution * 1.5 } else { caution };
    if let Some(threat) = threat(senses, gap) {
        let mut memory = Writer::<16>::new();
        memory.number(senses.tick + senses.parameter(2) as u64);
        turn.remember(memory.bytes());
        flee(turn, threat);
    } else if let Some(plant) = best_plant(senses) {
        graze(turn, plant, paced(senses, pace));
    } else if !senses.is_travelling() {
        roam(turn, paced(senses, pace));
    }
}

/// A share of the greatest speed, within what is allowed.
fn paced(senses: &Senses, share: f64) -> f64 {
    (senses.max_speed * share).max(2.0).min(senses.max_speed)
}

fn attacker(senses: &'static Senses) -> Option<Id> {
    senses.events().iter().find_map(|event| match event.what() {
        EventKind::Attacked { by, .. } => Some(by),
        _ => None,
    })
}

/// The nearest carnivore within a gap that comes nearer, or is close whatever it does.
fn threat(senses: &'static Senses, gap: f64) -> Option<&'static Sighting> {
    let mut near = senses.sightings().iter().take_while(|s| s.gap <= gap);
    near.find(|s| {
        let closing = s.velocity_x * (senses.x - s.x) + s.velocity_y * (senses.y - s.y) > 0.0;
        s.seen == Seen::CARNIVORE && (closing || s.gap * 3.0 <= gap)
    })
}

/// The plant with the most food for its distance, as far as it has room for it.
fn best_plant(senses: &'static Senses) -> Option<&'static Sighting> {
    if senses.state == EnergyState::FULL {
        return None;
    }
    let room = (senses.max_energy - senses.energy).min(senses.bite * 2.0);
    let worth = |s: &Sighting| s.food.min(room) / (s.gap + 10.0);
    let plants = senses.sightings().iter().filter(|s| s.seen == Seen::PLANT && s.food > 0.0);
    plants.reduce(|best, next| if worth(next) > worth(best) { next } else { best })
}

fn graze(turn: &mut Turn, plant: &Sighting, speed: f64) {
    let senses = turn.senses();
    if plant.gap <= senses.reach {
        turn.halt();
    } else {
        turn.go_beside(plant.id, speed);
    }
    if plant.gap <= senses.reach + speed {
        turn.eat(plant.id);
    }
}

/// The nearest point at which its middle can be.
fn within(senses: &Senses, x: f64, y: f64) -> (f64, f64) {
    let place = |at: f64, axis: usize| {
        at.max(senses.min[axis] + senses.radius).min(senses.max[axis] - senses.radius)
    };
    (place(x, 0), place(y, 1))
}

/// Runs away; at the border to one side.
fn flee(turn: &mut Turn, threat: &Sighting) {
    let me = turn.senses();
    let (dx, dy) = (me.x - threat.x, me.y - threat.y);
    let length = math::sqrt(dx * dx + dy * dy).max(1e-6);
    let far = me.sight / length;
    let (mut x, mut y) = within(me, me.x + dx * far, me.y + dy * far);
    if math::sqrt((x - me.x) * (x - me.x) + (y - me.y) * (y - me.y)) < me.sight * 0.25 {
        (x, y) = within(me, me.x - dy * far, me.y + dx * far);
    }
    turn.go_to(x, y, me.max_speed);
}

fn roam(turn: &mut Turn, speed: f64) {
    let me = turn.senses();
    let far = me.sight * 3.0;
    let (dx, dy) = (random() * 2.0 - 1.0, random() * 2.0 - 1.0);
    let (x, y) = within(me, me.x + dx * far, me.y + dy * far);
    turn.go_to(x, y, speed);
}
