//! Plants, grazers and hunters in Terrarium, by its own rules: not the same model.
//!
//! There are as many plants as the model has patches. Plants are simulated in every tick as well, but
//! only animals are counted.

use std::error::Error;
use std::path::Path;

use terrarium::prelude::*;

use super::{Meadow, Parameters};

/// The side of the square of ground for each plant, in units.
const GROUND: f64 = 100.0;

pub struct Terrarium(Simulation);

impl Terrarium {
    /// Founds a world with grazers and hunters in the proportions of the shipped meadow.
    pub fn new(of: &Parameters, seed: u64) -> Result<Self, Box<dyn Error>> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let side = f64::from(of.side) * GROUND;
        let hunters = of.founders / 20;
        let simulation = SimulationBuilder::new(here.join("wolf_sheep.toml").to_string_lossy())
            .creatures(here.join("creatures"))
            .seed(seed)
            .set("world.size", format!("[{side}, {side}]"))
            .set("population.clover", of.side * of.side)
            .set("population.grazer", of.founders - hunters)
            .set("population.hunter", hunters)
            .build()?;
        Ok(Self(simulation))
    }
}

impl Meadow for Terrarium {
    fn step(&mut self) {
        self.0.tick();
    }

    fn animals(&self) -> u32 {
        let count: u64 = self.0.world().populations()[1..].iter().sum();
        u32::try_from(count).expect("few animals")
    }
}
