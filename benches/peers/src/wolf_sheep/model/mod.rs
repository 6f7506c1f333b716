//! The wolf–sheep model in Terrarium, written with its public library.
//!
//! Grass and animals are organisms with bodies, so a patch is a square with room for several of them. A
//! step takes two ticks, since behaviours decide at the beginning of a tick and know at the next one what
//! came of it: in the first sheep walk and graze, in the second they bear lambs, and wolves walk. Wolves
//! kill and bear cubs at the beginning of the first tick of the next step, before any sheep has moved.

mod animal;
mod founders;
mod land;
mod sheep;
#[cfg(test)]
mod tests;
mod wolf;

use std::error::Error;
use std::path::Path;

use terrarium::behaviour::Behaviour;
use terrarium::prelude::SimulationBuilder;
use terrarium::species::SpeciesId;
use terrarium::tick::Simulation;
use terrarium::world::{Identity, Life, WorldConfig};

use self::founders::Founders;
use self::land::{Land, PATCH};
use super::{Census, Curve, Meadow, Parameters, STEPS};

/// Half the side of an animal, in units: the smallest that the library allows.
const BODY: f64 = 12.0;

/// What grass gains in a tick, in energy of the world.
const GROWTH: f64 = 0.75;

pub struct WolfSheep {
    simulation: Simulation,
    ids: SpeciesIds,
    grass: Grass,
}

impl WolfSheep {
    /// # Errors
    /// When the scenario or a creature is invalid.
    pub fn new(of: &Parameters, seed: u64) -> Result<Self, Box<dyn Error>> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("wolf_sheep_model/scenario.toml");
        let (land, grass) = (Land::new(of.side), Grass::new(of));
        let side = f64::from(of.side) * PATCH;
        let empty = SimulationBuilder::new(here.to_string_lossy())
            .seed(seed)
            .world_size(side, side)
            .rule("leaves", grass.full())
            .rule("bite_base", grass.meal() / BODY)
            .build()?;
        let mut world = empty.into_world();
        let ids = SpeciesIds::of(world.config());
        Founders::new(&mut world, land, seed).add_all(of, ids, grass);
        let meal = grass.meal();
        let sheep = sheep::Sheep { of: *of, land, grass: ids.grass, moss: ids.moss, meal };
        let wolf = wolf::Wolf { of: *of, land, sheep: ids.sheep };
        let animals: [Option<Box<dyn Behaviour>>; 2] =
            [Some(Box::new(sheep)), Some(Box::new(wolf))];
        let behaviours = [None, None].into_iter().chain(animals).collect();
        let mut simulation = Simulation::new(world, behaviours);
        simulation.tick();
        Ok(Self { simulation, ids, grass })
    }

    /// The census after each step of a run.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn curve(of: &Parameters, seed: u64) -> Result<Curve, Box<dyn Error>> {
        let mut model = Self::new(of, seed)?;
        Ok((0..STEPS).map(|_| model.counted_step()).collect())
    }

    /// Advances it by a step; returns the census after it.
    fn counted_step(&mut self) -> Census {
        self.simulation.tick();
        let grown = self.grown_patches();
        self.simulation.tick();
        let [sheep, wolves] = self.living();
        [sheep, wolves, grown]
    }

    /// The number of grown patches between two ticks of a step.
    fn grown_patches(&self) -> u32 {
        let mut query = self.simulation.world().query::<(&Identity, &Life)>();
        let grass = query.iter().filter(|(who, _)| who.species == self.ids.grass);
        let grown = grass.filter(|(_, life)| life.energy.units() >= self.grass.full());
        u32::try_from(grown.count()).expect("few patches")
    }

    /// The number of sheep and wolves after a step. Wolves without energy died in it.
    fn living(&self) -> [u32; 2] {
        let (mut sheep, mut wolves) = (0, 0);
        for (who, life) in self.simulation.world().query::<(&Identity, &Life)>().iter() {
            sheep += u32::from(who.species == self.ids.sheep);
            wolves += u32::from(who.species == self.ids.wolf && life.energy.is_positive());
        }
        [sheep, wolves]
    }
}

impl Meadow for WolfSheep {
    fn step(&mut self) {
        self.simulation.tick();
        self.simulation.tick();
    }

    fn animals(&self) -> u32 {
        self.living().iter().sum()
    }
}

/// The species of the scenario.
#[derive(Debug, Clone, Copy)]
struct SpeciesIds {
    grass: SpeciesId,
    moss: SpeciesId,
    sheep: SpeciesId,
    wolf: SpeciesId,
}

impl SpeciesIds {
    fn of(config: &WorldConfig) -> Self {
        let [grass, moss, sheep, wolf] = ["grass", "moss", "sheep", "wolf"]
            .map(|name| config.species_id(name).expect("the scenario has it"));
        Self { grass, moss, sheep, wolf }
    }
}

/// The energy of grass.
#[derive(Debug, Clone, Copy)]
struct Grass {
    regrowth: u16,
}

impl Grass {
    fn new(of: &Parameters) -> Self {
        Self { regrowth: of.regrowth }
    }

    /// What a sheep eats. It grows back in the two ticks of the step of the meal, and of each step of regrowth.
    fn meal(self) -> f64 {
        f64::from(self.regrowth + 1) * 2.0 * GROWTH
    }

    /// The energy of grown grass: a meal, and as much in the roots.
    fn full(self) -> f64 {
        self.meal() * 2.0
    }

    /// The energy of grass that is grown after so many steps.
    fn growing(self, steps: u16) -> f64 {
        self.full() - f64::from(steps) * 2.0 * GROWTH
    }
}
