//! The number of threads of a command. Results do not depend on it.

use std::num::NonZeroUsize;

use super::Failure;

/// The greatest number of threads that `--threads` accepts.
const MAX_THREADS: usize = 1024;

/// Runs `work` on as many threads as `requested`, or else on one per core, and passes it their number.
pub(super) fn with_threads<T: Send>(
    requested: Option<NonZeroUsize>,
    work: impl FnOnce(usize) -> T + Send,
) -> Result<T, Failure> {
    with_pool("--threads", requested, work)
}

/// Does the same as [`with_threads`] for an option of another name.
pub(super) fn with_pool<T: Send>(
    option: &str,
    requested: Option<NonZeroUsize>,
    work: impl FnOnce(usize) -> T + Send,
) -> Result<T, Failure> {
    let count = match requested {
        Some(count) if count.get() > MAX_THREADS => {
            let problem = format!("{option} {count}: there can be at most {MAX_THREADS}");
            return Err(Failure::input(problem));
        }
        Some(count) => count,
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count.get()).build();
    let pool = pool.map_err(|error| {
        Failure::failed(format!(
            "{count} threads cannot be started: {error}; use fewer with {option}"
        ))
    })?;
    Ok(pool.install(|| work(count.get())))
}
