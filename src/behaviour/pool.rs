//! Those who decide for creatures of one species, as many as have ever been at work at once.

use std::sync::{Mutex, PoisonError};

/// Workers that are not at work. Nothing of one turn is left in them for the next, so that it does
/// not show who takes which.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Pool<T> {
    /// Puts one to work, made anew if all are at work. One that does not come back is lost.
    pub fn employ(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T)) {
        let idle = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let worker = idle().pop();
        let mut worker = worker.unwrap_or_else(make);
        work(&mut worker);
        idle().push(worker);
    }
}
