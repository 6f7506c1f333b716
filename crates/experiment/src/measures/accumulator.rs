//! What a function of a measure keeps of the ticks so far.

use serde::{Deserialize, Serialize};
use terrarium_studies::statistics::Moments;

use super::series::Series;
use crate::expression::Function;

/// The state of one function during a run, in bounded memory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Accumulator {
    Mean { sum: f64, count: f64 },
    Sum(Option<f64>),
    Sd(Moments),
    Extreme { is_max: bool, wants_tick: bool, found: Option<(u64, f64)> },
    First(Option<f64>),
    Final(Option<f64>),
    Slope(Slope),
    Period(Series),
}

/// The regression of values on their ticks, by Welford's algorithm.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Slope {
    count: f64,
    tick: f64,
    value: f64,
    /// The sum of the squared deviations of the ticks.
    squares: f64,
    /// The sum of the products of the deviations of both.
    products: f64,
}

impl Accumulator {
    pub fn new(function: Function) -> Self {
        let extreme = |is_max, wants_tick| Self::Extreme { is_max, wants_tick, found: None };
        match function {
            Function::Mean => Self::Mean { sum: 0.0, count: 0.0 },
            // A count of nothing is zero.
            Function::Sum => Self::Sum(Some(0.0)),
            Function::Sd => Self::Sd(Moments::default()),
            Function::Min => extreme(false, false),
            Function::Max => extreme(true, false),
            Function::Argmin => extreme(false, true),
            Function::Argmax => extreme(true, true),
            Function::First => Self::First(None),
            Function::Final => Self::Final(None),
            Function::Slope => Self::Slope(Slope::default()),
            Function::Period => Self::Period(Series::default()),
        }
    }

    /// Adds the value in a tick, if it is a finite number.
    pub fn add(&mut self, tick: u64, number: f64) {
        if !number.is_finite() {
            return;
        }
        match self {
            Self::Mean { sum, count } => {
                *sum += number;
                *count += 1.0;
            }
            Self::Sum(sum) => *sum = Some(sum.unwrap_or(0.0) + number),
            Self::Sd(moments) => moments.add(number),
            Self::Extreme { is_max, found, .. } => {
                let is_better = |best: f64| if *is_max { number > best } else { number < best };
                if found.is_none_or(|(_, best)| is_better(best)) {
                    *found = Some((tick, number));
                }
            }
            Self::First(first) => drop(first.get_or_insert(number)),
            Self::Final(last) => *last = Some(number),
            Self::Slope(slope) => slope.add(tick, number),
            Self::Period(series) => series.add(number),
        }
    }

    /// The result; `None` without enough values.
    #[expect(clippy::cast_precision_loss, reason = "runs are far shorter than 2^53 ticks")]
    pub fn result(&self) -> Option<f64> {
        match self {
            Self::Mean { sum, count } => (*count > 0.0).then(|| sum / count),
            Self::Sum(value) | Self::First(value) | Self::Final(value) => *value,
            Self::Sd(moments) => moments.sd(),
            Self::Extreme { wants_tick, found, .. } => {
                found.map(|(tick, value)| if *wants_tick { tick as f64 } else { value })
            }
            Self::Slope(slope) => (slope.squares > 0.0).then(|| slope.products / slope.squares),
            Self::Period(series) => series.period(),
        }
    }
}

impl Slope {
    #[expect(clippy::cast_precision_loss, reason = "runs are far shorter than 2^53 ticks")]
    fn add(&mut self, tick: u64, number: f64) {
        self.count += 1.0;
        let (later, higher) = (tick as f64 - self.tick, number - self.value);
        self.tick += later / self.count;
        self.value += higher / self.count;
        self.squares += later * (tick as f64 - self.tick);
        self.products += later * (number - self.value);
    }
}
