//! The clock of those who watch: it paces what is shown, and decides nothing in a world.

use std::time::Instant;

#[expect(clippy::disallowed_methods, reason = "watching has a pace; a world has none")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
