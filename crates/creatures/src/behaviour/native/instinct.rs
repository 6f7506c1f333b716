//! Building blocks shared by several behaviours: fleeing, feeding, roaming.

use glam::DVec2;
use rand::RngExt;

use super::super::{
    Activity, CreatureRng, EnergyState, EventKind, Intent, OrganismId, Senses, Sighting,
    SightingKind, Turn,
};
use super::shunned::{Shunned, unreachable_targets};

/// The carnivores within `gap` that approach, and all carnivores within a quarter of `gap`.
pub fn threats<'a>(senses: &'a Senses<'_>, gap: f64) -> impl Iterator<Item = &'a Sighting> {
    let me = senses.me.centre;
    let approaches = move |s: &Sighting| s.velocity.dot(me - s.centre) > 0.0;
    senses
        .sight
        .iter()
        .take_while(move |s| s.gap <= gap)
        .filter(|s| s.kind == SightingKind::Carnivore)
        .filter(move |s| s.gap * 4.0 <= gap || approaches(s))
}

/// The direction away from all `threats`, with nearer ones weighted more; zero when there are none.
pub fn away_from<'a>(senses: &Senses<'_>, threats: impl Iterator<Item = &'a Sighting>) -> DVec2 {
    threats
        .map(|threat| {
            let apart = senses.me.centre - threat.centre;
            apart / apart.length_squared().max(1.0)
        })
        .sum::<DVec2>()
        .normalize_or_zero()
}

/// Moves in a direction, or along the border when the border is ahead.
pub(super) fn run(turn: &mut Turn<'_>, direction: DVec2, speed: f64) {
    let destination = flight(&turn.senses, &mut turn.rng, direction);
    turn.intent.go_to(destination, speed);
}

/// The destination of a flight in a direction, or along the border when the border is ahead.
pub fn flight(senses: &Senses<'_>, rng: &mut CreatureRng, direction: DVec2) -> DVec2 {
    let me = &senses.me;
    let direction = if unreachable_targets(senses).next().is_some() {
        // The last movement was refused: try a random direction.
        let mut component = || rng.random::<f64>() * 2.0 - 1.0;
        (direction + DVec2::new(component(), component()) * 2.0).normalize_or_zero()
    } else {
        direction
    };
    let room = senses.bounds.inflated(DVec2::splat(-me.radius));
    let ahead = me.centre + direction * me.sight;
    let mut destination = room.nearest_point(ahead);
    if destination.distance(me.centre) < me.sight * 0.25 {
        // At the border: along it, toward the side with more room.
        let along = if (ahead.x - destination.x).abs() > (ahead.y - destination.y).abs() {
            DVec2::new(0.0, if me.centre.y < room.centre().y { 1.0 } else { -1.0 })
        } else {
            DVec2::new(if me.centre.x < room.centre().x { 1.0 } else { -1.0 }, 0.0)
        };
        destination = room.nearest_point(me.centre + along * me.sight);
    }
    destination
}

/// Moves next to prey, and attacks it when it is within reach.
pub(super) fn pursue(turn: &mut Turn<'_>, prey: &Sighting, speed: f64) {
    chase(&mut turn.intent, turn.senses.me.reach, (prey.id, prey.gap), speed);
}

/// Moves next to an organism, and attacks it when its gap is within `reach`.
pub fn chase(intent: &mut Intent, reach: f64, (target, gap): (OrganismId, f64), speed: f64) {
    if gap <= reach {
        intent.attack(target);
    }
    intent.go_beside(target, speed);
}

/// Continues the current journey, or starts one to a random point nearby if there is none.
pub(super) fn roam(turn: &mut Turn<'_>, speed: f64) {
    if turn.senses.me.travelling {
        return;
    }
    let destination = stroll(&turn.senses, &mut turn.rng);
    turn.intent.go_to(destination, speed);
}

/// A random point nearby.
pub fn stroll(senses: &Senses<'_>, rng: &mut CreatureRng) -> DVec2 {
    let me = &senses.me;
    let room = senses.bounds.inflated(DVec2::splat(-me.radius));
    let mut component = || rng.random::<f64>() * 2.0 - 1.0;
    let step = DVec2::new(component(), component()) * (me.sight * 3.0);
    room.nearest_point(me.centre + step)
}

/// The organisms that attacked the creature in the last tick.
pub(super) fn attackers<'a>(senses: &'a Senses<'_>) -> impl Iterator<Item = OrganismId> + 'a {
    senses.events.iter().filter_map(|e| match e.what {
        EventKind::Attacked { by, .. } => Some(by),
        _ => None,
    })
}

/// Moves next to the nearest animal of its species that courts, if the creature needs a partner to conceive. Returns
/// whether there is any.
pub(super) fn court(turn: &mut Turn<'_>, speed: f64) -> bool {
    let Some(partner) = partner(&turn.senses) else { return false };
    turn.intent.go_beside(partner.id, speed);
    true
}

/// The nearest animal of its species that courts, if the creature could conceive with it.
pub(super) fn partner<'a>(senses: &Senses<'a>) -> Option<&'a Sighting> {
    let me = &senses.me;
    if !(me.needs_partner && me.can_reproduce) {
        return None;
    }
    let courts = |index| {
        let condition = senses.conditions.get(index);
        condition.is_some_and(|condition| condition.doing == Activity::Courting)
    };
    let mut kin = senses.sight.iter().enumerate().filter(|(_, it)| it.species == me.species);
    kin.find(|(index, _)| courts(*index)).map(|(_, partner)| partner)
}

/// Moves to the best visible food of a kind and eats of it. Returns whether there is any.
pub(super) fn feed(turn: &mut Turn<'_>, kind: SightingKind, shunned: &Shunned, speed: f64) -> bool {
    let me = &turn.senses.me;
    if me.state == EnergyState::Full {
        return false;
    }
    let best = best_food(&turn.senses, kind, |id| shunned.holds(id));
    let Some(food) = best else { return false };
    graze(&mut turn.intent, me.reach, (food.id, food.gap), speed);
    true
}

/// Moves next to food, and eats of it when its gap is within `reach` or the next step.
pub fn graze(intent: &mut Intent, reach: f64, (food, gap): (OrganismId, f64), speed: f64) {
    if gap <= reach {
        intent.halt();
    } else {
        intent.go_beside(food, speed);
    }
    // Eating comes after moving, so the last step and the first bite fit into one tick.
    if gap <= reach + speed {
        intent.eat(food);
    }
}

/// The visible food of a kind with the most energy for its distance. Food with less than a sixth of
/// a bite and shunned food are ignored.
pub fn best_food<'a>(
    senses: &Senses<'a>,
    kind: SightingKind,
    is_shunned: impl Fn(OrganismId) -> bool,
) -> Option<&'a Sighting> {
    let me = &senses.me;
    let wanted = me.bite.min(me.max_energy - me.energy);
    let worth = |food: &Sighting| food.food.min(wanted * 2.0) / (food.gap + 10.0);
    senses
        .sight
        .iter()
        .filter(|s| s.kind == kind && s.food * 6.0 >= wanted && !is_shunned(s.id))
        .map(|s| (worth(s), s))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, food)| food)
}

/// A share of `max_speed`, but at least 2 units a tick (the default of the rule `speed_min`) as far
/// as `max_speed` allows.
pub fn pace(max_speed: f64, share: f64) -> f64 {
    (max_speed * share).max(2.0).min(max_speed)
}
