//! The options that `terrarium nodes` and `terrarium route` share: a map and the costs of its tiles.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Failure;
use crate::input::spelling;
use crate::navigation::strategic::{StrategicConfig, StrategicProblem};
use crate::space::terrain::Terrain;

/// A map and the costs of its tiles.
#[derive(Debug, Args)]
pub(super) struct StrategicMap {
    /// Read this map, OpenFire .json or MovingAI .map; for example fubar.json
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// Choose whether routes may cross walls at a cost, or must avoid them like water; for example
    /// indestructible
    #[arg(long, value_enum, default_value_t = Walls::Destructible)]
    walls: Walls,
    /// Override a constant: ground, road, wall, water or danger (costs per tile), range or half_width
    /// (pixels, 32 per tile); for example wall=50
    #[arg(long, value_name = "NAME=NUMBER", value_parser = constant)]
    set: Vec<(String, u32)>,
    /// Allow routes across water, trees and rock, at the cost `water`
    #[arg(long)]
    fords: bool,
}

/// Whether routes may cross walls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Walls {
    /// Vehicles can shoot walls down.
    Destructible,
    /// No vehicle gets through.
    Indestructible,
}

impl StrategicMap {
    /// Reads the map and applies the overrides of the constants.
    pub fn read(&self) -> Result<(Terrain, StrategicConfig), Failure> {
        let mut config = StrategicConfig {
            destructible: self.walls == Walls::Destructible,
            fords: self.fords,
            ..StrategicConfig::default()
        };
        for (name, value) in &self.set {
            *config.number_mut(name).expect("clap has checked the names") = *value;
        }
        config.check().map_err(|problem| Failure::input(format!("--set: {problem}")))?;
        Ok((Terrain::read(&self.map).map_err(Failure::input)?, config))
    }

    /// The file of the map, for messages.
    pub fn name(&self) -> impl fmt::Display {
        self.map.display()
    }

    /// An error about the map.
    pub fn failure(&self, problem: &StrategicProblem) -> Failure {
        Failure::input(format!("{}: {problem}", self.name()))
    }
}

/// Parses a command-line argument of the form NAME=NUMBER.
fn constant(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("give NAME=NUMBER, as in wall=50")?;
    let name = name.trim();
    if StrategicConfig::default().number_mut(name).is_none() {
        let hint = spelling::hint(spelling::nearest(name, StrategicConfig::NUMBERS));
        let all = spelling::listed(StrategicConfig::NUMBERS);
        return Err(format!("there is no constant `{name}`{hint}; the constants are {all}"));
    }
    let value = value.trim().parse();
    let value = value.map_err(|_| format!("`{name}` takes a whole number from 0, as in 50"))?;
    Ok((name.to_owned(), value))
}
