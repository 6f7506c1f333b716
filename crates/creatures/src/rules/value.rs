//! The values of rules: numbers, whole numbers and switches, which files and messages all give as numbers.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

/// What the values of a rule are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// Numbers with fractions.
    Number,
    /// Whole numbers.
    Whole,
    /// 1 for yes, 0 for no.
    Switch,
}

impl RuleKind {
    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Whole => "whole",
            Self::Switch => "switch",
        }
    }
}

/// A type of values of rules.
pub(super) trait RuleValue: Sized {
    /// What the values are.
    const KIND: RuleKind;

    /// The value for a number, if there is one.
    fn from_number(number: f64) -> Option<Self>;

    /// The value as a number.
    fn number(&self) -> f64;
}

impl RuleValue for f64 {
    const KIND: RuleKind = RuleKind::Number;

    fn from_number(number: f64) -> Option<Self> {
        Some(number)
    }

    fn number(&self) -> f64 {
        *self
    }
}

impl RuleValue for u32 {
    const KIND: RuleKind = RuleKind::Whole;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "compared after it"
    )]
    fn from_number(number: f64) -> Option<Self> {
        let whole = number as Self;
        (Self::number(&whole) == number).then_some(whole)
    }

    fn number(&self) -> f64 {
        (*self).into()
    }
}

impl RuleValue for bool {
    const KIND: RuleKind = RuleKind::Switch;

    fn from_number(number: f64) -> Option<Self> {
        match number {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        }
    }

    fn number(&self) -> f64 {
        (*self).into()
    }
}

/// Writes a value as a number, whatever its type: the bytes of states do not depend on it.
pub(super) fn serialize<T: RuleValue, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(value.number())
}

/// Reads a value from a number.
pub(super) fn deserialize<'de, T: RuleValue, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let number = f64::deserialize(from)?;
    T::from_number(number)
        .ok_or_else(|| D::Error::custom(format!("{number} is not a whole number")))
}
