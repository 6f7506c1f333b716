//! What all flocks have in common: boids, their density, how far they see, and the steps that are timed.

/// How far a boid sees, in units.
pub const SIGHT: f64 = 15.0;

/// The mean number of others that a boid sees when all are spread evenly.
const NEIGHBOURS: f64 = 9.0;

/// The number of steps before those that are timed.
pub const WARM_UP: u32 = 5;

/// The number of steps that are timed.
pub const STEPS: u32 = 10;

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
    /// Its place.
    pub at: [f64; 2],
    /// Its last step.
    pub velocity: [f64; 2],
}
