//! Expressions over the state of a run: the language of stop conditions and of measures.

mod function;
mod name;
mod parse;

use std::ops::Range;

pub(super) use function::{Call, Function};
pub(super) use name::{Detail, Name, Trait};
pub(super) use parse::{Language, parse, parse_measure};

/// The longest text of an expression, in bytes.
pub const LONGEST_EXPRESSION: usize = 1000;

/// An error in the text of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// The location in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// The values of names at one moment.
pub(super) trait Values {
    /// The value of a name; not a number if it has none.
    fn value(&self, name: Name) -> f64;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sum {
    Plus,
    Minus,
    Times,
    By,
}

/// A node of the syntax tree of an expression. The parser has checked the types.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Number(f64),
    Name(Name),
    Sum(Sum, Box<Node>, Box<Node>),
    Compare(Compare, Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
}

impl Node {
    /// Calls `visit` with every name in it.
    pub(crate) fn names(&self, visit: &mut impl FnMut(Name)) {
        match self {
            Self::Name(name) => visit(*name),
            Self::Number(_) => {}
            Self::Not(a) => a.names(visit),
            Self::Sum(_, a, b) | Self::Compare(_, a, b) | Self::And(a, b) | Self::Or(a, b) => {
                a.names(visit);
                b.names(visit);
            }
        }
    }

    pub(crate) fn holds(&self, values: &dyn Values) -> bool {
        match self {
            Self::Compare(comparison, a, b) => comparison.holds(a.number(values), b.number(values)),
            Self::And(a, b) => a.holds(values) && b.holds(values),
            Self::Or(a, b) => a.holds(values) || b.holds(values),
            Self::Not(a) => !a.holds(values),
            Self::Number(_) | Self::Name(_) | Self::Sum(..) => false,
        }
    }

    pub(crate) fn number(&self, values: &dyn Values) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Name(name) => values.value(*name),
            Self::Sum(operation, a, b) => operation.of(a.number(values), b.number(values)),
            Self::Compare(..) | Self::And(..) | Self::Or(..) | Self::Not(_) => f64::NAN,
        }
    }
}

impl Compare {
    #[expect(clippy::float_cmp, reason = "the operators `==` and `!=` are exact")]
    fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::More => a > b,
            Self::AtLeast => a >= b,
            Self::Equal => a == b,
            // As with all comparisons, a number that does not exist equals and differs from none.
            Self::Unequal => a != b && !a.is_nan() && !b.is_nan(),
        }
    }
}

impl Sum {
    fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Plus => a + b,
            Self::Minus => a - b,
            Self::Times => a * b,
            Self::By => a / b,
        }
    }
}
