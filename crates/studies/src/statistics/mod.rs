//! Statistics of samples: mean, spread, quantiles, and confidence intervals.
//!
//! Every figure is a finite number or absent, and does not depend on the order of the values: they
//! are sorted before they are summed.

mod anova;
mod chi_square;
mod competing_risks;
mod f_test;
mod log_rank;
mod moments;
mod proportion;
mod signed_rank;
mod student;
mod survival;
mod unusual;

pub use anova::{Anova, Effect};
pub use chi_square::chi_square_tail;
pub use competing_risks::{CompetingRisks, IncidenceStep};
pub use f_test::f_tail;
pub use log_rank::{LogRank, holm, log_rank};
pub use moments::Moments;
pub use proportion::wilson;
pub use signed_rank::{EXACT, SignedRank, signed_rank};
pub use student::critical;
pub use survival::{Step, Survival};
pub use unusual::Centre;

/// The statistics of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// The number of values: at least one.
    pub count: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The sample standard deviation (with `count - 1` in the denominator), for two or more values.
    pub sd: Option<f64>,
    /// The 95 % confidence interval of the mean, by Student's t, for two or more values.
    pub interval: Option<(f64, f64)>,
    /// The least value.
    pub min: f64,
    /// The quantiles at [`QUANTILES`].
    pub quantiles: [f64; QUANTILES.len()],
    /// The greatest value.
    pub max: f64,
}

/// The shares of the quantiles in [`Statistics`].
pub const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

impl Statistics {
    /// Computes the statistics of `values`, and sorts them. Removes values that
    /// [`Moments::accepts`] rejects; `None` if none are left.
    #[must_use]
    pub fn new(values: &mut Vec<f64>) -> Option<Self> {
        values.retain(|&value| Moments::accepts(value));
        values.sort_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        Some(Self {
            count: moments.count(),
            // Rounding could move it outside.
            mean: moments.mean()?.clamp(min, max),
            sd: moments.sd(),
            interval: moments.interval(),
            min,
            quantiles: QUANTILES.map(|share| quantile(values, share)),
            max,
        })
    }

    /// The median.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantiles[QUANTILES.len() / 2]
    }
}

/// The quantile at `share` (0 to 1) of sorted values: type 7 of Hyndman and Fan, the default of
/// NumPy, pandas and R.
///
/// # Panics
/// When there are no values.
#[must_use]
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len() - 1;
    let place = float(last as u64) * share.clamp(0.0, 1.0);
    let below = whole(place.floor()).min(last);
    let above = (below + 1).min(last);
    let part = place - place.floor();
    let (low, high) = (sorted[below], sorted[above]);
    (low + part * (high - low)).clamp(low, high)
}

/// A count as a number.
#[expect(clippy::cast_precision_loss, reason = "counts are below 2⁵³")]
pub fn float(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of a slice")]
fn whole(place: f64) -> usize {
    place as usize
}

#[cfg(test)]
mod tests;
