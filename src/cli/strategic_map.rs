//! What `terrarium nodes` and `terrarium route` have in common: a map, and what tiles cost on it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Failure;
use crate::input::spelling;
use crate::navigation::strategic::{StrategicConfig, StrategicProblem};
use crate::space::terrain::Terrain;

/// Which map, and what its tiles cost.
#[derive(Debug, Args)]
pub(super) struct StrategicMap {
    /// The map, OpenFire .json or MovingAI .map; for example fubar.json
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// Whether walls can be driven through, at a cost, or part the map as water does; for example
    /// indestructible
    #[arg(long, value_enum, default_value_t = Walls::Destructible)]
    walls: Walls,
    /// Set a constant of travel: ground, road, wall, water or danger (costs), range or half_width
    /// (pixels, 32 to a tile); for example wall=50
    #[arg(long, value_name = "NAME=NUMBER", value_parser = constant)]
    set: Vec<(String, u32)>,
    /// Let lines lead over water, trees and rock, at the cost of `water`
    #[arg(long)]
    fords: bool,
}

/// What walls are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Walls {
    /// Travellers shoot their way through.
    Destructible,
    /// Nobody gets through.
    Indestructible,
}

impl StrategicMap {
    /// Reads the map, and puts the constants together.
    pub fn read(&self) -> Result<(Terrain, StrategicConfig), Failure> {
        let mut settings = StrategicConfig {
            destructible: self.walls == Walls::Destructible,
            fords: self.fords,
            ..StrategicConfig::default()
        };
        for (name, value) in &self.set {
            *settings.number_mut(name).expect("names were checked") = *value;
        }
        settings.check().map_err(|problem| Failure::input(format!("--set: {problem}")))?;
        Ok((Terrain::read(&self.map).map_err(Failure::input)?, settings))
    }

    /// What is wrong with the map.
    pub fn wrong(&self, problem: &StrategicProblem) -> Failure {
        Failure::input(format!("{}: {problem}", self.map.display()))
    }
}

/// A name and a number with an equals sign between them.
fn constant(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("give NAME=NUMBER, as in wall=50")?;
    let name = name.trim();
    if StrategicConfig::default().number_mut(name).is_none() {
        let hint = spelling::hint(spelling::nearest(name, StrategicConfig::NUMBERS));
        let all = spelling::listed(StrategicConfig::NUMBERS);
        return Err(format!("there is no constant `{name}`{hint}; there are {all}"));
    }
    let value = value.trim().parse();
    let value = value.map_err(|_| format!("`{name}` needs a whole number from 0, as in 50"))?;
    Ok((name.to_owned(), value))
}
