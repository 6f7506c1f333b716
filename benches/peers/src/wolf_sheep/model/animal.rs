//! What sheep and wolves have in common.
//!
//! The energy of the model is in their memory. That of Terrarium decides only who starves: it moves
//! between organisms in fixed amounts, so that no parent can give half of it to a child.

use rand::RngExt;
use terrarium::behaviour::{SightingKind, Turn};
use terrarium::geometry::{Aabb, DVec2, Segment};

use super::land::{Land, Patch};

/// The energy of an animal: what it remembers, what its parent gave it, or that of a founder.
pub fn energy(turn: &mut Turn<'_>, meal: f64) -> f64 {
    if let Some(energy) = turn.memory.recall::<Option<f64>>() {
        return energy;
    }
    match turn.senses.me.dna.try_into() {
        Ok(bytes) => f64::from_le_bytes(bytes),
        Err(_) => turn.rng.random::<f64>() * 2.0 * meal,
    }
}

/// Remembers the energy until the next turn.
pub fn remember(turn: &mut Turn<'_>, energy: f64) {
    turn.memory.remember(&Some(energy));
}

/// Bears a child with a probability; returns the energy that is left, half of it if there is a child.
pub fn breed(turn: &mut Turn<'_>, probability: f64, energy: f64) -> f64 {
    if turn.rng.random::<f64>() >= probability || !turn.senses.me.can_reproduce {
        return energy;
    }
    let half = energy / 2.0;
    turn.intent.reproduce = Some(half.to_le_bytes().to_vec());
    half
}

/// Gives up all energy of the body, by a defence against something in sight: it starves before the next
/// attacks, unless it eats.
pub fn exhaust(turn: &mut Turn<'_>) {
    if let Some(other) = turn.senses.sight.iter().find(|it| it.kind != SightingKind::Carcass) {
        turn.intent.defend(other.id);
    }
}

/// How often an animal draws another patch when bodies block the lines to all places of one.
const DRAWS: usize = 8;

/// Sets out for a random patch around its own; returns that patch, or its own if it cannot set out.
pub fn walk(turn: &mut Turn<'_>, land: Land) -> Patch {
    let from = land.patch_at(turn.senses.me.centre);
    let drawn = (0..DRAWS).find_map(|_| {
        let to = land.beside(from, &mut turn.rng);
        let mut places = to.places();
        let first = turn.rng.random_range(0..places.len());
        places.rotate_left(first);
        // A path with a bend takes more than one tick.
        Some((to, places.into_iter().find(|&place| is_straight(turn, place))?))
    });
    let Some((to, place)) = drawn else { return from };
    turn.intent.go_to(place, turn.senses.me.max_speed);
    to
}

/// Whether no body stands between the animal and a place.
fn is_straight(turn: &Turn<'_>, place: DVec2) -> bool {
    let me = &turn.senses.me;
    let line = Segment::new(me.centre, place);
    let half = DVec2::splat(me.radius);
    let swept = Aabb::spanning(me.centre, place).inflated(half);
    let blocks = |body: Aabb| body.overlaps(&swept) && line.enters(&body.inflated(half));
    !turn.senses.sight.iter().any(|other| blocks(other.body()))
}
