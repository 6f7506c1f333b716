//! Stop conditions: expressions over the census, such as `hare < 10 && tick > 500`.
//!
//! A condition compares numbers (`< <= > >= == !=`), which may be computed (`+ - * /`), and joins
//! comparisons (`&& || !`, parentheses). The numbers it can name are:
//!
//! | name | what |
//! |---|---|
//! | `tick` | ticks that the run has lived |
//! | `hare` | how many of that species live |
//! | `hare.births`, `hare.deaths` | how many were born, and died, during the run |
//! | `plants`, `herbivores`, `carnivores`, `organisms` | how many live of each kind, and in all |
//! | `blue.tickets`, `blue.bases`, … | how a colony stands, where there are colonies |
//!
//! This is a language of its own, and not that of scripts, since it is checked before anything is
//! lived: for names that are not there, and for conditions that hold always or never.

mod outlook;
mod parse;

use std::ops::Range;

use crate::behaviour::Colony;
use crate::species::Kind;
use crate::world::Conquest;

pub use outlook::Outlook;

/// The longest text of a condition, in bytes.
pub const LONGEST_CONDITION: usize = 1000;

/// A condition that a run can be stopped by.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    text: String,
    root: Node,
}

/// What is wrong with the text of a condition, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionError {
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: String,
}

/// What conditions look at: how a world stands.
#[derive(Debug, Clone, Copy)]
pub struct ConditionContext<'a> {
    /// Ticks that the run has lived.
    pub tick: u64,
    /// How each species stands, in the order of the names the condition was read with; `None` for
    /// one that is not in this world.
    pub species: &'a [Option<SpeciesStanding>],
    /// How the colonies stand.
    pub conquest: Option<&'a Conquest>,
}

/// How a species stands in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpeciesStanding {
    /// What it lives on.
    pub kind: Kind,
    /// How many live.
    pub alive: u64,
    /// How many were born.
    pub births: u64,
    /// How many died.
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

/// A part of a condition. What is a number and what is true or false was seen to when it was read.
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
    /// Reads a condition over a world of these species.
    ///
    /// # Errors
    /// When it is none, or names something that is not there.
    pub fn parse(
        text: &str,
        species: &[String],
        is_conquest: bool,
    ) -> Result<Self, ConditionError> {
        let root = parse::parse(text, species, is_conquest)?;
        Ok(Self { text: text.trim().to_owned(), root })
    }

    /// The condition as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it holds.
    #[must_use]
    pub fn holds(&self, moment: &ConditionContext<'_>) -> bool {
        self.root.holds(moment)
    }
}

impl Node {
    fn holds(&self, moment: &ConditionContext<'_>) -> bool {
        match self {
            Self::Compare(how, a, b) => how.holds(a.number(moment), b.number(moment)),
            Self::And(a, b) => a.holds(moment) && b.holds(moment),
            Self::Or(a, b) => a.holds(moment) || b.holds(moment),
            Self::Not(a) => !a.holds(moment),
            Self::Number(_) | Self::Name(_) | Self::Sum(..) => false,
        }
    }

    fn number(&self, moment: &ConditionContext<'_>) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Name(name) => name.number(moment),
            Self::Sum(how, a, b) => how.of(a.number(moment), b.number(moment)),
            Self::Compare(..) | Self::And(..) | Self::Or(..) | Self::Not(_) => f64::NAN,
        }
    }
}

impl Compare {
    #[expect(
        clippy::float_cmp,
        reason = "counts are whole, and whoever asks for equality means it"
    )]
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
    fn number(self, moment: &ConditionContext<'_>) -> f64 {
        let of = |place: usize, count: fn(&SpeciesStanding) -> u64| {
            moment.species.get(place).and_then(Option::as_ref).map_or(0, count)
        };
        let of_kind = |kind: Option<Kind>| -> u64 {
            let all = moment.species.iter().flatten();
            let alike = all.filter(|standing| kind.is_none_or(|kind| standing.kind == kind));
            alike.map(|standing| standing.alive).sum()
        };
        let of_colony =
            |count: &dyn Fn(&Conquest) -> u32| u64::from(moment.conquest.map_or(0, count));
        let count = match self {
            Self::Tick => moment.tick,
            Self::Alive(place) => of(place, |standing| standing.alive),
            Self::Births(place) => of(place, |standing| standing.births),
            Self::Deaths(place) => of(place, |standing| standing.deaths),
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
