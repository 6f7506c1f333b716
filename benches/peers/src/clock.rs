//! Times of the same work, done several times over.

use std::time::Instant;

/// The times of laps, in seconds.
#[derive(Debug, Default)]
pub struct Laps(Vec<f64>);

impl Laps {
    /// Times some work.
    pub fn lap(&mut self, work: impl FnOnce()) {
        let start = Instant::now();
        work();
        self.0.push(start.elapsed().as_secs_f64());
    }

    /// The time of the fastest lap: others share the machine, and only ever add to it.
    pub fn fastest(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }
}

/// The time since it was started.
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
