//! Sheep: they walk and graze in even ticks, and bear lambs in odd ones, when they know what they ate.

use terrarium::behaviour::{Behaviour, EventKind, SightingKind, Turn};
use terrarium::species::SpeciesId;

use super::animal::{breed, energy, exhaust, remember, walk};
use super::land::Land;
use crate::wolf_sheep::Parameters;

/// The energy of the body below which a sheep eats moss: a lamb takes 1.5 units.
const LOW: f64 = 6.0;

pub struct Sheep {
    pub of: Parameters,
    pub land: Land,
    pub grass: SpeciesId,
    pub moss: SpeciesId,
    /// What grown grass holds for a sheep, in energy of the world.
    pub meal: f64,
}

impl Sheep {
    fn graze(&self, turn: &mut Turn<'_>) {
        let energy = energy(turn, self.of.sheep_gain) - 1.0;
        let to = walk(turn, self.land).grass();
        let mut plants = turn.senses.sight.iter().filter(|it| it.kind == SightingKind::Plant);
        let grass = plants.find(|it| it.species == self.grass && it.centre == to);
        if let Some(grass) = grass.filter(|it| it.food >= self.meal) {
            turn.intent.eat(grass.id);
        }
        if energy < 0.0 {
            exhaust(turn);
        }
        remember(turn, energy);
    }

    fn bear(&self, turn: &mut Turn<'_>) {
        let has_eaten = turn.senses.events.iter().any(
            |event| matches!(event.what, EventKind::Ate { energy, .. } if energy.is_positive()),
        );
        let meal = if has_eaten { self.of.sheep_gain } else { 0.0 };
        let mut energy = energy(turn, self.of.sheep_gain) + meal;
        if energy >= 0.0 {
            let moss = turn.senses.sight.iter().find(|it| it.species == self.moss);
            if let Some(moss) = moss.filter(|_| turn.senses.me.energy < LOW) {
                turn.intent.eat(moss.id);
            }
            energy = breed(turn, self.of.sheep_breeding, energy);
        }
        remember(turn, energy);
    }
}

impl Behaviour for Sheep {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            if turn.senses.tick.is_multiple_of(2) {
                self.graze(turn);
            } else {
                self.bear(turn);
            }
        }
    }
}
