//! The only clock there is outside the benchmarks: it tells how long something took.

use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "how long things took is told, and decides nothing")]
pub(super) fn now() -> Instant {
    Instant::now()
}
