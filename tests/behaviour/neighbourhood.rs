//! Hand-made turns outside any world, for tests and benchmarks of behaviours.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use terrarium::behaviour::{Conditions, GroundKind, GroundMap, Notes, no_species};
use terrarium::genome::HeritableParameters;
use terrarium::prelude::*;

/// Eight neighbours of a grazer in the meadow: plants, herbivores and a carnivore.
pub fn neighbours() -> Vec<Sighting> {
    let kinds =
        [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Plant, SightingKind::Plant];
    let sighting = |index: u32| {
        let at = f64::from(index);
        let kind = if index == 7 { SightingKind::Carnivore } else { kinds[index as usize % 4] };
        Sighting {
            id: OrganismId(u64::from(index) + 10),
            kind,
            species: SpeciesId(kind as u16),
            centre: DVec2::new(520.0 + 15.0 * at, 480.0 - 9.0 * at),
            radius: 12.0,
            velocity: DVec2::new(-1.0, 0.5),
            food: if kind == SightingKind::Plant { 40.0 + at } else { 0.0 },
            signal: 0,
            gap: 4.0 + 15.0 * at,
            hostile: false,
        }
    };
    (0..8).map(sighting).collect()
}

/// The turn of a hungry grazer with these sightings, in the middle of its world.
pub fn turn(sight: &[Sighting]) -> Turn<'_> {
    let me = OwnState {
        id: OrganismId(1),
        species: SpeciesId(1),
        centre: DVec2::new(500.0, 500.0),
        radius: 14.0,
        velocity: DVec2::ZERO,
        travelling: false,
        energy: 60.0,
        max_energy: 200.0,
        state: EnergyState::Hungry,
        damage: 0.0,
        age: 300,
        lifespan: 3000,
        mature: true,
        can_reproduce: false,
        breeding_obstacle: None,
        attack: 0.0,
        defence: 0.0,
        camouflage: 0.0,
        moving_cost: 0.0,
        destination: None,
        max_speed: 20.0,
        sight: 200.0,
        bite: 30.0,
        reach: 2.0,
        dna: &[],
        second_dna: &[],
        needs_partner: false,
        brain: None,
        heritable: HeritableParameters::none(),
        colony: None,
        ground: GroundKind::Plain,
    };
    let bounds = Aabb::new(DVec2::ZERO, DVec2::splat(1000.0));
    let senses = Senses {
        tick: 77,
        bounds,
        me,
        sight,
        conditions: Conditions::default(),
        messages: &[],
        events: &[],
        bases: &[],
        walls: &[],
        ground: GroundMap::nowhere(),
        species_names: no_species(),
    };
    Turn {
        senses,
        memory: Memory::default(),
        rng: CreatureRng::new(7),
        intent: Intent::default(),
        fault: None,
        spent: 0,
        notes: Notes::default(),
    }
}
