//! Flocking: the model that krABMaga publishes as `flockers`, at the same density for every size.
//!
//! With the published weights a flock that begins evenly spread draws together as time passes, and
//! everybody sees more. So all simulators are timed in the same first steps, in which a boid sees about
//! nine others; small flocks are timed several times.

pub mod krabmaga;
pub mod terrarium;
#[cfg(test)]
mod tests;

use std::error::Error;

use crate::clock::{Laps, Stopwatch};
use crate::measurement::Measurement;
use crate::simulator::{Model, Simulator};
pub use terrarium_benches::flock::{Boid, Flock, SIGHT, STEPS, WARM_UP, arrays, rule, side};

/// The time after which no further flock is timed, in seconds.
pub const ENOUGH_SECONDS: f64 = 20.0;

/// The number of agent-steps and the time after which no further flock is timed.
const ENOUGH: (u32, f64) = (2_000_000, ENOUGH_SECONDS);

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
