//! The functions of measures, which reduce the values of a quantity in all ticks to one number.

use std::ops::Range;

use super::Node;

/// A function over the ticks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Mean,
    Sd,
    Sum,
    Min,
    Max,
    Argmin,
    Argmax,
    First,
    Final,
    Slope,
    Period,
}

/// A function in an expression, with its arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    pub function: Function,
    /// The quantity, which has a value in each tick or none.
    pub quantity: Node,
    /// In which ticks it counts, and the location of that text; all if there is none.
    pub condition: Option<(Node, Range<usize>)>,
}

impl Function {
    pub const ALL: [Self; 11] = [
        Self::Mean,
        Self::Sd,
        Self::Sum,
        Self::Min,
        Self::Max,
        Self::Argmin,
        Self::Argmax,
        Self::First,
        Self::Final,
        Self::Slope,
        Self::Period,
    ];

    /// Its name in expressions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Sd => "sd",
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::Argmin => "argmin",
            Self::Argmax => "argmax",
            Self::First => "first",
            Self::Final => "final",
            Self::Slope => "slope",
            Self::Period => "period",
        }
    }

    /// The function with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }
}
