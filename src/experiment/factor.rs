//! What an experiment varies, and between which values.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that an experiment varies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// What it is: a key that `--set` takes, such as `rules.light` or `population.hare`; or `map`, or
    /// `creatures`.
    pub name: String,
    /// The values it may have.
    pub levels: Levels,
    /// The value that the base scenario has by itself, if it has one. It does not enter the seed of
    /// a run, so that a factor added later leaves the seeds of the runs at this value as they were.
    pub base: Option<FactorValue>,
}

/// The values that a factor may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Levels {
    /// These, each different from the others.
    List(Vec<FactorValue>),
    /// Any in a range.
    Range(Range),
}

/// A range to draw values from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The least value.
    pub from: f64,
    /// The greatest value.
    pub to: f64,
    /// How values are spread over it.
    pub scale: Scale,
    /// Whether only whole numbers are drawn.
    pub whole: bool,
}

/// How values are spread over a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly.
    Linear,
    /// Evenly in their logarithms: as many between 1 and 10 as between 10 and 100.
    Log,
}

/// The value of a factor. Printed in one way only, which seeds and tables go by: `30.0` is `30`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactorValue {
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
            Self::Integer(whole) => write!(f, "{whole}"),
            // Zero is never written with a sign.
            Self::Number(number) => write!(f, "{}", number + 0.0),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl FactorValue {
    /// The value as a number, unless it is a text.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "what is varied is far smaller than 2^53")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(whole) => Some(*whole as f64),
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }
}

impl Levels {
    /// The value at the share `share` of the way through, 0 to 1, where 1 itself is beyond the end.
    #[must_use]
    pub(super) fn at(&self, share: f64) -> FactorValue {
        match self {
            Self::List(values) => {
                let place = place_in(values.len() as u64, share);
                values[usize::try_from(place).unwrap_or(0)].clone()
            }
            Self::Range(range) => range.at(share),
        }
    }

    /// How many different values there are; `None` where that is beyond counting.
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
    /// The value at the share `share` of the way through; 1 is the end of the range.
    fn at(&self, share: f64) -> FactorValue {
        let Self { from, to, scale, whole: is_whole } = *self;
        let value = match scale {
            // Every whole number is as likely as any other.
            Scale::Linear if is_whole => (from + (to - from + 1.0) * share).floor(),
            Scale::Linear => from + (to - from) * share,
            Scale::Log => {
                let (least, most) = (libm::log(from), libm::log(to));
                libm::exp(least + (most - least) * share)
            }
        };
        self.value(value)
    }

    /// So many values evenly spread, both ends among them.
    #[must_use]
    pub(super) fn steps(&self, count: u32) -> Vec<FactorValue> {
        let stretched = Self { whole: false, ..*self };
        let last = f64::from(count.saturating_sub(1).max(1));
        let value = |step: u32| match step {
            0 => self.value(self.from),
            step if step + 1 == count => self.value(self.to),
            step => match stretched.at(f64::from(step) / last) {
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
            FactorValue::Number(tidy(number).clamp(self.from, self.to))
        }
    }
}

/// Which of `count` equal parts of the way `share` falls into.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "lists are short, and a share is below 1"
)]
fn place_in(count: u64, share: f64) -> u64 {
    ((count as f64 * share) as u64).min(count.saturating_sub(1))
}

#[expect(clippy::cast_possible_truncation, reason = "ranges are checked to be far smaller")]
fn whole(number: f64) -> i64 {
    number as i64
}

/// The number with 12 digits, so that 0.1 + 0.2 is 0.3 in tables and settings.
fn tidy(number: f64) -> f64 {
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
    fn values_are_printed_in_one_way() {
        assert_eq!(FactorValue::Number(30.0).to_string(), FactorValue::Integer(30).to_string());
        assert_eq!(FactorValue::Number(-0.0).to_string(), "0");
        assert_eq!(FactorValue::Number(0.1).to_string(), "0.1");
        assert_eq!(FactorValue::Number(1e-7).to_string(), "0.0000001");
    }

    #[test]
    fn values_read_back_from_json_as_what_they_were() {
        for value in [
            FactorValue::Integer(-3),
            FactorValue::Number(30.0),
            FactorValue::Number(0.1),
            FactorValue::Text("30".to_owned()),
        ] {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<FactorValue>(&json).unwrap(), value, "{json}");
        }
    }

    #[test]
    fn steps_hold_both_ends_and_have_few_digits() {
        let linear = range(0.0, 0.6, Scale::Linear, false);
        assert_eq!(texts(&linear.steps(4)), ["0", "0.2", "0.4", "0.6"]);
        let log = range(1.0, 1000.0, Scale::Log, false);
        assert_eq!(texts(&log.steps(4)), ["1", "10", "100", "1000"]);
        let whole = range(1.0, 10.0, Scale::Log, true);
        assert_eq!(texts(&whole.steps(3)), ["1", "3", "10"]);
        assert_eq!(texts(&linear.steps(1)), ["0"]);
    }

    #[test]
    fn draws_stay_in_their_range() {
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
