//! A sparring partner of the arena: a hunter that runs to where its prey will be, and in a colony a
//! soldier that captures bases.

#![no_std]
#![forbid(unsafe_code)]

use terrarium_creature::{
    Allegiance, EventKind, Id, Seen, Senses, Sighting, Turn, creature, math, random,
};

creature!(decide, appetite = 0.6, 0.0, 1.0; chase = 0.9, 0.01, 1.0; pace = 0.3, 0.01, 1.0);

fn decide(turn: &mut Turn) {
    let senses = turn.senses();
    let [appetite, chase, pace] = [0, 1, 2].map(|index| senses.parameter(index));
    if senses.can_reproduce() {
        turn.reproduce();
    }
    if let Some(attacker) = attacker(senses) {
        turn.defend(attacker);
    }
    let is_hungry = senses.energy < senses.max_energy * appetite;
    if let Some(foe) = nearest(senses, |s| s.is_hostile()).filter(|foe| foe.gap <= 60.0) {
        pursue(turn, foe, paced(senses, chase));
    } else if march(turn, paced(senses, chase)) {
        // A soldier goes from base to base.
    } else if let Some(carcass) = nearest(senses, |s| s.seen == Seen::CARCASS && s.food > 0.0)
        && senses.energy < senses.max_energy * 0.8
    {
        feed(turn, carcass, paced(senses, chase));
    } else if !is_hungry {
        turn.halt();
    } else if let Some(prey) = nearest(senses, |s| s.seen == Seen::HERBIVORE) {
        pursue(turn, prey, paced(senses, chase));
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

fn nearest(
    senses: &'static Senses,
    is_wanted: impl Fn(&Sighting) -> bool,
) -> Option<&'static Sighting> {
    senses.sightings().iter().find(|s| is_wanted(s))
}

/// Goes to the nearest base that its colony does not hold; false where there is none.
fn march(turn: &mut Turn, speed: f64) -> bool {
    let senses = turn.senses();
    let Some(base) = senses.bases().iter().find(|base| base.allegiance != Allegiance::OWN) else {
        return false;
    };
    if base.is_within() {
        turn.halt();
    } else {
        turn.go_to_base(base.id, speed);
    }
    true
}

fn feed(turn: &mut Turn, carcass: &Sighting, speed: f64) {
    let senses = turn.senses();
    if carcass.gap <= senses.reach {
        turn.halt();
    } else {
        turn.go_beside(carcass.id, speed);
    }
    if carcass.gap <= senses.reach + speed {
        turn.eat(carcass.id);
    }
}

/// Strikes what is within reach; runs beside what is near, and ahead of what is far and flees.
fn pursue(turn: &mut Turn, prey: &Sighting, speed: f64) {
    let me = turn.senses();
    if prey.gap <= me.reach {
        turn.attack(prey.id);
    }
    let flight = math::sqrt(prey.velocity_x * prey.velocity_x + prey.velocity_y * prey.velocity_y);
    if prey.gap <= speed * 3.0 || flight < 1.0 {
        turn.go_beside(prey.id, speed);
        return;
    }
    let ticks = (prey.gap / speed).min(8.0);
    let (x, y) = within(me, prey.x + prey.velocity_x * ticks, prey.y + prey.velocity_y * ticks);
    turn.go_near(x, y, speed);
}

/// The nearest point at which its middle can be.
fn within(senses: &Senses, x: f64, y: f64) -> (f64, f64) {
    let place = |at: f64, axis: usize| {
        at.max(senses.min[axis] + senses.radius).min(senses.max[axis] - senses.radius)
    };
    (place(x, 0), place(y, 1))
}

fn roam(turn: &mut Turn, speed: f64) {
    let me = turn.senses();
    let far = me.sight * 3.0;
    let (dx, dy) = (random() * 2.0 - 1.0, random() * 2.0 - 1.0);
    let (x, y) = within(me, me.x + dx * far, me.y + dy * far);
    turn.go_near(x, y, speed);
}
