//! What several behaviours have in common: fleeing, feeding, roaming.

use glam::DVec2;
use rand::RngExt;

use super::super::{
    CreatureRng, EnergyState, EventKind, Intent, OrganismId, Senses, Sighting, SightingKind, Turn,
};
use super::shunned::{Shunned, lacked_a_way};

/// The carnivores within `gap` that come nearer, and those within a quarter of it whatever they do.
pub(in crate::behaviour) fn threats<'a>(
    senses: &'a Senses<'_>,
    gap: f64,
) -> impl Iterator<Item = &'a Sighting> {
    let me = senses.me.centre;
    let comes_nearer = move |s: &Sighting| s.velocity.dot(me - s.centre) > 0.0;
    senses
        .sight
        .iter()
        .take_while(move |s| s.gap <= gap)
        .filter(|s| s.seen == SightingKind::Carnivore)
        .filter(move |s| s.gap * 4.0 <= gap || comes_nearer(s))
}

/// The direction away from all `threats`, the nearer the stronger; zero when there are none.
pub(in crate::behaviour) fn away_from<'a>(
    senses: &Senses<'_>,
    threats: impl Iterator<Item = &'a Sighting>,
) -> DVec2 {
    threats
        .map(|threat| {
            let apart = senses.me.centre - threat.centre;
            apart / apart.length_squared().max(1.0)
        })
        .sum::<DVec2>()
        .normalize_or_zero()
}

/// Runs in a direction, turning along the border where the world ends.
pub(super) fn run(turn: &mut Turn<'_>, direction: DVec2, speed: f64) {
    let aim = flight(&turn.senses, &mut turn.rng, direction);
    turn.intent.go_to(aim, speed);
}

/// Where to run in a direction: along the border where the world ends.
pub(in crate::behaviour) fn flight(
    senses: &Senses<'_>,
    rng: &mut CreatureRng,
    direction: DVec2,
) -> DVec2 {
    let me = &senses.me;
    let direction = if lacked_a_way(senses).next().is_some() {
        // Any other direction is better than none.
        let mut throw = || rng.random::<f64>() * 2.0 - 1.0;
        (direction + DVec2::new(throw(), throw()) * 2.0).normalize_or_zero()
    } else {
        direction
    };
    let room = senses.bounds.inflated(DVec2::splat(-me.radius));
    let ahead = me.centre + direction * me.sight;
    let mut aim = room.nearest_point(ahead);
    if aim.distance(me.centre) < me.sight * 0.25 {
        // Cornered at the border: along it, to the side with more room.
        let along = if (ahead.x - aim.x).abs() > (ahead.y - aim.y).abs() {
            DVec2::new(0.0, if me.centre.y < room.centre().y { 1.0 } else { -1.0 })
        } else {
            DVec2::new(if me.centre.x < room.centre().x { 1.0 } else { -1.0 }, 0.0)
        };
        aim = room.nearest_point(me.centre + along * me.sight);
    }
    aim
}

/// Goes for prey, and strikes when it is within reach.
pub(super) fn pursue(turn: &mut Turn<'_>, prey: &Sighting, speed: f64) {
    chase(&mut turn.intent, turn.senses.me.reach, (prey.id, prey.gap), speed);
}

/// Goes for somebody at a gap, and strikes when that is within `reach`.
pub(in crate::behaviour) fn chase(
    intent: &mut Intent,
    reach: f64,
    (whom, gap): (OrganismId, f64),
    speed: f64,
) {
    if gap <= reach {
        intent.attack(whom);
    }
    intent.go_beside(whom, speed);
}

/// Goes on roaming, or to a new place in a random direction when it has arrived or cannot go on.
pub(super) fn roam(turn: &mut Turn<'_>, speed: f64) {
    if turn.senses.me.travelling {
        return;
    }
    let aim = stroll(&turn.senses, &mut turn.rng);
    turn.intent.go_to(aim, speed);
}

/// A new place in a random direction.
pub(in crate::behaviour) fn stroll(senses: &Senses<'_>, rng: &mut CreatureRng) -> DVec2 {
    let me = &senses.me;
    let room = senses.bounds.inflated(DVec2::splat(-me.radius));
    let mut throw = || rng.random::<f64>() * 2.0 - 1.0;
    let step = DVec2::new(throw(), throw()) * (me.sight * 3.0);
    room.nearest_point(me.centre + step)
}

/// Who attacked in the last tick.
pub(super) fn attackers<'a>(senses: &'a Senses<'_>) -> impl Iterator<Item = OrganismId> + 'a {
    senses.events_of.iter().filter_map(|e| match e.what {
        EventKind::Attacked { by, .. } => Some(by),
        _ => None,
    })
}

/// Eats of the best food of a sort in sight, or goes there; answers whether there is any.
pub(super) fn feed(turn: &mut Turn<'_>, sort: SightingKind, shunned: &Shunned, speed: f64) -> bool {
    let me = &turn.senses.me;
    if me.state == EnergyState::Full {
        return false;
    }
    let best = best_food(&turn.senses, sort, |id| shunned.holds(id));
    let Some(food) = best else { return false };
    graze(&mut turn.intent, me.reach, (food.id, food.gap), speed);
    true
}

/// Goes next to food at a gap, and bites off it when that is within `reach`.
pub(in crate::behaviour) fn graze(
    intent: &mut Intent,
    reach: f64,
    (food, gap): (OrganismId, f64),
    speed: f64,
) {
    if gap <= reach {
        intent.halt();
    } else {
        intent.go_beside(food, speed);
    }
    // Eating comes after moving: the last step and the first bite fit into one tick.
    if gap <= reach + speed {
        intent.eat(food);
    }
}

/// The food of a sort in sight that offers most for the way. What holds less than a sixth of a bite
/// is passed by, and so is what is shunned.
pub(in crate::behaviour) fn best_food<'a>(
    senses: &'a Senses<'_>,
    sort: SightingKind,
    is_shunned: impl Fn(OrganismId) -> bool,
) -> Option<&'a Sighting> {
    let me = &senses.me;
    let wanted = me.bite.min(me.max_energy - me.energy);
    let worth = |food: &Sighting| food.food.min(wanted * 2.0) / (food.gap + 10.0);
    senses
        .sight
        .iter()
        .filter(|s| s.seen == sort && s.food * 6.0 >= wanted && !is_shunned(s.id))
        .map(|s| (worth(s), s))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, food)| food)
}

/// A share of its greatest speed, `max_speed`, at which a creature walks, within what is allowed.
pub(in crate::behaviour) fn pace(max_speed: f64, share: f64) -> f64 {
    (max_speed * share).max(2.0).min(max_speed)
}
