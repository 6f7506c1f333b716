//! Wolf–sheep predation: the model of the public comparison of frameworks, with its parameters.
//!
//! Sheep eat grass, wolves eat sheep, and grass grows back. In each step first the sheep act, then the
//! wolves: each walks to one of the up to eight patches around it, loses a unit of energy, eats what is
//! there, dies if its energy is below zero, and otherwise bears a child with some probability, to which
//! it gives half its energy.

pub mod curves;
pub mod krabmaga;
pub mod model;
pub mod terrarium;

use std::error::Error;

use serde::Serialize;

use crate::clock::{Laps, Stopwatch};
use crate::measurement::Measurement;
use crate::simulator::{Model, Simulator};

/// The number of steps of a run.
pub const STEPS: u32 = 100;

/// The number of sheep, wolves and grown patches.
pub type Census = [u32; 3];

/// The census after each step of a run.
pub type Curve = Vec<Census>;

/// A run is timed again until so many seconds have passed, or so often.
pub const ENOUGH: (f64, u32) = (10.0, 20);

/// The parameters of the model.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Parameters {
    #[serde(skip)]
    pub name: &'static str,
    /// The number of patches along a side.
    pub side: u32,
    pub sheep: u32,
    pub wolves: u32,
    /// The probabilities of a child in a step.
    pub sheep_breeding: f64,
    pub wolf_breeding: f64,
    /// The number of steps until an eaten patch is grown again.
    pub regrowth: u16,
    /// The energy of a meal.
    pub sheep_gain: f64,
    pub wolf_gain: f64,
    /// The animals with which Terrarium begins, so that their mean number is about that of the model.
    #[serde(skip)]
    pub founders: u32,
}

impl Parameters {
    /// The parameters for a land with so many patches along a side.
    ///
    /// # Errors
    /// When the comparison has no such land.
    pub fn of(side: u32) -> Result<&'static Self, String> {
        let found = SIZES.iter().find(|it| it.side == side);
        found.ok_or_else(|| format!("no land has {side} patches along a side"))
    }
}

/// The sizes of the public comparison.
pub const SIZES: [Parameters; 2] = [
    Parameters {
        name: "small",
        side: 25,
        sheep: 60,
        wolves: 40,
        sheep_breeding: 0.2,
        wolf_breeding: 0.1,
        regrowth: 20,
        sheep_gain: 5.0,
        wolf_gain: 13.0,
        founders: 90,
    },
    Parameters {
        name: "large",
        side: 100,
        sheep: 1000,
        wolves: 500,
        sheep_breeding: 0.4,
        wolf_breeding: 0.2,
        regrowth: 10,
        sheep_gain: 5.0,
        wolf_gain: 13.0,
        founders: 3300,
    },
];

/// A world of grazers and hunters that can be advanced.
pub trait Meadow {
    /// Advances it by a step.
    fn step(&mut self);

    /// The number of animals.
    fn animals(&self) -> u32;
}

/// Measures runs of the worlds that `found` makes from seeds: the fastest of them.
///
/// # Errors
/// Those of `found`.
pub fn measure<M: Meadow>(
    simulator: Simulator,
    of: &Parameters,
    found: impl Fn(u64) -> Result<M, Box<dyn Error>>,
) -> Result<Measurement, Box<dyn Error>> {
    let (watch, mut runs) = (Stopwatch::start(), Vec::new());
    for seed in 1..=u64::from(ENOUGH.1) {
        let mut meadow = found(seed)?;
        let (mut laps, mut animal_steps) = (Laps::default(), 0);
        laps.lap(|| {
            for _ in 0..STEPS {
                animal_steps += meadow.animals();
                meadow.step();
            }
        });
        runs.push(Measurement::of_run(simulator, of, laps.fastest(), animal_steps));
        if watch.seconds() > ENOUGH.0 {
            break;
        }
    }
    Ok(fastest(runs).expect("there is a first run"))
}

/// The run with the most agent-steps per second.
pub fn fastest(runs: impl IntoIterator<Item = Measurement>) -> Option<Measurement> {
    let rate = |it: &Measurement| it.agent_steps_per_second;
    runs.into_iter().max_by(|a, b| rate(a).total_cmp(&rate(b)))
}

impl Measurement {
    /// The measurement of a run of all steps.
    pub fn of_run(simulator: Simulator, of: &Parameters, seconds: f64, animal_steps: u32) -> Self {
        Self {
            model: Model::WolfSheep,
            simulator,
            size: of.side,
            agents: f64::from(animal_steps) / f64::from(STEPS),
            seconds_per_step: seconds / f64::from(STEPS),
            agent_steps_per_second: f64::from(animal_steps) / seconds,
            neighbours: None,
        }
    }
}
