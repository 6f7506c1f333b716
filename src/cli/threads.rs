//! How many threads work is done on: it changes nothing but the speed.

use std::num::NonZeroUsize;

use super::Failure;

/// The most threads that can be asked for.
const MOST: usize = 1024;

/// Does `work` on as many threads as `--threads` asks for, or as the machine has; tells it how many.
pub(super) fn with_threads<T: Send>(
    asked: Option<NonZeroUsize>,
    work: impl FnOnce(usize) -> T + Send,
) -> Result<T, Failure> {
    with_pool("--threads", asked, work)
}

/// The same for an option of another name.
pub(super) fn with_pool<T: Send>(
    option: &str,
    asked: Option<NonZeroUsize>,
    work: impl FnOnce(usize) -> T + Send,
) -> Result<T, Failure> {
    let count = match asked {
        Some(count) if count.get() > MOST => {
            let problem = format!("{option} {count}: there can be at most {MOST}");
            return Err(Failure::input(problem));
        }
        Some(count) => count,
        None => std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count.get()).build();
    let pool = pool.map_err(|error| {
        Failure::failed(format!("{count} threads cannot be started: {error}; ask for fewer"))
    })?;
    Ok(pool.install(|| work(count.get())))
}
