//! State that the threads of Python use in turn.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

use crate::errors::failed;

/// The user of a state that nobody uses: no process has this number.
const NOBODY: u32 = 0;

/// A state that one thread uses at a time; others wait, and get it in the order in which they came.
pub struct Shared<T> {
    state: Mutex<T>,
    /// Held by the thread that is the next to use the state. So one that uses it again and again waits for the others.
    next: Mutex<()>,
    /// The process of the thread that uses the state.
    user: AtomicU32,
}

impl<T: Send> Shared<T> {
    pub fn new(state: T) -> Self {
        Self { state: Mutex::new(state), next: Mutex::new(()), user: AtomicU32::new(NOBODY) }
    }

    /// Uses the state, when it is this thread's turn. Other threads of Python continue meanwhile.
    ///
    /// Fails in a process that was forked while a thread of its parent used the state: it has half a tick.
    pub fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut T) -> R + Send,
    ) -> PyResult<R> {
        let user = self.user.load(Relaxed);
        if user != NOBODY && user != process::id() {
            return Err(failed(
                "this process was forked while a thread used this object, which is incomplete here; fork when no thread \
                 uses it, or pass a snapshot",
            ));
        }
        Ok(py.detach(|| {
            let turn = lock(&self.next);
            let mut state = lock(&self.state);
            drop(turn);
            self.user.store(process::id(), Relaxed);
            let result = work(&mut state);
            self.user.store(NOBODY, Relaxed);
            result
        }))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
