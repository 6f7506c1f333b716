//! Work on all organisms of a query, in parallel. Only where each is processed on its own, and the order in
//! which results are put together has no effect.

use hecs::{Query, QueryMut};

use crate::world::batches::{self, BATCH};

/// Calls `work` with each organism.
pub(super) fn for_each<'q, Q>(query: QueryMut<'q, Q>, work: impl Fn(Q::Item<'q>) + Sync)
where
    Q: Query + 'q,
    for<'a> Q::Item<'a>: Send,
{
    fold(query, |(): &mut (), organism| work(organism));
}

/// Calls `work` with each organism, and collects what it returns.
pub(super) fn filter_map<'q, Q, T>(
    query: QueryMut<'q, Q>,
    work: impl Fn(Q::Item<'q>) -> Option<T> + Sync,
) -> Vec<T>
where
    Q: Query + 'q,
    for<'a> Q::Item<'a>: Send,
    T: Send,
{
    let batches = fold(query, |found: &mut Vec<T>, organism| found.extend(work(organism)));
    batches.into_iter().flatten().collect()
}

/// Calls `work` with each organism and what has been collected from its batch. Returns that of all batches.
pub(super) fn fold<'q, Q, T>(
    query: QueryMut<'q, Q>,
    work: impl Fn(&mut T, Q::Item<'q>) + Sync,
) -> Vec<T>
where
    Q: Query + 'q,
    for<'a> Q::Item<'a>: Send,
    T: Default + Send,
{
    let of_batch = |batch: hecs::Batch<'q, Q>| {
        let mut collected = T::default();
        batch.for_each(|organism| work(&mut collected, organism));
        collected
    };
    batches::map(query.into_iter_batched(BATCH), of_batch)
}
