//! The defaults and the limits of how a run is compared with its shadows, for everything that users give.

/// The number of shadows by default.
pub const SHADOWS: u64 = 20;

/// The most shadows of a run.
pub const MOST_SHADOWS: u64 = 100_000;

/// The coarseness of genotypes by default, in points and per cent.
pub const GRID: f64 = 5.0;

/// The most windows, which bound the time that a report takes.
pub const MOST_WINDOWS: u64 = 1000;

/// The number of windows by default, if all were known.
pub(super) const WINDOWS: u64 = 10;

/// Whether genotypes can have this coarseness.
#[must_use]
pub fn is_grid(coarseness: f64) -> bool {
    coarseness.is_finite() && coarseness > 0.0
}
