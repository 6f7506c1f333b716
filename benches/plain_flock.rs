//! The speed of a flock over plain arrays.

use std::time::Instant;

use terrarium_benches::flock::arrays::{self, Arrays};
use terrarium_benches::flock::{Boid, Flock, SIGHT, STEPS, WARM_UP, side};

/// The number of boids.
const BOIDS: u32 = 10_000;

/// The number of flocks that are timed.
const FLOCKS: u64 = 10;

/// The agent-steps per second of flocks on one thread.
pub fn agent_steps_per_second() -> f64 {
    let mut seconds = 0.0;
    for seed in 0..FLOCKS {
        let mut flock = Arrays::new(BOIDS, seed);
        (0..WARM_UP).for_each(|_| flock.step());
        assert_sights(&flock.boids());
        let start = Instant::now();
        (0..STEPS).for_each(|_| flock.step());
        seconds += start.elapsed().as_secs_f64();
        std::hint::black_box(flock);
    }
    f64::from(BOIDS) * f64::from(STEPS) * FLOCKS as f64 / seconds
}

/// Compares what boids see with a scan of all pairs.
fn assert_sights(boids: &[Boid]) {
    let side = side(BOIDS);
    let mut pairs = 0;
    for (index, a) in boids.iter().enumerate() {
        for b in &boids[..index] {
            let offset = [0, 1].map(|axis| arrays::shortest(a.at[axis] - b.at[axis], side));
            let square = offset[0] * offset[0] + offset[1] * offset[1];
            pairs += 2 * u32::from(square <= SIGHT * SIGHT);
        }
    }
    let seen = arrays::mean_neighbours(boids, side) * f64::from(BOIDS);
    assert!((seen - f64::from(pairs)).abs() < 1e-3, "boids see all within sight");
}
