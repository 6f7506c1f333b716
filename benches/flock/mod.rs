//! A flock over plain arrays, without agents, bodies or any guarantee: the yardstick of a machine.

pub mod arrays;
mod model;
pub mod rule;

pub use model::{Boid, Flock, SIGHT, STEPS, WARM_UP, side};
