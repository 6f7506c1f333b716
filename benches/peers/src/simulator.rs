//! The models and simulators that are compared.

use std::error::Error;
use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::flock;
use crate::measurement::Measurement;
use crate::wolf_sheep::{self, Parameters};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    Flocking,
    WolfSheep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Simulator {
    Terrarium,
    /// The same model of wolves and sheep as the others simulate.
    TerrariumModel,
    /// As published: boids react to those in the cells around them.
    Krabmaga,
    /// Boids react to those within their sight.
    KrabmagaExact,
    Mesa,
    Arrays,
}

/// Their names on the command line.
macro_rules! shown_by_name {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let value = self.to_possible_value().expect("none is hidden");
                f.write_str(value.get_name())
            }
        }
    )*};
}
shown_by_name!(Model, Simulator);

impl Simulator {
    /// All simulators, those first that the others are compared with.
    pub const ALL: [Self; 6] = [
        Self::Terrarium,
        Self::TerrariumModel,
        Self::Arrays,
        Self::Krabmaga,
        Self::KrabmagaExact,
        Self::Mesa,
    ];

    /// Its name in tables and charts.
    pub fn label(self) -> &'static str {
        match self {
            Self::Terrarium => "Terrarium",
            Self::TerrariumModel => "Terrarium, same model",
            Self::Krabmaga => "krABMaga 0.6.2",
            Self::KrabmagaExact => "krABMaga 0.6.2, exact sight",
            Self::Mesa => "Mesa 3.3.1",
            Self::Arrays => "plain arrays",
        }
    }

    /// Whether it simulates a model.
    pub fn has(self, model: Model) -> bool {
        match self {
            Self::Terrarium | Self::Krabmaga | Self::Mesa => true,
            Self::KrabmagaExact | Self::Arrays => model == Model::Flocking,
            Self::TerrariumModel => model == Model::WolfSheep,
        }
    }

    /// Measures a model in this process.
    ///
    /// # Errors
    /// When a world is invalid, or for Mesa, which is measured in Python.
    pub fn measure(self, model: Model, size: u32) -> Result<Measurement, Box<dyn Error>> {
        match model {
            Model::Flocking => self.measure_flock(size),
            Model::WolfSheep => self.measure_wolf_sheep(Parameters::of(size)?),
        }
    }

    fn measure_flock(self, boids: u32) -> Result<Measurement, Box<dyn Error>> {
        use flock::arrays::Arrays;
        use flock::krabmaga::{Krabmaga, Seeing};
        use flock::terrarium::Terrarium;
        let krabmaga =
            |seeing| flock::measure(self, boids, |seed| Ok(Krabmaga::new(boids, seed, seeing)));
        match self {
            Self::Terrarium => flock::measure(self, boids, |seed| Terrarium::new(boids, seed)),
            Self::Krabmaga => krabmaga(Seeing::ByCells),
            Self::KrabmagaExact => krabmaga(Seeing::Exactly),
            Self::Arrays => flock::measure(self, boids, |seed| Ok(Arrays::new(boids, seed))),
            Self::Mesa => Err("Mesa is measured in Python".into()),
            Self::TerrariumModel => Err("the model is wolf–sheep".into()),
        }
    }

    fn measure_wolf_sheep(self, of: &Parameters) -> Result<Measurement, Box<dyn Error>> {
        use wolf_sheep::krabmaga::Krabmaga;
        use wolf_sheep::model::WolfSheep;
        use wolf_sheep::terrarium::Terrarium;
        match self {
            Self::Terrarium => wolf_sheep::measure(self, of, |seed| Terrarium::new(of, seed)),
            Self::TerrariumModel => wolf_sheep::measure(self, of, |seed| WolfSheep::new(of, seed)),
            Self::Krabmaga => wolf_sheep::measure(self, of, |seed| Ok(Krabmaga::new(*of, seed))),
            _ => Err(format!("{} has no such model", self.label()).into()),
        }
    }
}
