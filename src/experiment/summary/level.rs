//! The values of a factor, brought together to so few that they can be compared.

use crate::experiment::{Factor, FactorValue, Levels, Scale};

/// The values of a factor that count as one: a value, or a part of a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// How it is called: the value, or `from … to`.
    pub label: String,
    /// Where it stands among the others on a line of numbers; `None` for texts.
    pub place: Option<f64>,
}

/// How the runs of an experiment are told apart by one of its factors.
#[derive(Debug, Clone)]
pub(super) enum Grouping {
    /// By each of these values, in their order.
    Values(Vec<FactorValue>),
    /// By equal parts of a range: its ends, and whether their logarithms are what is cut into parts.
    Parts { from: f64, to: f64, is_log: bool },
    /// Not at all.
    Whole,
}

/// More values than this are brought together to parts.
const MOST_VALUES: usize = 24;

/// How many parts.
const PARTS: u32 = 10;

impl Grouping {
    /// How to tell the runs apart by `factor`.
    pub fn of(factor: &Factor) -> Self {
        match &factor.levels {
            Levels::List(values) if values.len() <= MOST_VALUES => Self::Values(values.clone()),
            Levels::List(values) => {
                let numbers: Option<Vec<f64>> = values.iter().map(FactorValue::number).collect();
                let Some(numbers) = numbers else { return Self::Values(values.clone()) };
                let from = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let to = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                Self::Parts { from, to, is_log: spans_decades(from, to) }
            }
            Levels::Range(range) => {
                Self::Parts { from: range.from, to: range.to, is_log: range.scale == Scale::Log }
            }
        }
    }

    /// The level of a value, counted from 0; nothing for a value that the factor does not have.
    pub fn place(&self, value: Option<&FactorValue>) -> Option<usize> {
        match self {
            Self::Whole => Some(0),
            Self::Values(values) => values.iter().position(|known| Some(known) == value),
            Self::Parts { .. } => {
                let share = self.share(value?.number()?)?;
                Some(part(share).min(PARTS as usize - 1))
            }
        }
    }

    /// All levels.
    pub fn levels(&self) -> Vec<Level> {
        match self {
            Self::Whole => vec![Level { label: "all".to_owned(), place: None }],
            Self::Values(values) => values
                .iter()
                .map(|value| Level { label: value.to_string(), place: value.number() })
                .collect(),
            Self::Parts { .. } => (0..PARTS).map(|part| self.part(part)).collect(),
        }
    }

    /// Whether the levels stand by their logarithms.
    pub fn is_log(&self) -> bool {
        match self {
            Self::Parts { is_log, .. } => *is_log,
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

    /// How far through the range a number is, 0 to 1.
    fn share(&self, number: f64) -> Option<f64> {
        let Self::Parts { from, to, is_log } = *self else { return None };
        let line = |x: f64| if is_log { libm::log(x) } else { x };
        let width = line(to) - line(from);
        let share = if width > 0.0 { (line(number) - line(from)) / width } else { 0.0 };
        (0.0..=1.0).contains(&share).then_some(share)
    }

    fn part(&self, part: u32) -> Level {
        let Self::Parts { from, to, is_log } = *self else {
            unreachable!("only ranges have parts")
        };
        let at = |share: f64| {
            if is_log {
                libm::exp(libm::log(from) + (libm::log(to) - libm::log(from)) * share)
            } else {
                from + (to - from) * share
            }
        };
        let parts = f64::from(PARTS);
        let (low, high) = (f64::from(part) / parts, f64::from(part + 1) / parts);
        let label = format!("{} … {}", short(at(low)), short(at(high)));
        Level { label, place: Some(at((low + high) / 2.0)) }
    }
}

fn spans_decades(from: f64, to: f64) -> bool {
    from > 0.0 && to / from >= 50.0
}

/// A number with four digits, and no more of them than it needs.
pub(in crate::experiment) fn short(number: f64) -> String {
    let rounded: f64 = format!("{number:.3e}").parse().unwrap_or(number);
    // Zero has no sign.
    format!("{}", rounded + 0.0)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 0 to 1")]
fn part(share: f64) -> usize {
    (share * f64::from(PARTS)) as usize
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
    fn few_values_are_told_apart_one_by_one() {
        let values = vec![FactorValue::Number(0.5), FactorValue::Text("a.map".to_owned())];
        let grouping = Grouping::of(&factor(Levels::List(values.clone())));
        assert_eq!(labels(&grouping), ["0.5", "a.map"]);
        assert_eq!(grouping.place(Some(&values[1])), Some(1));
        assert_eq!(grouping.place(Some(&FactorValue::Integer(7))), None);
    }

    #[test]
    fn many_numbers_are_told_apart_by_parts_of_their_range() {
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
    fn a_range_over_decades_is_cut_by_logarithms() {
        let range = Range { from: 0.001, to: 10.0, scale: Scale::Log, whole: false };
        let grouping = Grouping::of(&factor(Levels::Range(range)));
        assert!(grouping.is_log());
        assert_eq!(labels(&grouping)[5], "0.1 … 0.2512");
        assert_eq!(grouping.place(Some(&FactorValue::Number(0.2))), Some(5));
    }
}
