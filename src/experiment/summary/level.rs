//! The levels of a factor: its values, or bins of its range.

use crate::experiment::{Factor, FactorValue, Levels, Scale};

/// A level of a factor: a value, or a bin of a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// The label: the value, or `from … to`.
    pub label: String,
    /// The position on a numeric axis; `None` for texts.
    pub place: Option<f64>,
}

/// How runs are grouped by a factor.
#[derive(Debug, Clone)]
pub(super) enum Grouping {
    /// One group for each value, in order.
    Values(Vec<FactorValue>),
    /// Bins of equal width, linear or logarithmic.
    Bins { from: f64, to: f64, is_log: bool },
    /// A single group.
    Whole,
}

/// The most values with a group each; more numbers are grouped in bins.
const MOST_VALUES: usize = 24;

/// The number of bins.
const BINS: u32 = 10;

impl Grouping {
    /// The grouping by `factor`.
    pub fn of(factor: &Factor) -> Self {
        match &factor.levels {
            Levels::List(values) if values.len() <= MOST_VALUES => Self::Values(values.clone()),
            Levels::List(values) => {
                let numbers: Option<Vec<f64>> = values.iter().map(FactorValue::number).collect();
                let Some(numbers) = numbers else { return Self::Values(values.clone()) };
                let from = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let to = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Self::Bins { from, to, is_log: spans_decades(from, to) }
            }
            Levels::Range(range) => {
                Self::Bins { from: range.from, to: range.to, is_log: range.scale == Scale::Log }
            }
        }
    }

    /// The index of the level of a value; `None` for a value that the factor does not have.
    pub fn place(&self, value: Option<&FactorValue>) -> Option<usize> {
        match self {
            Self::Whole => Some(0),
            Self::Values(values) => values.iter().position(|known| Some(known) == value),
            Self::Bins { .. } => {
                let share = self.share(value?.number()?)?;
                Some(bin_index(share).min(BINS as usize - 1))
            }
        }
    }

    /// All levels, in order.
    pub fn levels(&self) -> Vec<Level> {
        match self {
            Self::Whole => vec![Level { label: "all".to_owned(), place: None }],
            Self::Values(values) => values
                .iter()
                .map(|value| Level { label: value.to_string(), place: value.number() })
                .collect(),
            Self::Bins { .. } => (0..BINS).map(|index| self.bin(index)).collect(),
        }
    }

    /// Whether the axis of the levels is logarithmic.
    pub fn is_log(&self) -> bool {
        match self {
            Self::Bins { is_log, .. } => *is_log,
            Self::Whole => false,
            Self::Values(values) => {
                let numbers: Option<Vec<f64>> = values.iter().map(FactorValue::number).collect();
                numbers.is_some_and(|numbers| {
                    let from = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                    let to = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    spans_decades(from, to)
                })
            }
        }
    }

    /// The relative position of a number in the range, 0 to 1.
    fn share(&self, number: f64) -> Option<f64> {
        let Self::Bins { from, to, is_log } = *self else { return None };
        let scaled = |x: f64| if is_log { libm::log(x) } else { x };
        let width = scaled(to) - scaled(from);
        let share = if width > 0.0 { (scaled(number) - scaled(from)) / width } else { 0.0 };
        (0.0..=1.0).contains(&share).then_some(share)
    }

    fn bin(&self, index: u32) -> Level {
        let Self::Bins { from, to, is_log } = *self else { unreachable!("only ranges have bins") };
        let at = |share: f64| {
            if is_log {
                libm::exp(libm::log(from) + (libm::log(to) - libm::log(from)) * share)
            } else {
                from + (to - from) * share
            }
        };
        let bins = f64::from(BINS);
        let (low, high) = (f64::from(index) / bins, f64::from(index + 1) / bins);
        let label = format!("{} … {}", short(at(low)), short(at(high)));
        Level { label, place: Some(at((low + high) / 2.0)) }
    }
}

fn spans_decades(from: f64, to: f64) -> bool {
    from > 0.0 && to / from >= 50.0
}

/// Formats a number with at most four significant digits.
pub(in crate::experiment) fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    // Zero has no sign.
    format!("{}", rounded + 0.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 0 to 1")]
fn bin_index(share: f64) -> usize {
    (share * f64::from(BINS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Range;

    fn factor(levels: Levels) -> Factor {
        Factor { name: "rules.roots".to_owned(), levels, base: None }
    }

    fn labels(grouping: &Grouping) -> Vec<String> {
        grouping.levels().into_iter().map(|level| level.label).collect()
    }

    #[test]
    fn few_values_have_a_level_each() {
        let values = vec![FactorValue::Number(0.5), FactorValue::Text("a.map".to_owned())];
        let grouping = Grouping::of(&factor(Levels::List(values.clone())));
        assert_eq!(labels(&grouping), ["0.5", "a.map"]);
        assert_eq!(grouping.place(Some(&values[1])), Some(1));
        assert_eq!(grouping.place(Some(&FactorValue::Integer(7))), None);
    }

    #[test]
    fn many_numbers_are_grouped_in_bins() {
        let values = (0..=100).map(FactorValue::Integer).collect();
        let range = Range { from: 0.0, to: 100.0, scale: Scale::Linear, whole: false };
        for levels in [Levels::List(values), Levels::Range(range)] {
            let grouping = Grouping::of(&factor(levels));
            assert_eq!(labels(&grouping).len(), 10);
            assert_eq!(labels(&grouping)[3], "30 … 40");
            let place = |number| grouping.place(Some(&FactorValue::Number(number)));
            assert_eq!([0.0, 35.0, 99.9, 100.0].map(place), [0, 3, 9, 9].map(Some));
            assert_eq!([-1.0, 101.0].map(place), [None, None]);
        }
    }

    #[test]
    fn bins_of_a_logarithmic_range_are_logarithmic() {
        let range = Range { from: 0.001, to: 10.0, scale: Scale::Log, whole: false };
        let grouping = Grouping::of(&factor(Levels::Range(range)));
        assert!(grouping.is_log());
        assert_eq!(labels(&grouping)[5], "0.1 … 0.2512");
        assert_eq!(grouping.place(Some(&FactorValue::Number(0.2))), Some(5));
    }
}
