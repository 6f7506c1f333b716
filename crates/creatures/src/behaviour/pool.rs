//! A pool of reusable workers, each of which runs the turns of one species.

use std::sync::{Mutex, PoisonError};

/// The idle workers. A worker keeps no state between turns, so it makes no difference which worker
/// runs which turn.
#[derive(Debug)]
pub struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Pool<T> {
    /// Calls `work` with an idle worker, or with a new one if none is idle. A worker whose call
    /// panics is dropped.
    pub fn with_worker(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T)) {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(make);
        work(&mut worker);
        idle().push(worker);
    }
}
