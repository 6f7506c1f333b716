//! Static analysis of conditions: whether one always or never holds.

use std::collections::BTreeMap;

use super::Condition;
use crate::RunTicks;
use crate::expression::{Compare, Name, Node, Sum};

/// The result of the static analysis of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It depends on the run.
    Open,
    /// It holds after every tick.
    Always,
    /// It never holds.
    Never,
}

/// The least and the greatest value of an expression.
type Interval = (f64, f64);

impl Condition {
    /// Analyses the condition for runs with these ticks, with interval arithmetic. The analysis is
    /// incomplete: an `Open` condition may always or never hold.
    #[must_use]
    pub fn outlook(&self, ticks: RunTicks) -> Outlook {
        outlook(&self.root, 1, ticks)
    }
}

/// Analyses an expression for runs with these ticks, from `first` ticks after their beginning on.
pub(crate) fn outlook(node: &Node, first: u64, ticks: RunTicks) -> Outlook {
    let analysis = Analysis { first, ticks };
    match analysis.truth(node) {
        Some(true) => Outlook::Always,
        Some(false) => Outlook::Never,
        None => Outlook::Open,
    }
}

struct Analysis {
    first: u64,
    ticks: RunTicks,
}

impl Analysis {
    #[expect(clippy::cast_precision_loss, reason = "runs are far shorter than 2^53 ticks")]
    fn interval_of(&self, name: Name) -> Interval {
        let (least, most) = match name {
            Name::Tick => self.ticks.of_world(self.first),
            Name::Elapsed => (self.first, self.ticks.count),
            _ => return (0.0, f64::INFINITY),
        };
        (least as f64, most as f64)
    }

    fn truth(&self, node: &Node) -> Option<bool> {
        match node {
            Node::Compare(comparison, a, b) => {
                compare(*comparison, self.interval(a), self.interval(b))
            }
            Node::And(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(true), Some(true)) => Some(true),
                (Some(false), _) | (_, Some(false)) => Some(false),
                _ => self.is_contradiction(node).then_some(false),
            },
            Node::Or(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), Some(false)) => Some(false),
                (Some(true), _) | (_, Some(true)) => Some(true),
                _ => None,
            },
            Node::Not(a) => self.truth(a).map(|truth| !truth),
            Node::Number(_) | Node::Name(_) | Node::Sum(..) => None,
        }
    }

    fn interval(&self, node: &Node) -> Interval {
        match node {
            Node::Number(number) => (*number, *number),
            Node::Name(name) => self.interval_of(*name),
            Node::Sum(operation, a, b) => compute(*operation, self.interval(a), self.interval(b)),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Whether comparisons of names with numbers, joined by `&&`, exclude every value of a name, as
    /// in `hare < 10 && hare > 20`.
    fn is_contradiction(&self, node: &Node) -> bool {
        let mut intervals = BTreeMap::new();
        self.narrow(node, &mut intervals);
        intervals.values().any(|(least, most)| least > most)
    }

    fn narrow(&self, node: &Node, intervals: &mut BTreeMap<Name, Interval>) {
        let (comparison, name, number) = match node {
            Node::And(a, b) => {
                self.narrow(a, intervals);
                return self.narrow(b, intervals);
            }
            Node::Compare(comparison, a, b) => match (&**a, &**b) {
                (Node::Name(name), Node::Number(number)) => (*comparison, *name, *number),
                (Node::Number(number), Node::Name(name)) => (comparison.swapped(), *name, *number),
                _ => return,
            },
            _ => return,
        };
        if matches!(name, Name::Of(..)) {
            return;
        }
        let (least, most) = intervals.entry(name).or_insert_with(|| self.interval_of(name));
        // All other variables are whole numbers.
        match comparison {
            Compare::Less => *most = most.min(number.ceil() - 1.0),
            Compare::AtMost => *most = most.min(number.floor()),
            Compare::More => *least = least.max(number.floor() + 1.0),
            Compare::AtLeast => *least = least.max(number.ceil()),
            Compare::Equal => {
                *least = least.max(number.ceil());
                *most = most.min(number.floor());
            }
            Compare::Unequal => {}
        }
    }
}

impl Compare {
    /// The equivalent comparison with its sides swapped.
    fn swapped(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Equal | Self::Unequal => self,
        }
    }
}

#[expect(clippy::float_cmp, reason = "both intervals are single numbers")]
fn compare(comparison: Compare, a: Interval, b: Interval) -> Option<bool> {
    match comparison {
        Compare::Less if a.1 < b.0 => Some(true),
        Compare::Less if a.0 >= b.1 => Some(false),
        Compare::AtMost if a.1 <= b.0 => Some(true),
        Compare::AtMost if a.0 > b.1 => Some(false),
        Compare::More | Compare::AtLeast => compare(comparison.swapped(), b, a),
        Compare::Equal if a.1 < b.0 || b.1 < a.0 => Some(false),
        Compare::Equal if a.0 == a.1 && a == b => Some(true),
        Compare::Unequal => compare(Compare::Equal, a, b).map(|truth| !truth),
        _ => None,
    }
}

fn compute(operation: Sum, a: Interval, b: Interval) -> Interval {
    const ANY: Interval = (f64::NEG_INFINITY, f64::INFINITY);
    let interval = match operation {
        Sum::Plus => (a.0 + b.0, a.1 + b.1),
        Sum::Minus => (a.0 - b.1, a.1 - b.0),
        Sum::Times => {
            let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            if ends.iter().any(|end| end.is_nan()) {
                return ANY;
            }
            let least = ends.into_iter().fold(f64::INFINITY, f64::min);
            (least, ends.into_iter().fold(f64::NEG_INFINITY, f64::max))
        }
        // The divisor may be 0.
        Sum::By => ANY,
    };
    if interval.0.is_nan() || interval.1.is_nan() { ANY } else { interval }
}
