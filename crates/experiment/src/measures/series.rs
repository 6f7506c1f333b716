//! The dominant period of a series, kept in bounded memory.

use serde::{Deserialize, Serialize};

/// The most values that are kept. If there are more, neighbours are averaged.
const LONGEST: usize = 4096;

/// The fewest values in which a period is sought.
const SHORTEST: usize = 16;

/// The least autocorrelation of a period, and by how much it is at least above that of a shorter lag. Where noise lies
/// on a slow change, small peaks are at all lags.
const LEAST: f64 = 0.2;

/// A peak counts as the highest if it has this share of it: those at multiples of the period are as high but for
/// chance.
const AS_HIGH: f64 = 0.85;

/// The values of consecutive ticks, or their means over a number of ticks.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Series {
    values: Vec<f64>,
    /// The number of ticks in each value.
    stride: u32,
    sum: f64,
    count: u32,
}

impl Default for Series {
    fn default() -> Self {
        Self { values: Vec::new(), stride: 1, sum: 0.0, count: 0 }
    }
}

impl Series {
    /// Adds the value in the next tick.
    pub fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
        if self.count < self.stride {
            return;
        }
        self.values.push(self.sum / f64::from(self.stride));
        (self.sum, self.count) = (0.0, 0);
        if self.values.len() == LONGEST {
            self.values =
                self.values.chunks(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
            self.stride *= 2;
        }
    }

    /// The period in ticks: the shortest lag at which the autocorrelation peaks as high as anywhere, up to half of
    /// the series, so that there are two periods. `None` if that is too small to be told from chance.
    pub fn period(&self) -> Option<f64> {
        let length = self.values.len();
        if length < SHORTEST {
            return None;
        }
        let correlation = autocorrelation(&without_trend(&self.values), length / 2 + 1)?;
        let least = LEAST.max(4.0 / float(length).sqrt());
        let mut lowest = correlation[0];
        let mut peaks = Vec::new();
        for lag in 1..=length / 2 {
            let [before, here, after] = [lag - 1, lag, lag + 1].map(|lag| correlation[lag]);
            lowest = lowest.min(here);
            if here > before && here >= after && here >= least && here - lowest >= LEAST {
                peaks.push(lag);
            }
        }
        let highest = peaks.iter().map(|&lag| correlation[lag]).fold(0.0, f64::max);
        let first = peaks.iter().copied().find(|&lag| correlation[lag] >= highest * AS_HIGH)?;
        // Of one peak, noise makes several beside each other.
        let beside = peaks.into_iter().filter(|&lag| (first..=first + first / 8).contains(&lag));
        let lag = beside.max_by(|&a, &b| {
            // Of equal peaks, the first.
            correlation[a].total_cmp(&correlation[b]).then(b.cmp(&a))
        })?;
        let [before, peak, after] = [lag - 1, lag, lag + 1].map(|lag| correlation[lag]);
        // The vertex of the parabola through the three values.
        let shift = 0.5 * (before - after) / (before - 2.0 * peak + after);
        Some((float(lag) + shift) * f64::from(self.stride))
    }
}

/// The values without their mean and their linear trend.
fn without_trend(values: &[f64]) -> Vec<f64> {
    let count = float(values.len());
    let (middle, mean) = ((count - 1.0) / 2.0, values.iter().sum::<f64>() / count);
    let (mut squares, mut products) = (0.0, 0.0);
    for (at, value) in values.iter().enumerate() {
        let later = float(at) - middle;
        squares += later * later;
        products += later * (value - mean);
    }
    let slope = products / squares;
    let values = values.iter().enumerate();
    values.map(|(at, value)| value - mean - slope * (float(at) - middle)).collect()
}

/// The autocorrelation of values with mean 0 at the lags from 0 to `most`; `None` if all are
/// equal.
fn autocorrelation(values: &[f64], most: usize) -> Option<Vec<f64>> {
    let at = |lag: usize| -> f64 { values.iter().zip(&values[lag..]).map(|(a, b)| a * b).sum() };
    let (all, greatest) =
        (at(0), values.iter().fold(0.0, |most: f64, value| most.max(value.abs())));
    // Less is the rounding of the trend.
    (greatest > 1e-9).then(|| (0..=most).map(|lag| at(lag) / all).collect())
}

#[expect(clippy::cast_precision_loss, reason = "at most 4096")]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(length: u32, value: impl Fn(f64) -> f64) -> Option<f64> {
        let mut series = Series::default();
        (0..length).for_each(|tick| series.add(value(tick.into())));
        assert!(series.values.len() < LONGEST);
        series.period()
    }

    fn sine(tick: f64, period: f64) -> f64 {
        libm::sin(tick * std::f64::consts::TAU / period)
    }

    /// Numbers from −0.5 to 0.5.
    fn noise(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 24) - 0.5
        }
    }

    #[test]
    fn the_period_of_a_cycle_is_found() {
        for (length, expected) in [(400, 37.3), (2000, 37.3), (20_000, 500.0), (300_000, 20_000.0)]
        {
            let found = period(length, |tick| 50.0 + 9.0 * sine(tick, expected)).unwrap();
            assert!((found / expected - 1.0).abs() < 0.01, "{found} of {expected} in {length}");
            let rising = period(length, |tick| 0.01 * tick + 9.0 * sine(tick, expected)).unwrap();
            assert!((rising / expected - 1.0).abs() < 0.01, "{rising} of {expected} in {length}");
        }
    }

    #[test]
    fn the_slower_of_a_cycle_and_its_harmonic_is_its_period() {
        let found = period(3000, |tick| sine(tick, 100.0) + 0.8 * sine(tick, 50.0)).unwrap();
        assert!((found - 100.0).abs() < 1.0, "{found}");
    }

    /// A population that is culled at an interval, and grows in between: it is above its mean for most of the time.
    #[test]
    fn the_interval_of_culls_is_the_period() {
        let mut noise = noise(3);
        for every in [60.0, 170.0, 330.0] {
            for size in [0.0, 20.0, 60.0] {
                let mut culled = |tick: f64| {
                    let since = tick % every / every;
                    100.0 * (1.0 - libm::exp(-8.0 * since)) + size * noise()
                };
                let values: Vec<f64> = (0..2000).map(|tick| culled(f64::from(tick))).collect();
                let found = period(2000, |tick| values[tick as usize]);
                let found = found.unwrap_or_else(|| panic!("{every} with {size}: none"));
                assert!((found / every - 1.0).abs() < 0.03, "{every} with {size}: {found}");
            }
        }
    }

    /// The height of a peak at twice the period differs by chance only.
    #[test]
    fn a_cycle_with_noise_has_its_own_period_and_no_multiple_of_it() {
        let mut noise = noise(11);
        for run in 0..40 {
            let values: Vec<f64> =
                (0..1500).map(|tick| sine(f64::from(tick), 90.0) + 1.5 * noise()).collect();
            let found = period(1500, |tick| values[tick as usize]).unwrap();
            assert!((found - 90.0).abs() < 6.0, "{run}: {found}");
        }
    }

    #[test]
    fn what_has_no_cycle_has_no_period() {
        assert_eq!(period(1000, |_| 7.1), None);
        assert_eq!(period(1000, |tick| 3.0 + 0.7 * tick), None);
        assert_eq!(period(15, |tick| sine(tick, 5.0)), None);
        // One and a half cycles.
        assert_eq!(period(1500, |tick| sine(tick, 1000.0)), None);
        let noise = |tick: f64| {
            // The finaliser of SplitMix64.
            let mut bits = (tick as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            f64::from(u16::try_from((bits ^ (bits >> 31)) >> 48).unwrap())
        };
        for length in [50, 500, 5000] {
            assert_eq!(period(length, noise), None, "{length}");
        }
    }
}
