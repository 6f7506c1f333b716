//! What many values come to: mean, spread, quantiles, and how sure one can be of them.
//!
//! Every figure is a finite number or absent, and follows from the values alone, whatever their
//! order: they are sorted before anything is added up.

mod moments;
mod proportion;
mod student;
mod survival;
mod unusual;

pub use moments::Moments;
pub use proportion::wilson;
pub use student::critical;
pub use survival::{Step, Survival};
pub use unusual::Centre;

/// Values, summed up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// How many values there are: at least one.
    pub count: u64,
    /// Their arithmetic mean.
    pub mean: f64,
    /// Their standard deviation, of a sample (divided by one less than the count); of two values and more.
    pub sd: Option<f64>,
    /// The ends of the interval that holds the mean of all such runs with 95 % confidence, by
    /// Student's t; of two values and more.
    pub interval: Option<(f64, f64)>,
    /// The least value.
    pub min: f64,
    /// The quantiles of [`QUANTILES`].
    pub quantiles: [f64; QUANTILES.len()],
    /// The greatest value.
    pub max: f64,
}

/// The shares of which [`Statistics`] tells the quantiles.
pub const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

impl Statistics {
    /// Sums up `values`, which it sorts; none of them when there are none. Values that cannot be
    /// counted ([`Moments::takes`]) are left out.
    #[must_use]
    pub fn of(values: &mut Vec<f64>) -> Option<Self> {
        values.retain(|&value| Moments::takes(value));
        values.sort_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        Some(Self {
            count: moments.count(),
            // Rounding must not put it outside.
            mean: moments.mean()?.clamp(min, max),
            sd: moments.sd(),
            interval: moments.interval(),
            min,
            quantiles: QUANTILES.map(|share| quantile(values, share)),
            max,
        })
    }

    /// The value in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantiles[QUANTILES.len() / 2]
    }
}

/// The quantile at `share` (0 to 1) of values that are sorted and not none: type 7 of Hyndman and Fan, which NumPy,
/// pandas and R give unless told otherwise.
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

#[expect(clippy::cast_precision_loss, reason = "nobody counts beyond 2⁵³")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
fn whole(place: f64) -> usize {
    place as usize
}

#[cfg(test)]
mod tests;
