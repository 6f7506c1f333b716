//! The only clock outside the benchmarks: for those who watch and measure. No world knows of it.

use std::time::Instant;

/// The time now. The only clock of the program: for viewers and measurements.
#[expect(clippy::disallowed_methods, reason = "what is shown has a pace, and decides nothing")]
pub fn now() -> Instant {
    Instant::now()
}
