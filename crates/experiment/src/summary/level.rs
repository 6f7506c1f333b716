//! The levels of a factor: its values, or bins of its range.

use std::collections::BTreeSet;

use crate::{Factor, FactorValue, Levels, Range, Scale};

/// A level of a factor: a value, or a bin of a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// The label: the value, or `from … to`.
    pub label: String,
    /// The label in a chart, with numbers of at most four significant digits where these distinguish the levels.
    pub short: String,
    /// The position on a numeric axis; `None` for texts.
    pub place: Option<f64>,
}

/// How runs are grouped by a factor.
#[derive(Debug, Clone)]
pub(super) enum Grouping {
    /// One group for each value, in order.
    Values(Vec<FactorValue>),
    /// One group for each point, in order.
    Points(Vec<Vec<FactorValue>>),
    /// Bins of equal width, linear or logarithmic; of whole numbers, those in each bin.
    Bins { from: f64, to: f64, is_log: bool, is_whole: bool },
    /// A single group.
    Whole,
}

/// The most values with a group each; more numbers are grouped in bins.
const MOST_VALUES: u32 = 24;

/// The number of bins.
const BINS: u32 = 10;

/// The error of the ends of bins by rounding.
const SLACK: f64 = 1e-9;

impl Grouping {
    /// The grouping by `factor`.
    pub fn from_factor(factor: &Factor) -> Self {
        match &factor.levels {
            Levels::List(values) if values.len() <= MOST_VALUES as usize => {
                Self::Values(values.clone())
            }
            Levels::List(values) => {
                let numbers: Option<Vec<f64>> = values.iter().map(FactorValue::number).collect();
                let Some(numbers) = numbers else { return Self::Values(values.clone()) };
                let from = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let to = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let is_whole = values.iter().all(|it| matches!(it, FactorValue::Integer(_)));
                Self::Bins { from, to, is_log: spans_decades(from, to), is_whole }
            }
            Levels::Range(range) => match whole_numbers(range) {
                Some(values) => Self::Values(values),
                None => Self::Bins {
                    from: range.from,
                    to: range.to,
                    is_log: range.scale == Scale::Log,
                    is_whole: range.whole,
                },
            },
        }
    }

    /// The grouping by points, equal ones together.
    pub fn of_points(points: impl Iterator<Item = Vec<FactorValue>>) -> Self {
        let mut different: Vec<Vec<FactorValue>> = Vec::new();
        for point in points {
            if !different.contains(&point) {
                different.push(point);
            }
        }
        Self::Points(different)
    }

    /// The index of the level of a run at `point` with this value of the factor; `None` for a value
    /// that the factor does not have.
    pub fn index_of(&self, point: &[FactorValue], value: Option<&FactorValue>) -> Option<usize> {
        match self {
            Self::Points(points) => points.iter().position(|known| known == point),
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
            Self::Whole => vec![Level::of("all".to_owned(), None)],
            Self::Values(values) => {
                let places = values.iter().map(FactorValue::number);
                distinct(values.iter().map(std::slice::from_ref), places)
            }
            Self::Points(points) => {
                distinct(points.iter().map(Vec::as_slice), std::iter::repeat(None))
            }
            Self::Bins { .. } => (0..BINS).map(|index| self.bin(index)).collect(),
        }
    }

    /// Whether the axis of the levels is logarithmic.
    pub fn is_log(&self) -> bool {
        match self {
            Self::Bins { is_log, .. } => *is_log,
            Self::Whole | Self::Points(_) => false,
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
        let Self::Bins { from, to, is_log, .. } = *self else { return None };
        let scaled = |x: f64| if is_log { libm::log(x) } else { x };
        let width = scaled(to) - scaled(from);
        let share = if width > 0.0 { (scaled(number) - scaled(from)) / width } else { 0.0 };
        (0.0..=1.0).contains(&share).then_some(share)
    }

    fn bin(&self, index: u32) -> Level {
        let Self::Bins { from, to, is_log, is_whole } = *self else {
            unreachable!("only ranges have bins")
        };
        let at = |share: f64| {
            if is_log {
                libm::exp(libm::log(from) + (libm::log(to) - libm::log(from)) * share)
            } else {
                from + (to - from) * share
            }
        };
        let bins = f64::from(BINS);
        let (low, high) = (f64::from(index) / bins, f64::from(index + 1) / bins);
        let (first, mut last) = (at(low), at(high));
        let label = match is_whole {
            true => {
                // A bin ends before the next begins; only the last one has its upper end.
                let first = (first - SLACK).ceil();
                last = if index + 1 == BINS { last.round() } else { (last - SLACK).ceil() - 1.0 };
                if first < last {
                    format!("{first:.0} … {last:.0}")
                } else {
                    format!("{first:.0}")
                }
            }
            false => format!("{} … {}", short(first), short(last)),
        };
        Level::of(label, Some(at((low + high) / 2.0)))
    }
}

impl Level {
    fn of(label: String, place: Option<f64>) -> Self {
        Self { short: label.clone(), label, place }
    }
}

/// The levels of points with these positions.
fn distinct<'a>(
    points: impl Iterator<Item = &'a [FactorValue]> + Clone,
    places: impl Iterator<Item = Option<f64>>,
) -> Vec<Level> {
    let labelled = |text: fn(&FactorValue) -> String| {
        let of_point = move |point: &[FactorValue]| -> String {
            point.iter().map(text).collect::<Vec<_>>().join(" × ")
        };
        points.clone().map(of_point).collect::<Vec<String>>()
    };
    let labels = labelled(ToString::to_string);
    let shorts = labelled(|value| match value {
        FactorValue::Number(number) => short(*number),
        other => other.to_string(),
    });
    let count = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
    let shorts = if count(&shorts) == count(&labels) { shorts } else { labels.clone() };
    let texts = labels.into_iter().zip(shorts).zip(places);
    texts.map(|((label, short), place)| Level { label, short, place }).collect()
}

/// The values of a range of few whole numbers.
fn whole_numbers(range: &Range) -> Option<Vec<FactorValue>> {
    if !range.whole || range.to - range.from >= f64::from(MOST_VALUES) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole numbers in the range of settings")]
    let (from, to) = (range.from.ceil() as i64, range.to.floor() as i64);
    Some((from..=to).map(FactorValue::Integer).collect())
}

fn spans_decades(from: f64, to: f64) -> bool {
    from > 0.0 && to / from >= 50.0
}

/// Formats a number with at most four significant digits.
pub(crate) fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    // Zero has no sign.
    format!("{}", rounded + 0.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 0 to 1")]
fn bin_index(share: f64) -> usize {
    (share * f64::from(BINS) + SLACK) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(levels: Levels) -> Factor {
        Factor { name: "rules.roots".to_owned(), levels, base: None }
    }

    fn labels(grouping: &Grouping) -> Vec<String> {
        grouping.levels().into_iter().map(|level| level.label).collect()
    }

    #[test]
    fn few_values_have_a_level_each() {
        let values = vec![FactorValue::Number(0.5), FactorValue::Text("a.map".to_owned())];
        let grouping = Grouping::from_factor(&factor(Levels::List(values.clone())));
        assert_eq!(labels(&grouping), ["0.5", "a.map"]);
        assert_eq!(grouping.index_of(&[], Some(&values[1])), Some(1));
        assert_eq!(grouping.index_of(&[], Some(&FactorValue::Integer(7))), None);
    }

    #[test]
    fn charts_have_few_digits_unless_levels_would_be_alike() {
        let shorts = |numbers: &[f64]| {
            let values = numbers.iter().copied().map(FactorValue::Number).collect();
            let levels = Grouping::from_factor(&factor(Levels::List(values))).levels();
            levels.into_iter().map(|level| level.short).collect::<Vec<_>>()
        };
        assert_eq!(shorts(&[10.0, 14.2105263158, 0.000123456]), ["10", "14.21", "0.0001235"]);
        assert_eq!(shorts(&[1.00001, 1.00002]), ["1.00001", "1.00002"]);
        let point = vec![FactorValue::Number(18.4210526316), FactorValue::Text("a.map".to_owned())];
        let levels = Grouping::of_points([point].into_iter()).levels();
        assert_eq!(levels[0].short, "18.42 × a.map");
        assert_eq!(levels[0].label, "18.4210526316 × a.map");
    }

    #[test]
    fn many_numbers_are_grouped_in_bins() {
        let values = (0..=100).map(|number| FactorValue::Number(f64::from(number))).collect();
        let range = Range { from: 0.0, to: 100.0, scale: Scale::Linear, whole: false };
        for levels in [Levels::List(values), Levels::Range(range)] {
            let grouping = Grouping::from_factor(&factor(levels));
            assert_eq!(labels(&grouping).len(), 10);
            assert_eq!(labels(&grouping)[3], "30 … 40");
            let index = |number| grouping.index_of(&[], Some(&FactorValue::Number(number)));
            assert_eq!([0.0, 35.0, 99.9, 100.0].map(index), [0, 3, 9, 9].map(Some));
            assert_eq!([-1.0, 101.0].map(index), [None, None]);
        }
    }

    #[test]
    fn bins_of_whole_numbers_name_the_numbers_in_them() {
        let values = (0..=100).map(FactorValue::Integer).collect();
        let range = |from, to, scale| Levels::Range(Range { from, to, scale, whole: true });
        for levels in [Levels::List(values), range(0.0, 100.0, Scale::Linear)] {
            let grouping = Grouping::from_factor(&factor(levels));
            assert_eq!(labels(&grouping)[3], "30 … 39");
            assert_eq!(labels(&grouping)[9], "90 … 100");
        }
        for (from, to, scale) in [
            (2.0, 40.0, Scale::Linear),
            (1.0, 1000.0, Scale::Log),
            (7.0, 263.0, Scale::Log),
            (0.0, 33.0, Scale::Linear),
        ] {
            let grouping = Grouping::from_factor(&factor(range(from, to, scale)));
            let labels = labels(&grouping);
            for number in from as i64..=to as i64 {
                let index = grouping.index_of(&[], Some(&FactorValue::Integer(number))).unwrap();
                let ends: Vec<i64> =
                    labels[index].split(" … ").map(|end| end.parse().unwrap()).collect();
                let (first, last) = (ends[0], *ends.last().unwrap());
                assert!((first..=last).contains(&number), "{number} in {}", labels[index]);
            }
        }
        let few = Grouping::from_factor(&factor(range(2.0, 5.0, Scale::Linear)));
        assert_eq!(labels(&few), ["2", "3", "4", "5"]);
        assert_eq!(few.index_of(&[], Some(&FactorValue::Integer(4))), Some(2));
    }

    #[test]
    fn bins_of_a_logarithmic_range_are_logarithmic() {
        let range = Range { from: 0.001, to: 10.0, scale: Scale::Log, whole: false };
        let grouping = Grouping::from_factor(&factor(Levels::Range(range)));
        assert!(grouping.is_log());
        assert_eq!(labels(&grouping)[5], "0.1 … 0.2512");
        assert_eq!(grouping.index_of(&[], Some(&FactorValue::Number(0.2))), Some(5));
    }
}
