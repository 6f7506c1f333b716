//! Axes and their scales.

/// The scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Scale {
    /// Equal distances are equal differences.
    #[default]
    Linear,
    /// Square roots: small values remain visible beside large ones.
    Root,
    /// Equal distances are equal ratios. 0 has a line of its own below the smallest value.
    Log,
}

/// An axis: what it measures, its range and its scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it measures, such as `organisms`; a name of a column.
    pub name: String,
    /// The unit in words; empty for counts.
    pub unit: &'static str,
    /// The lower and the upper end.
    pub range: (f64, f64),
    /// Its scale.
    pub scale: Scale,
    /// The smallest value above 0 that a logarithmic scale resolves.
    least: f64,
}

/// The share of a logarithmic axis between 0 and the smallest value.
const BELOW_LEAST: f64 = 0.08;

/// The number of decades that a logarithmic axis shows at most.
const DECADES: i32 = 6;

impl Scale {
    /// All scales.
    pub const ALL: [Self; 3] = [Self::Linear, Self::Root, Self::Log];

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Root => "root",
            Self::Log => "log",
        }
    }

    /// Returns the next scale, in turn.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Linear => Self::Root,
            Self::Root => Self::Log,
            Self::Log => Self::Linear,
        }
    }
}

impl Axis {
    /// An axis of ticks.
    #[must_use]
    pub fn ticks(first: u64, last: u64) -> Self {
        Self::new("tick", "", (float(first), float(last.max(first.saturating_add(1)))))
    }

    /// A linear axis.
    #[must_use]
    pub fn new(name: impl Into<String>, unit: &'static str, (low, high): (f64, f64)) -> Self {
        let high = if high > low { high } else { low + least_length(low) };
        let name = name.into();
        Self { name, unit, range: (low, high), scale: Scale::Linear, least: high }
    }

    /// An axis from 0 to a little more than the greatest of some values.
    #[must_use]
    pub fn of_values(
        name: impl Into<String>,
        unit: &'static str,
        scale: Scale,
        values: impl Iterator<Item = f64>,
    ) -> Self {
        let (mut most, mut least) = (0.0_f64, f64::INFINITY);
        for value in values.filter(|value| *value > 0.0) {
            (most, least) = (most.max(value), least.min(value));
        }
        let most = if most > 0.0 { most } else { 1.0 };
        let lowest = decade(most) * libm::pow(10.0, f64::from(-DECADES));
        let least = decade(least.min(most)).max(lowest);
        let headroom = if scale == Scale::Log { 1.3 } else { 1.06 };
        Self { scale, least, ..Self::new(name, unit, (0.0, most * headroom)) }
    }

    /// Returns the position of a value as a share of the axis, 0 to 1. Values beyond the ends are at the
    /// ends.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let (low, high) = self.range;
        let share = (value - low) / (high - low);
        let share = match self.scale {
            Scale::Linear => share,
            Scale::Root => share.max(0.0).sqrt(),
            Scale::Log if value < self.least => BELOW_LEAST * (value / self.least),
            Scale::Log => {
                let decades = |ratio: f64| libm::log10(ratio);
                let above = decades(value / self.least) / decades(high / self.least);
                BELOW_LEAST + (1.0 - BELOW_LEAST) * above
            }
        };
        share.clamp(0.0, 1.0)
    }

    /// Returns the value at a position, the inverse of [`share`](Self::share).
    #[must_use]
    pub fn value_at(&self, share: f64) -> f64 {
        let (low, high) = self.range;
        let share = share.clamp(0.0, 1.0);
        match self.scale {
            Scale::Linear => low + share * (high - low),
            Scale::Root => low + share * share * (high - low),
            Scale::Log if share < BELOW_LEAST => share / BELOW_LEAST * self.least,
            Scale::Log => {
                let above = (share - BELOW_LEAST) / (1.0 - BELOW_LEAST);
                self.least * libm::pow(10.0, above * libm::log10(high / self.least))
            }
        }
    }

    /// Returns the round values to label, in ascending order: about `most` of them.
    #[must_use]
    pub fn labelled(&self, most: usize) -> Vec<f64> {
        let mut values = self.round_values(most.max(2));
        let (low, high) = self.range;
        // Counts have no fractions, nor have ticks.
        if self.is_of_ticks() || self.scale != Scale::Log && high - low >= 3.0 {
            values.retain(|value| value.fract() == 0.0);
        }
        values
    }

    fn round_values(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.range;
        match self.scale {
            Scale::Linear => even_steps(low, high, most),
            Scale::Root => {
                let parts = u32::try_from(most).unwrap_or(u32::MAX);
                let share = |index: u32| f64::from(index) / f64::from(parts);
                let values = (0..=parts).map(|index| rounded(self.value_at(share(index))));
                let mut values: Vec<f64> = values.filter(|value| *value <= high).collect();
                values.dedup();
                values
            }
            Scale::Log => {
                let decades = std::iter::successors(Some(self.least), |value| Some(value * 10.0));
                let decades: Vec<f64> = decades.take_while(|value| *value <= high).collect();
                let few = decades.len() < 3;
                let between = |decade: f64| [1.0, 2.0, 5.0].map(|times| tidy(decade * times));
                let values: Vec<f64> = match few {
                    true => decades.into_iter().flat_map(between).collect(),
                    false => decades.into_iter().map(tidy).collect(),
                };
                let step = values.len().div_ceil(most).max(1);
                let shown = values.into_iter().step_by(step).filter(|value| *value <= high);
                std::iter::once(0.0).chain(shown).collect()
            }
        }
    }

    /// Whether it shows ticks.
    #[must_use]
    pub fn is_of_ticks(&self) -> bool {
        self.name == "tick"
    }

    /// Formats a labelled value: ticks in full.
    #[must_use]
    pub fn label(&self, value: f64) -> String {
        let (low, high) = self.range;
        let length = high - low;
        if self.is_of_ticks() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick")]
            return grouped(value as u64);
        }
        // Few digits would not tell them apart.
        if length < low.abs().max(high.abs()) * 0.01 {
            return format!("{value:.*}", digits_below(length * 0.1));
        }
        short(value)
    }

    /// Returns its name with its unit.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.name.replace('_', " ");
        if self.unit.is_empty() { name } else { format!("{name}, in {}", self.unit) }
    }
}

/// Formats a value in few characters: `12k`, `3.5`, `0.02`.
#[must_use]
pub fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e7 => format!("{}M", tidy(value / 1e6)),
        size if size >= 1e4 => format!("{}k", tidy(value / 1e3)),
        _ => tidy(value).to_string(),
    }
}

/// The ends of a short range between round values that holds all of some values. It has a length also if they are equal or none.
#[must_use]
pub fn round_range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    match most - least {
        length if length > 0.0 => {
            let unit = decade(length);
            let steps = [0.2, 0.5, 1.0, 2.0].map(|times| unit * times);
            let step = steps.into_iter().find(|step| step * 5.0 >= length).unwrap_or(unit);
            let [first, last] = [(least / step).floor(), (most / step).ceil()];
            (multiple(first, step), multiple(last.max(first + 1.0), step))
        }
        _ if least.is_finite() => (least.floor(), least.floor() + least_length(least)),
        _ => (0.0, 1.0),
    }
}

/// Converts a count to a number.
#[expect(clippy::cast_precision_loss, reason = "precise enough for the positions of pixels")]
#[must_use]
pub fn float(number: u64) -> f64 {
    number as f64
}

/// The power of ten at or below a positive value.
fn decade(value: f64) -> f64 {
    libm::pow(10.0, libm::floor(libm::log10(value) + 1e-9))
}

/// Removes the noise of floats from a round value.
fn tidy(value: f64) -> f64 {
    let digits = 3.0 - libm::floor(libm::log10(value.abs().max(1e-12)));
    // Powers with positive exponents are exact.
    match libm::pow(10.0, digits.abs()) {
        unit if digits < 0.0 => (value / unit).round() * unit,
        unit => (value * unit).round() / unit,
    }
}

/// The least length of an axis at a value, which differs from it also where it is great.
fn least_length(value: f64) -> f64 {
    (value.abs() * 1e-6).max(1.0)
}

/// The digits behind the point that a step has, at most twelve.
fn digits_below(step: f64) -> usize {
    let digits = -libm::floor(libm::log10(step) + 1e-9);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 12")]
    let digits = digits.clamp(0.0, 12.0) as usize;
    digits
}

/// A whole number of round steps, without the noise of floats.
fn multiple(place: f64, step: f64) -> f64 {
    match digits_below(step) {
        0 => place * step + 0.0,
        digits => {
            let unit = libm::pow(10.0, float(digits as u64));
            (place * step * unit).round() / unit + 0.0
        }
    }
}

/// A value rounded down to one digit, or two where the first is 1.
fn rounded(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let decade = decade(value);
    let unit = if value / decade < 2.0 { decade / 2.0 } else { decade };
    tidy((value / unit + 1e-9).floor() * unit)
}

/// At most about `most` evenly spaced round values in a range.
fn even_steps(low: f64, high: f64, most: usize) -> Vec<f64> {
    let count = u32::try_from(most).unwrap_or(u32::MAX);
    let wanted = (high - low) / f64::from(count);
    let unit = decade(wanted);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| unit * times).into_iter();
    // At least one step fits.
    let mut steps = steps.filter(|step| *step <= high - low);
    let few = steps.clone().find(|step| *step >= wanted * 0.999);
    let step = few.or(steps.next_back()).unwrap_or(unit);
    let first = (low / step - 1e-9).ceil();
    let places = std::iter::successors(Some(first), |place| Some(place + 1.0));
    places.map(|place| multiple(place, step)).take_while(|value| *value <= high).take(64).collect()
}

/// Formats a number with thin spaces between groups of three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn axis(scale: Scale, values: &[f64]) -> Axis {
        Axis::of_values("organisms", "", scale, values.iter().copied())
    }

    proptest! {
        #[test]
        fn positions_ascend_with_values_and_lead_back(
            mut values in prop::collection::vec(0.0_f64..1e6, 2..20),
            scale in prop::sample::select(&Scale::ALL[..]),
        ) {
            let axis = axis(scale, &values);
            values.sort_by(f64::total_cmp);
            let shares: Vec<f64> = values.iter().map(|&value| axis.share(value)).collect();
            prop_assert!(shares.is_sorted(), "{shares:?}");
            prop_assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
            for (&value, share) in values.iter().zip(shares) {
                let back = axis.value_at(share);
                prop_assert!((back - value).abs() <= 1e-6 * value.max(1.0), "{value}: {back}");
            }
        }

        #[test]
        fn labels_ascend_within_the_axis_and_are_not_too_many(
            most in 1.0_f64..1e9,
            room in 2_usize..12,
            scale in prop::sample::select(&Scale::ALL[..]),
        ) {
            let axis = axis(scale, &[1.0, most]);
            let labels = axis.labelled(room);
            prop_assert!(labels.windows(2).all(|pair| pair[0] < pair[1]), "{labels:?}");
            prop_assert!(labels.iter().all(|&label| label <= axis.range.1), "{labels:?}");
            prop_assert!(labels.first() == Some(&0.0));
            prop_assert!((2..=room + 3).contains(&labels.len()), "{labels:?}");
        }
    }

    proptest! {
        #[test]
        fn a_round_range_holds_its_values_and_has_labels_that_differ(
            offset in -1e7_f64..1e7,
            values in prop::collection::vec(0.0_f64..1.0, 1..9),
            size in prop::sample::select(&[1e-3, 0.7, 20.0, 1e5][..]),
        ) {
            let values: Vec<f64> = values.iter().map(|value| offset + value * size).collect();
            let (low, high) = round_range(values.iter().copied());
            prop_assert!(low < high, "{low} {high}");
            let slack = 1e-12 * offset.abs();
            prop_assert!(values.iter().all(|it| (low - slack..=high + slack).contains(it)), "{low} {high}");
            let axis = Axis::new("length", "", (low, high));
            let shown: Vec<String> =
                axis.labelled(5).into_iter().map(|value| axis.label(value)).collect();
            let mut different = shown.clone();
            different.dedup();
            prop_assert_eq!(shown, different);
        }

        #[test]
        fn ticks_are_labelled_exactly(first in 0_u64..5_000_000, length in 1_u64..3_000_000) {
            let axis = Axis::ticks(first, first + length);
            let ticks = axis.labelled(8);
            prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{ticks:?}");
            prop_assert!(ticks.iter().all(|tick| tick.fract() == 0.0), "{ticks:?}");
            let steps: Vec<f64> = ticks.windows(2).map(|pair| pair[1] - pair[0]).collect();
            prop_assert!(steps.windows(2).all(|pair| pair[0] == pair[1]), "{ticks:?}");
            prop_assert!(length < 2 || ticks.len() >= 2, "{ticks:?}");
        }
    }

    #[test]
    fn labels_are_round() {
        assert_eq!(axis(Scale::Linear, &[90.0]).labelled(5), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(axis(Scale::Log, &[1.0, 900.0]).labelled(8), [0.0, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(axis(Scale::Log, &[2.0, 40.0]).labelled(8)[..4], [0.0, 1.0, 2.0, 5.0]);
        assert_eq!(axis(Scale::Root, &[1000.0]).labelled(4), [0.0, 60.0, 200.0, 500.0, 1000.0]);
        let shorts = [0.0, 0.25, 1.5, 12.34, 950.0, 12_000.0, 3.2e7].map(short);
        assert_eq!(shorts, ["0", "0.25", "1.5", "12.34", "950", "12k", "32M"]);
    }

    #[test]
    fn zero_has_its_own_line_on_a_logarithmic_axis() {
        let axis = axis(Scale::Log, &[0.0, 1.0, 1000.0]);
        assert_eq!(axis.share(0.0), 0.0);
        assert!((axis.share(1.0) - BELOW_LEAST).abs() < 1e-12);
        let ratio = axis.share(100.0) - axis.share(10.0);
        assert!((axis.share(10.0) - axis.share(1.0) - ratio).abs() < 1e-12, "equal ratios");
    }
}
