//! The stops of a tour: what is worth watching in a world, one after the other.
//!
//! [`Shown`] remembers what a tour has shown lately and chooses the next [`Stop`]. Viewers move the camera there.

mod plot;
mod shown;
mod stop;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use plot::Renewal;
pub use shown::Shown;
pub use stop::{Stop, Subject, Theme};

/// How long a stop is shown.
pub const STAY: Duration = Duration::from_secs(7);

/// How long a stop is shown at most while its end is awaited.
pub const LONGEST_STAY: Duration = Duration::from_secs(20);

/// How long a stop is shown after its end.
pub const FAREWELL: Duration = Duration::from_secs(3);
