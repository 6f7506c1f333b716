//! The organisms of a species at one tick.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_sim::world::{Body, Growth, Identity, Life, World};

/// The living organisms of a species at one tick, in the order of identity.
#[derive(Debug, Clone, PartialEq)]
pub struct Individuals {
    /// The tick.
    pub tick: u64,
    /// The species.
    pub species: SpeciesId,
    /// The organisms.
    pub all: Vec<Individual>,
}

/// What charts show of an organism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Individual {
    /// Its identity.
    pub id: OrganismId,
    /// Its age, in ticks.
    pub age: u64,
    /// The number of its ancestors.
    pub generation: u32,
    /// Whether it has reached its mature size.
    pub is_mature: bool,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// The energy that it can spend.
    pub energy: f64,
    /// Its traits, in the order of [`Trait::of`](terrarium_playback::chronicle::Trait::of); a plant has
    /// fewer.
    pub traits: [f32; 8],
}

impl Individuals {
    /// The organisms of a species of `world`.
    #[must_use]
    pub fn new(world: &World, species: SpeciesId) -> Self {
        let mut all = Vec::new();
        type Living<'a> =
            (&'a Identity, &'a Body, &'a Life, Option<&'a Traits>, Option<&'a PlantTraits>);
        for (who, body, life, animal, plant) in world.query::<Living<'_>>().iter() {
            if who.species != species {
                continue;
            }
            all.push(Individual {
                id: who.id,
                age: who.age(world.tick()),
                generation: who.generation,
                is_mature: life.growth == Growth::Grown,
                radius: body.radius,
                energy: life.energy.units(),
                traits: traits_of(animal, plant),
            });
        }
        all.sort_unstable_by_key(|individual| individual.id);
        Self { tick: world.tick(), species, all }
    }
}

fn traits_of(animal: Option<&Traits>, plant: Option<&PlantTraits>) -> [f32; 8] {
    match (animal, plant) {
        (Some(animal), _) => {
            let [energy, eating, attack, defence, speed, camouflage, sight] = animal.points;
            [animal.mature_radius, energy, eating, attack, defence, speed, camouflage, sight]
        }
        (None, Some(plant)) => {
            let PlantTraits { mature_radius, height, preferred_light, seed_spread } = *plant;
            [mature_radius, height, preferred_light, seed_spread, 0.0, 0.0, 0.0, 0.0]
        }
        (None, None) => [0.0; 8],
    }
}
