//! A cautious grazer: eats what grows nearby, and keeps well away from carnivores.
//!
//! It decides exactly as the native behaviour `grazer` does, with the same numbers in the same
//! order.

#![no_std]
#![forbid(unsafe_code)]

mod shunned;

use shunned::{Shunned, lacked_a_way};
use terrarium_creature::{EnergyState, EventKind, Seen, Senses, Sighting, Turn, creature, random};

creature!(decide, caution = 70.0, 0.0, 1e4; pace = 0.3, 0.01, 1.0; flight = 0.8, 0.01, 1.0);

fn decide(turn: &mut Turn) {
    let senses = turn.senses();
    let [caution, pace, flight] = [0, 1, 2].map(|index| senses.parameter(index));
    if senses.can_reproduce() {
        turn.reproduce();
    }
    if let Some(attacker) = last_attacker(senses) {
        turn.defend(attacker);
    }
    let mut shunned = Shunned::recall(senses.memory());
    if shunned.update(senses) {
        turn.remember(shunned.written().bytes());
    }
    let away = away_from_threats(senses, caution);
    if squared(away) > 0.0 {
        run(turn, away, paced(senses, flight));
    } else if senses.state == EnergyState::FULL {
        turn.halt();
    } else if !feed(turn, &shunned, paced(senses, pace)) {
        roam(turn, paced(senses, pace));
    }
}

type Vector = [f64; 2];

fn squared([x, y]: Vector) -> f64 {
    x * x + y * y
}

/// The direction of a vector; zero for what has none.
fn normalised([x, y]: Vector) -> Vector {
    let reciprocal = 1.0 / sqrt(squared([x, y]));
    if reciprocal.is_finite() && reciprocal > 0.0 {
        [x * reciprocal, y * reciprocal]
    } else {
        [0.0, 0.0]
    }
}

fn sqrt(x: f64) -> f64 {
    terrarium_creature::math::sqrt(x)
}

/// The share of its greatest speed at which a creature walks, within what is allowed.
fn paced(senses: &Senses, share: f64) -> f64 {
    (senses.max_speed * share).max(2.0).min(senses.max_speed)
}

fn last_attacker(senses: &'static Senses) -> Option<terrarium_creature::Id> {
    senses.events().iter().rev().find_map(|event| match event.what() {
        EventKind::Attacked { by, .. } => Some(by),
        _ => None,
    })
}

/// The direction away from the carnivores within `gap` that come nearer, and those within a quarter
/// of it whatever they do; the nearer the stronger.
fn away_from_threats(senses: &'static Senses, gap: f64) -> Vector {
    let comes_nearer =
        |s: &Sighting| s.velocity_x * (senses.x - s.x) + s.velocity_y * (senses.y - s.y) > 0.0;
    let threats = senses
        .sightings()
        .iter()
        .take_while(|s| s.gap <= gap)
        .filter(|s| s.seen == Seen::CARNIVORE)
        .filter(|s| s.gap * 4.0 <= gap || comes_nearer(s));
    let mut sum = [0.0, 0.0];
    for threat in threats {
        let apart = [senses.x - threat.x, senses.y - threat.y];
        let weight = squared(apart).max(1.0);
        sum = [sum[0] + apart[0] / weight, sum[1] + apart[1] / weight];
    }
    normalised(sum)
}

/// Where the middle of the body can be: from the first corner to the second.
fn room(senses: &Senses) -> (Vector, Vector) {
    let radius = senses.radius;
    let (min, max) = (senses.min, senses.max);
    ([min[0] + radius, min[1] + radius], [max[0] - radius, max[1] - radius])
}

fn nearest_point((min, max): (Vector, Vector), [x, y]: Vector) -> Vector {
    [x.max(min[0]).min(max[0]), y.max(min[1]).min(max[1])]
}

/// A number at random from −1 to 1.
fn throw() -> f64 {
    random() * 2.0 - 1.0
}

/// Runs in a direction, turning along the border where the world ends.
fn run(turn: &mut Turn, direction: Vector, speed: f64) {
    let me = turn.senses();
    let direction = if me.events().iter().any(|event| lacked_a_way(event).is_some()) {
        // Any other direction is better than none.
        let (x, y) = (throw(), throw());
        normalised([direction[0] + x * 2.0, direction[1] + y * 2.0])
    } else {
        direction
    };
    let room = room(me);
    let ahead = [me.x + direction[0] * me.sight, me.y + direction[1] * me.sight];
    let mut aim = nearest_point(room, ahead);
    if sqrt(squared([aim[0] - me.x, aim[1] - me.y])) < me.sight * 0.25 {
        // Cornered at the border: along it, to the side with more room.
        let middle = |axis: usize| (room.0[axis] + room.1[axis]) * 0.5;
        let side = |at: f64, middle: f64| if at < middle { 1.0 } else { -1.0 };
        let along = if (ahead[0] - aim[0]).abs() > (ahead[1] - aim[1]).abs() {
            [0.0, side(me.y, middle(1))]
        } else {
            [side(me.x, middle(0)), 0.0]
        };
        aim = nearest_point(room, [me.x + along[0] * me.sight, me.y + along[1] * me.sight]);
    }
    turn.go_to(aim[0], aim[1], speed);
}

/// Goes on roaming, or to a new place in a random direction when it has arrived or cannot go on.
fn roam(turn: &mut Turn, speed: f64) {
    let me = turn.senses();
    if me.is_travelling() {
        return;
    }
    let far = me.sight * 3.0;
    let (x, y) = (throw(), throw());
    let [x, y] = nearest_point(room(me), [me.x + x * far, me.y + y * far]);
    turn.go_to(x, y, speed);
}

/// Eats of the best plant in sight, or goes there; answers whether there is any.
fn feed(turn: &mut Turn, shunned: &Shunned, speed: f64) -> bool {
    let me = turn.senses();
    let wanted = me.bite.min(me.max_energy - me.energy);
    let worth = |food: &Sighting| food.food.min(wanted * 2.0) / (food.gap + 10.0);
    let plants = me
        .sightings()
        .iter()
        .filter(|s| s.seen == Seen::PLANT && s.food * 6.0 >= wanted && !shunned.holds(s.id))
        .map(|s| (worth(s), s));
    let best = plants.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let Some((_, food)) = best else { return false };
    if food.gap <= me.reach {
        turn.halt();
    } else {
        turn.go_beside(food.id, speed);
    }
    // Eating comes after moving: the last step and the first bite fit into one tick.
    if food.gap <= me.reach + speed {
        turn.eat(food.id);
    }
    true
}
