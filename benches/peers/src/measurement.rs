//! What one simulator did.

use serde::{Deserialize, Serialize};

use crate::simulator::{Model, Simulator};

/// The speed of one simulator with one model and size, on one thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    pub model: Model,
    pub simulator: Simulator,
    /// The number of boids, or of patches along a side.
    pub size: u32,
    /// The mean number of agents in the steps that were timed.
    pub agents: f64,
    /// Of the fastest flock or run.
    pub seconds_per_step: f64,
    pub agent_steps_per_second: f64,
    /// The mean number of others within sight of a boid, at the end.
    pub neighbours: Option<f64>,
}

/// Something that was not measured, since it would take too long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Skipped {
    pub model: Model,
    pub simulator: Simulator,
    pub size: u32,
    /// How long it would take.
    pub minutes: f64,
}
