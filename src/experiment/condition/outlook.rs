//! What can be said of a condition before anything is lived: whether it may hold at all.

use std::collections::BTreeMap;

use super::{Compare, Condition, Name, Node, Sum};

/// What can be said of a condition in advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It depends on what happens.
    Open,
    /// It holds after any tick.
    Always,
    /// It cannot hold.
    Never,
}

/// The least and the greatest number that something can be.
type Span = (f64, f64);

impl Condition {
    /// What can be said of it for runs of `ticks` ticks. `Open` may turn out to hold always or
    /// never all the same.
    #[must_use]
    pub fn outlook(&self, ticks: u64) -> Outlook {
        let world = Possible { ticks };
        match world.truth(&self.root) {
            Some(true) => Outlook::Always,
            Some(false) => Outlook::Never,
            None => Outlook::Open,
        }
    }
}

struct Possible {
    ticks: u64,
}

impl Possible {
    #[expect(clippy::cast_precision_loss, reason = "runs are far shorter than 2^53 ticks")]
    fn span_of(&self, name: Name) -> Span {
        match name {
            Name::Tick => (1.0, self.ticks as f64),
            _ => (0.0, f64::INFINITY),
        }
    }

    fn truth(&self, node: &Node) -> Option<bool> {
        match node {
            Node::Compare(how, a, b) => compared(*how, self.span(a), self.span(b)),
            Node::And(a, b) => match (self.truth(a), self.truth(b)) {
                (Some(true), Some(true)) => Some(true),
                (Some(false), _) | (_, Some(false)) => Some(false),
                _ => self.excludes_itself(node).then_some(false),
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

    fn span(&self, node: &Node) -> Span {
        match node {
            Node::Number(number) => (*number, *number),
            Node::Name(name) => self.span_of(*name),
            Node::Sum(how, a, b) => computed(*how, self.span(a), self.span(b)),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Whether the comparisons of names with numbers that `&&` joins leave some name nothing to be,
    /// as in `hare < 10 && hare > 20`.
    fn excludes_itself(&self, node: &Node) -> bool {
        let mut interval_set = BTreeMap::new();
        self.narrow(node, &mut interval_set);
        interval_set.values().any(|(least, most)| least > most)
    }

    fn narrow(&self, node: &Node, interval_set: &mut BTreeMap<Name, Span>) {
        let (how, name, number) = match node {
            Node::And(a, b) => {
                self.narrow(a, interval_set);
                return self.narrow(b, interval_set);
            }
            Node::Compare(how, a, b) => match (&**a, &**b) {
                (Node::Name(name), Node::Number(number)) => (*how, *name, *number),
                (Node::Number(number), Node::Name(name)) => (how.turned(), *name, *number),
                _ => return,
            },
            _ => return,
        };
        let (least, most) = interval_set.entry(name).or_insert_with(|| self.span_of(name));
        // Whatever can be named is a whole number.
        match how {
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
    /// The same with its sides exchanged.
    fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Equal | Self::Unequal => self,
        }
    }
}

#[expect(clippy::float_cmp, reason = "a span of one number holds nothing else")]
fn compared(how: Compare, a: Span, b: Span) -> Option<bool> {
    match how {
        Compare::Less if a.1 < b.0 => Some(true),
        Compare::Less if a.0 >= b.1 => Some(false),
        Compare::AtMost if a.1 <= b.0 => Some(true),
        Compare::AtMost if a.0 > b.1 => Some(false),
        Compare::More | Compare::AtLeast => compared(how.turned(), b, a),
        Compare::Equal if a.1 < b.0 || b.1 < a.0 => Some(false),
        Compare::Equal if a.0 == a.1 && a == b => Some(true),
        Compare::Unequal => compared(Compare::Equal, a, b).map(|truth| !truth),
        _ => None,
    }
}

fn computed(how: Sum, a: Span, b: Span) -> Span {
    const ANY: Span = (f64::NEG_INFINITY, f64::INFINITY);
    let span = match how {
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
        // What is divided by may be nothing.
        Sum::By => ANY,
    };
    if span.0.is_nan() || span.1.is_nan() { ANY } else { span }
}
