//! Confidence intervals of proportions.

use super::float;

/// The 97.5 % quantile of the normal distribution.
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a proportion of `hits` in `count`, by Wilson's score; `None`
/// when `count` is 0.
///
/// Unlike Student's t, it never exceeds 0 to 1, and is not a single point when all runs agree.
#[must_use]
pub fn wilson(hits: u64, count: u64) -> Option<(f64, f64)> {
    if count == 0 {
        return None;
    }
    let (n, hits) = (float(count), float(hits.min(count)));
    let share = hits / n;
    let square = NORMAL * NORMAL;
    let middle = (hits + square / 2.0) / (n + square);
    let spread = (share * (1.0 - share) * n + square / 4.0).sqrt();
    let half = NORMAL * spread / (n + square);
    // Rounding must not exclude the observed proportion when all runs agree.
    let low = if hits == 0.0 { 0.0 } else { middle - half };
    let high = if hits >= n { 1.0 } else { middle + half };
    Some((low.max(0.0), high.min(1.0)))
}
