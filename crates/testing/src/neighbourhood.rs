//! The turn of a grazer among neighbours, by which kinds of behaviour are compared.

use terrarium_creatures::behaviour::{
    CreatureRng, Notes, OrganismId, Sighting, SightingKind, Turn,
};
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::DVec2;

use crate::turns;

/// Eight neighbours of a grazer in the meadow: plants, herbivores and a carnivore.
pub fn neighbours() -> Vec<Sighting> {
    let kinds =
        [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Plant, SightingKind::Plant];
    let sighting = |index: u32| {
        let at = f64::from(index);
        let kind = if index == 7 { SightingKind::Carnivore } else { kinds[index as usize % 4] };
        Sighting {
            centre: DVec2::new(520.0 + 15.0 * at, 480.0 - 9.0 * at),
            velocity: DVec2::new(-1.0, 0.5),
            food: if kind == SightingKind::Plant { 40.0 + at } else { 0.0 },
            ..turns::sighting(u64::from(index) + 10, kind, 4.0 + 15.0 * at)
        }
    };
    (0..8).map(sighting).collect()
}

/// The turn of a hungry grazer with these sightings, in the middle of its world.
pub fn turn(sight: &[Sighting]) -> Turn<'_> {
    let mut turn = turns::turn(sight, &[]);
    turn.senses.tick = 77;
    let me = &mut turn.senses.me;
    (me.id, me.species) = (OrganismId(1), SpeciesId(1));
    (me.radius, me.bite) = (14.0, 30.0);
    (me.energy, me.max_energy) = (60.0, 200.0);
    (me.age, me.lifespan) = (300, 3000);
    (turn.rng, turn.notes) = (CreatureRng::new(7), Notes::default());
    turn
}
