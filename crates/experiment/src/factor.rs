//! The factors of an experiment and their values.

use std::fmt;

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::KeyValue;

/// A factor: a parameter that an experiment varies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// Its name: a key of `--set`, such as `rules.light` or `population.hare`; or `map`, or
    /// `creatures`.
    pub name: String,
    /// The values it may have.
    pub levels: Levels,
    /// Its value in the base scenario, if it has one there. That value does not enter the seed of a
    /// run, so adding a factor does not change the seeds of the runs at this value.
    pub base: Option<FactorValue>,
}

/// The values that a factor may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Levels {
    /// A list of different values.
    List(Vec<FactorValue>),
    /// Any value in a range.
    Range(Range),
}

/// A range of values to sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The least value.
    pub from: f64,
    /// The greatest value.
    pub to: f64,
    /// The distribution of values in the range.
    pub scale: Scale,
    /// Whether values are whole numbers.
    pub whole: bool,
}

/// The distribution of values in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Uniform.
    Linear,
    /// Uniform in the logarithm: as many values between 1 and 10 as between 10 and 100.
    Log,
}

/// The value of a factor. Its text is unique, because seeds and tables depend on it: `30.0` is
/// `30`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactorValue {
    /// A switch.
    Switch(bool),
    /// A whole number.
    Integer(i64),
    /// A finite number.
    Number(f64),
    /// A text, such as the path of a map.
    Text(String),
}

// Numbers are finite where values are made, so that every value equals itself.
impl Eq for FactorValue {}

impl fmt::Display for FactorValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch(is_on) => write!(f, "{is_on}"),
            Self::Integer(whole) => write!(f, "{whole}"),
            // Zero has no sign.
            Self::Number(number) => write!(f, "{}", number + 0.0),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<KeyValue> for FactorValue {
    fn from(value: KeyValue) -> Self {
        match value {
            KeyValue::Switch(is_on) => Self::Switch(is_on),
            KeyValue::Number(number) => Self::Number(number),
            KeyValue::Text(text) => Self::Text(text),
        }
    }
}

impl FactorValue {
    /// The value as a number; `None` for a text or a switch.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "values are far smaller than 2^53")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(whole) => Some(*whole as f64),
            Self::Number(number) => Some(*number),
            Self::Switch(_) | Self::Text(_) => None,
        }
    }
}

impl Levels {
    /// The value at the share `share` of the list or range, at least 0 and less than 1.
    #[must_use]
    pub(super) fn at(&self, share: f64) -> FactorValue {
        match self {
            Self::List(values) => {
                let index = index_in(values.len() as u64, share);
                values[usize::try_from(index).unwrap_or(0)].clone()
            }
            Self::Range(range) => range.at(share),
        }
    }

    /// The number of different values; `None` for a continuous range.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::List(values) => Some(values.len() as u64),
            Self::Range(range) => range
                .whole
                .then(|| whole(range.to) - whole(range.from) + 1)
                .map(|count| u64::try_from(count).unwrap_or(u64::MAX)),
        }
    }
}

impl Range {
    /// The value at the share `share` of the range, 0 to 1.
    fn at(&self, share: f64) -> FactorValue {
        let Self { from, to, scale, whole: is_whole } = *self;
        let value = match scale {
            // All whole numbers are equally likely.
            Scale::Linear if is_whole => (from + (to - from + 1.0) * share).floor(),
            Scale::Linear => from + (to - from) * share,
            Scale::Log => {
                let (least, most) = (libm::log(from), libm::log(to));
                libm::exp(least + (most - least) * share)
            }
        };
        self.value(value)
    }

    /// `count` evenly spaced values, including both ends.
    #[must_use]
    pub(super) fn steps(&self, count: u32) -> Vec<FactorValue> {
        let continuous = Self { whole: false, ..*self };
        let last = f64::from(count.saturating_sub(1).max(1));
        let value = |step: u32| match step {
            0 => self.value(self.from),
            step if step + 1 == count => self.value(self.to),
            step => match continuous.at(f64::from(step) / last) {
                FactorValue::Number(number) => self.value(number),
                other => other,
            },
        };
        (0..count).map(value).collect()
    }

    fn value(&self, number: f64) -> FactorValue {
        let number = number.clamp(self.from, self.to);
        if self.whole {
            FactorValue::Integer(whole(number.round()))
        } else {
            FactorValue::Number(round_digits(number).clamp(self.from, self.to))
        }
    }
}

/// The index of the one of `count` equal parts that contains `share`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "lists are short, and a share is below 1"
)]
fn index_in(count: u64, share: f64) -> u64 {
    ((count as f64 * share) as u64).min(count.saturating_sub(1))
}

#[expect(clippy::cast_possible_truncation, reason = "the ends of ranges are below 2^53")]
fn whole(number: f64) -> i64 {
    number as i64
}

/// Rounds a number to 12 digits, so that 0.1 + 0.2 is 0.3 in tables and overrides.
fn round_digits(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64, scale: Scale, whole: bool) -> Range {
        Range { from, to, scale, whole }
    }

    fn texts(values: &[FactorValue]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn equal_values_have_equal_texts() {
        assert_eq!(FactorValue::Number(30.0).to_string(), FactorValue::Integer(30).to_string());
        assert_eq!(FactorValue::Number(-0.0).to_string(), "0");
        assert_eq!(FactorValue::Number(0.1).to_string(), "0.1");
        assert_eq!(FactorValue::Number(1e-7).to_string(), "0.0000001");
    }

    #[test]
    fn values_read_back_from_json() {
        for value in [
            FactorValue::Switch(true),
            FactorValue::Integer(-3),
            FactorValue::Number(30.0),
            FactorValue::Number(0.1),
            FactorValue::Text("30".to_owned()),
            FactorValue::Text("true".to_owned()),
        ] {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<FactorValue>(&json).unwrap(), value, "{json}");
        }
    }

    #[test]
    fn steps_include_both_ends_and_have_few_digits() {
        let linear = range(0.0, 0.6, Scale::Linear, false);
        assert_eq!(texts(&linear.steps(4)), ["0", "0.2", "0.4", "0.6"]);
        let log = range(1.0, 1000.0, Scale::Log, false);
        assert_eq!(texts(&log.steps(4)), ["1", "10", "100", "1000"]);
        let whole = range(1.0, 10.0, Scale::Log, true);
        assert_eq!(texts(&whole.steps(3)), ["1", "3", "10"]);
        assert_eq!(texts(&linear.steps(1)), ["0"]);
    }

    #[test]
    fn sampled_values_are_in_their_range() {
        let whole = Levels::Range(range(2.0, 4.0, Scale::Linear, true));
        let drawn: Vec<_> = (0..6).map(|k| whole.at(f64::from(k) / 6.0)).collect();
        assert_eq!(texts(&drawn), ["2", "2", "3", "3", "4", "4"]);
        assert_eq!(whole.at(1.0 - f64::EPSILON).to_string(), "4");
        assert_eq!(whole.count(), Some(3));
        let log = Levels::Range(range(0.001, 7.0, Scale::Log, false));
        assert_eq!((log.at(0.0).to_string(), log.count()), ("0.001".to_owned(), None));
        assert!(log.at(1.0 - f64::EPSILON).number().unwrap() <= 7.0);
    }
}
