//! The only clock outside the benchmarks: for those who watch and measure. No world knows of it.

use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "what is shown has a pace, and decides nothing")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
