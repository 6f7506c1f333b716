//! Stop conditions: expressions over the census, such as `hare < 10 && tick > 500`.
//!
//! A condition compares numbers (`< <= > >= == !=`), which may be expressions (`+ - * /`), and
//! joins comparisons (`&& || !`, parentheses). Its variables are:
//!
//! | name | value |
//! |---|---|
//! | `tick` | simulated ticks |
//! | `hare` | organisms of that species alive |
//! | `hare.births`, `hare.deaths` | births and deaths during the run |
//! | `plants`, `herbivores`, `carnivores`, `organisms` | organisms alive of each kind, and in total |
//! | `blue.tickets`, `blue.bases`, … | tickets and bases of a colony, in a conquest |
//!
//! The language is separate from that of scripts so that conditions can be validated before the
//! first run: for unknown names, and for conditions that always or never hold.

mod outlook;
mod parse;

use std::ops::Range;

use crate::behaviour::Colony;
use crate::species::Kind;
use crate::world::Conquest;

pub use outlook::Outlook;

/// The longest text of a condition, in bytes.
pub const LONGEST_CONDITION: usize = 1000;

/// A stop condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    text: String,
    root: Node,
}

/// An error in the text of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionError {
    /// The location in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// The values of the variables of a condition after a tick.
#[derive(Debug, Clone, Copy)]
pub struct ConditionContext<'a> {
    /// The number of simulated ticks.
    pub tick: u64,
    /// The state of each species, in the order of the names given to [`Condition::parse`]; `None`
    /// for a species that this world does not have.
    pub species: &'a [Option<SpeciesStanding>],
    /// The state of the conquest.
    pub conquest: Option<&'a Conquest>,
}

/// The state of a species in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpeciesStanding {
    /// Its kind.
    pub kind: Kind,
    /// The number of organisms alive.
    pub alive: u64,
    /// The number of births.
    pub births: u64,
    /// The number of deaths.
    pub deaths: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Tick,
    Alive(usize),
    Births(usize),
    Deaths(usize),
    Kind(Kind),
    Organisms,
    Tickets(Colony),
    Bases(Colony),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compare {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sum {
    Plus,
    Minus,
    Times,
    By,
}

/// A node of the syntax tree of a condition. The parser has checked the types.
#[derive(Debug, Clone, PartialEq)]
enum Node {
    Number(f64),
    Name(Name),
    Sum(Sum, Box<Node>, Box<Node>),
    Compare(Compare, Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
}

impl Condition {
    /// Parses a condition for worlds with these species.
    ///
    /// # Errors
    /// When the text is invalid, or has an unknown name.
    pub fn parse(
        text: &str,
        species: &[String],
        is_conquest: bool,
    ) -> Result<Self, ConditionError> {
        let root = parse::parse(text, species, is_conquest)?;
        Ok(Self { text: text.trim().to_owned(), root })
    }

    /// The text of the condition.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the condition holds.
    #[must_use]
    pub fn holds(&self, context: &ConditionContext<'_>) -> bool {
        self.root.holds(context)
    }
}

impl Node {
    fn holds(&self, context: &ConditionContext<'_>) -> bool {
        match self {
            Self::Compare(comparison, a, b) => {
                comparison.holds(a.number(context), b.number(context))
            }
            Self::And(a, b) => a.holds(context) && b.holds(context),
            Self::Or(a, b) => a.holds(context) || b.holds(context),
            Self::Not(a) => !a.holds(context),
            Self::Number(_) | Self::Name(_) | Self::Sum(..) => false,
        }
    }

    fn number(&self, context: &ConditionContext<'_>) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Name(name) => name.number(context),
            Self::Sum(operation, a, b) => operation.of(a.number(context), b.number(context)),
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
            Self::Unequal => a != b,
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

impl Name {
    #[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
    fn number(self, context: &ConditionContext<'_>) -> f64 {
        let of = |place: usize, count: fn(&SpeciesStanding) -> u64| {
            context.species.get(place).and_then(Option::as_ref).map_or(0, count)
        };
        let of_kind = |kind: Option<Kind>| -> u64 {
            let all = context.species.iter().flatten();
            let matching = all.filter(|species| kind.is_none_or(|kind| species.kind == kind));
            matching.map(|species| species.alive).sum()
        };
        let of_colony =
            |count: &dyn Fn(&Conquest) -> u32| u64::from(context.conquest.map_or(0, count));
        let count = match self {
            Self::Tick => context.tick,
            Self::Alive(place) => of(place, |species| species.alive),
            Self::Births(place) => of(place, |species| species.births),
            Self::Deaths(place) => of(place, |species| species.deaths),
            Self::Kind(kind) => of_kind(Some(kind)),
            Self::Organisms => of_kind(None),
            Self::Tickets(colony) => of_colony(&|conquest| conquest.tickets[colony.index()]),
            Self::Bases(colony) => of_colony(&|conquest| conquest.held(colony)),
        };
        count as f64
    }
}

#[cfg(test)]
mod tests;
