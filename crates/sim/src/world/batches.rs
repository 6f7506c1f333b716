//! Work on all organisms of a query, in parallel.

use hecs::{Batch, Query};
use rayon::prelude::*;

use super::World;

/// The number of organisms that a thread processes at a time.
pub(crate) const BATCH: u32 = 512;

/// The number of batches for which other threads do not pay.
const FEW: usize = 4;

impl World {
    /// Calls `read` with batches of the organisms of a query, and returns the results in the order of the
    /// organisms in memory.
    pub fn map_batches<Q, T>(&self, read: impl Fn(Batch<'_, Q>) -> T + Sync) -> Vec<T>
    where
        Q: Query,
        for<'a> Q::Item<'a>: Send,
        T: Send,
    {
        map(self.organisms.query::<Q>().iter_batched(BATCH), read)
    }
}

/// Calls `work` with batches of organisms, and returns the results in their order.
pub(crate) fn map<'q, Q, T>(
    batches: impl Iterator<Item = Batch<'q, Q>>,
    work: impl Fn(Batch<'q, Q>) -> T + Sync,
) -> Vec<T>
where
    Q: Query + 'q,
    for<'a> Q::Item<'a>: Send,
    T: Send,
{
    let batches: Vec<_> = batches.collect();
    if batches.len() <= FEW {
        return batches.into_iter().map(&work).collect();
    }
    batches.into_par_iter().map(&work).collect()
}
