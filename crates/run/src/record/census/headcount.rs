//! The state of each species at one tick, in one pass over all organisms.

use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{PlantTraits, Traits};
use terrarium_sim::world::{Body, Carcass, Growth, Identity, Life, World};

use super::Mean;

/// The organisms of one species at one tick.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Headcount {
    /// The number of living organisms.
    pub count: u64,
    /// The number of carcasses.
    pub carcasses: u64,
    /// The energy that the living organisms can spend, in total.
    pub energy: Energy,
    /// The number of adults.
    pub grown: u64,
    /// The number of organisms that do not grow for lack of energy.
    pub hungry: u64,
    /// The number of organisms that do not grow for lack of space.
    pub cramped: u64,
    /// The age, in ticks.
    pub age: Mean,
    /// The radius, in units.
    pub radius: Mean,
    /// The adult radius, in units.
    pub mature_radius: Mean,
    /// An animal's points, in the order of [`Characteristic::ALL`](terrarium_creatures::species::Characteristic).
    pub points: [Mean; 7],
    /// The traits of plants.
    pub plant: PlantMeans,
}

/// The means of the traits that only plants have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlantMeans {
    /// The height per unit of radius.
    pub height: Mean,
    /// The preferred share of full light, 0 to 1.
    pub preferred_light: Mean,
    /// The seed dispersal distance, in units.
    pub seed_spread: Mean,
}

type Living<'a> = (&'a Identity, &'a Body, &'a Life, Option<&'a Traits>, Option<&'a PlantTraits>);

impl Headcount {
    /// Counts the organisms of each species, in the order of the world.
    #[must_use]
    pub fn of(world: &World) -> Vec<Self> {
        let mut counts = vec![Self::default(); world.config().species.len()];
        for (who, body, life, animal, plant) in world.query::<Living<'_>>().iter() {
            let count = &mut counts[who.species.index()];
            count.add_living(world.tick(), who, body, life);
            animal.into_iter().for_each(|traits| count.add_animal(traits));
            plant.into_iter().for_each(|traits| count.plant.add(traits));
        }
        for (who, _) in world.query::<(&Identity, &Carcass)>().iter() {
            counts[who.species.index()].carcasses += 1;
        }
        counts
    }

    #[expect(clippy::cast_precision_loss, reason = "ages are far below 2^53 ticks")]
    fn add_living(&mut self, tick: u64, who: &Identity, body: &Body, life: &Life) {
        self.count += 1;
        self.energy += life.energy;
        self.age.add(who.age(tick) as f64);
        self.radius.add(body.radius);
        self.mature_radius.add(life.mature_radius.into());
        match life.growth {
            Growth::Growing => {}
            Growth::Grown => self.grown += 1,
            Growth::Hungry => self.hungry += 1,
            Growth::NoRoom => self.cramped += 1,
        }
    }

    fn add_animal(&mut self, traits: &Traits) {
        self.points
            .iter_mut()
            .zip(traits.points)
            .for_each(|(mean, points)| mean.add(points.into()));
    }
}

impl PlantMeans {
    fn add(&mut self, traits: &PlantTraits) {
        self.height.add(traits.height.into());
        self.preferred_light.add(traits.preferred_light.into());
        self.seed_spread.add(traits.seed_spread.into());
    }
}
