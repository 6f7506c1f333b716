//! The threads that do the work of the engine, which a forked process starts anew.
//!
//! A process that comes from `fork` has one thread, that which forked, and pools of threads without any: work that is
//! given to them never ends. So each call asks for its pool, which is one of this process, and nothing of the engine
//! is executed outside of a pool: rayon's own cannot be started anew.

use std::mem::forget;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{failed, refused};

/// The most threads of a world.
const MOST: usize = 1024;

/// The threads of all that sets no number: one for each core, as in rayon's own pool.
static ONE_EACH_CORE: Pool = Pool { threads: 0, started: Mutex::new(None) };

/// The threads that do the work of a world or a run. Copies share them.
#[derive(Clone)]
pub enum Threads {
    /// One for each core, shared by all worlds of the process.
    OneEachCore,
    /// Those of this pool.
    Own(Arc<Pool>),
}

/// A pool of threads, started when it is needed.
pub struct Pool {
    /// 0 for one for each core.
    threads: usize,
    started: Mutex<Option<Started>>,
}

struct Started {
    process: u32,
    /// Present until it is dropped.
    pool: Option<Arc<ThreadPool>>,
}

impl Threads {
    /// This many threads; `None` for one for each core.
    pub fn new(threads: Option<usize>) -> PyResult<Self> {
        let Some(threads) = threads else { return Ok(Self::OneEachCore) };
        if !(1..=MOST).contains(&threads) {
            return Err(refused(format!(
                "threads cannot be {threads}; give 1 to {MOST}, or None for all cores"
            )));
        }
        Ok(Self::Own(Arc::new(Pool { threads, started: Mutex::new(None) })))
    }

    /// The pool of these threads, started by this process.
    pub fn pool(&self, py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        match self {
            Self::OneEachCore => ONE_EACH_CORE.of_this_process(py),
            Self::Own(pool) => pool.of_this_process(py),
        }
    }

    /// Works on these threads, while other threads of Python continue.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let pool = self.pool(py)?;
        py.detach(|| pool.install(work))
    }
}

/// Works on one thread for each core, while other threads of Python continue.
pub fn work<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    Threads::OneEachCore.work(py, work)
}

impl Pool {
    /// The pool, started by this process.
    ///
    /// The interpreter's lock is held meanwhile, so no other thread of Python forks while the pool is locked.
    fn of_this_process(&self, _py: Python<'_>) -> PyResult<Arc<ThreadPool>> {
        let mut started = self.started.lock().unwrap_or_else(PoisonError::into_inner);
        let own = started.as_ref().filter(|started| started.process == process::id());
        if let Some(pool) = own.and_then(|started| started.pool.clone()) {
            return Ok(pool);
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build().map_err(failed)?;
        let pool = Arc::new(pool);
        *started = Some(Started { process: process::id(), pool: Some(Arc::clone(&pool)) });
        Ok(pool)
    }
}

impl Drop for Started {
    /// Ends the threads, but not those of another process: waking these could wait for ever.
    fn drop(&mut self) {
        if self.process != process::id() {
            forget(self.pool.take());
        }
    }
}
