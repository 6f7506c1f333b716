//! Flocking: the model that krABMaga publishes as `flockers`, at the same density for every size.
//!
//! With the published weights a flock that begins evenly spread draws together as time passes, and
//! everybody sees more. So all simulators are timed in the same first steps, in which a boid sees about
//! nine others; small flocks are timed several times.

pub mod arrays;
pub mod krabmaga;
pub mod rule;
pub mod terrarium;

use std::error::Error;

use crate::clock::{Laps, Stopwatch};
use crate::measurement::Measurement;
use crate::simulator::{Model, Simulator};

/// How far a boid sees, in units.
pub const SIGHT: f64 = 15.0;

/// The mean number of others that a boid sees when all are spread evenly.
pub const NEIGHBOURS: f64 = 9.0;

/// The number of steps before those that are timed.
pub const WARM_UP: u32 = 5;

/// The number of steps that are timed.
pub const STEPS: u32 = 10;

/// The time after which no further flock is timed, in seconds.
pub const ENOUGH_SECONDS: f64 = 20.0;

/// The number of agent-steps and the time after which no further flock is timed.
const ENOUGH: (u32, f64) = (2_000_000, ENOUGH_SECONDS);

/// The side of the square for a number of boids, in units.
pub fn side(boids: u32) -> f64 {
    let each = std::f64::consts::PI * SIGHT * SIGHT / NEIGHBOURS;
    (f64::from(boids) * each).sqrt()
}

/// A flock that can be advanced and looked at.
pub trait Flock {
    /// Advances it by a step.
    fn step(&mut self);

    /// The position and velocity of every boid, in units.
    fn boids(&self) -> Vec<Boid>;
}

/// The position and velocity of a boid, in units.
#[derive(Debug, Clone, Copy, Default)]
pub struct Boid {
    pub at: [f64; 2],
    pub velocity: [f64; 2],
}

/// Measures flocks that `found` makes from seeds: the fastest of them.
///
/// # Errors
/// Those of `found`.
pub fn measure<F: Flock>(
    simulator: Simulator,
    boids: u32,
    found: impl Fn(u64) -> Result<F, Box<dyn Error>>,
) -> Result<Measurement, Box<dyn Error>> {
    let (mut laps, watch) = (Laps::default(), Stopwatch::start());
    let most = (ENOUGH.0 / (boids * STEPS)).clamp(1, 100);
    let mut seen = 0.0;
    for seed in 1..=u64::from(most) {
        let mut flock = found(seed)?;
        (0..WARM_UP).for_each(|_| flock.step());
        laps.lap(|| (0..STEPS).for_each(|_| flock.step()));
        seen = arrays::mean_neighbours(&flock.boids(), side(boids));
        if watch.seconds() > ENOUGH.1 {
            break;
        }
    }
    Ok(Measurement::of_flock(simulator, boids, laps.fastest() / f64::from(STEPS), seen))
}

impl Measurement {
    /// The measurement of a flock that takes so many seconds a step.
    pub fn of_flock(simulator: Simulator, boids: u32, seconds: f64, neighbours: f64) -> Self {
        Self {
            model: Model::Flocking,
            simulator,
            size: boids,
            agents: f64::from(boids),
            seconds_per_step: seconds,
            agent_steps_per_second: f64::from(boids) / seconds,
            neighbours: Some(neighbours),
        }
    }
}
