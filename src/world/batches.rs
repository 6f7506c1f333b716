//! Reading all organisms of a query, in parallel.

use hecs::{Batch, Query};
use rayon::prelude::*;

use super::World;

/// The number of organisms that a thread reads at a time.
const BATCH: u32 = 1024;

/// The number of batches for which other threads do not pay.
const FEW: usize = 4;

impl World {
    /// Calls `read` with batches of the organisms of a query, and returns the results in the order of the
    /// organisms in memory.
    pub(crate) fn map_batches<Q, T>(&self, read: impl Fn(Batch<'_, Q>) -> T + Sync) -> Vec<T>
    where
        Q: Query,
        for<'a> Q::Item<'a>: Send,
        T: Send,
    {
        let mut query = self.organisms.query::<Q>();
        let batches: Vec<_> = query.iter_batched(BATCH).collect();
        if batches.len() <= FEW {
            return batches.into_iter().map(&read).collect();
        }
        batches.into_par_iter().map(&read).collect()
    }
}
