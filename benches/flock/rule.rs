//! The rule by which a boid turns, with the weights that krABMaga publishes.
//!
//! The published rule divides the mean velocity of the neighbours by their number once more; so does
//! this one, for all simulators.

use num_traits::{Float, cast};

const COHESION: f64 = 0.8;
const AVOIDANCE: f64 = 1.0;
const RANDOMNESS: f64 = 1.1;
const CONSISTENCY: f64 = 0.7;
const MOMENTUM: f64 = 1.0;

/// The length of a step, in units.
pub const JUMP: f64 = 0.7;

/// What a boid makes of those it sees.
#[derive(Clone, Copy)]
pub struct Company<F> {
    count: F,
    avoidance: [F; 2],
    offset: [F; 2],
    velocity: [F; 2],
}

impl<F: Float> Company<F> {
    /// Nobody.
    pub fn alone() -> Self {
        let none = [F::zero(); 2];
        Self { count: F::zero(), avoidance: none, offset: none, velocity: none }
    }

    /// Adds a neighbour, given the offset from it to the boid, and its last step.
    #[inline]
    pub fn meet(&mut self, offset: [F; 2], velocity: [F; 2]) {
        let square = offset[0] * offset[0] + offset[1] * offset[1];
        let weight = F::one() / (square * square + F::one());
        self.count = self.count + F::one();
        for axis in 0..2 {
            self.avoidance[axis] = self.avoidance[axis] + offset[axis] * weight;
            self.offset[axis] = self.offset[axis] + offset[axis];
            self.velocity[axis] = self.velocity[axis] + velocity[axis];
        }
    }

    /// The next step of a boid, given its last one and two random numbers from 0 to 1.
    #[inline]
    pub fn step(&self, last: [F; 2], random: [F; 2]) -> [F; 2] {
        let of = |constant: f64| cast::<f64, F>(constant).expect("floats take any number");
        let each = F::one() / self.count.max(F::one());
        let noise = random.map(|it| it * of(2.0) - F::one());
        let loudness = of(0.05 * RANDOMNESS) / length(noise).max(of(1e-6));
        let mut next = [F::zero(); 2];
        for axis in 0..2 {
            next[axis] = of(-COHESION / 10.0) * self.offset[axis] * each
                + of(AVOIDANCE * 400.0) * self.avoidance[axis] * each
                + of(CONSISTENCY) * self.velocity[axis] * each * each
                + loudness * noise[axis]
                + of(MOMENTUM) * last[axis];
        }
        let length = length(next);
        if length > F::zero() { next.map(|it| it / length * of(JUMP)) } else { next }
    }
}

fn length<F: Float>(of: [F; 2]) -> F {
    (of[0] * of[0] + of[1] * of[1]).sqrt()
}
