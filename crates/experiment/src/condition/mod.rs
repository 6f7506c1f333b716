//! Stop conditions: expressions over the census, such as `hare < 10 && tick > 500`.
//!
//! A condition compares numbers (`< <= > >= == !=`), which may be expressions (`+ - * /`), and
//! joins comparisons (`&& || !`, parentheses). Its variables are:
//!
//! | name | value |
//! |---|---|
//! | `tick` | the tick of the world |
//! | `elapsed` | ticks since the beginning of the run; as `tick`, unless it continues a stored world |
//! | `hare` | organisms of that species alive |
//! | `hare.births`, `hare.deaths` | births and deaths during the run |
//! | `plants`, `herbivores`, `carnivores`, `organisms` | organisms alive of each kind, and in total |
//! | `blue.tickets`, `blue.bases`, … | tickets and bases of a colony, in a conquest |
//!
//! The language is separate from that of scripts so that conditions can be validated before the
//! first run: for unknown names, and for conditions that always or never hold.

mod outlook;

use terrarium_creatures::species::Kind;
use terrarium_sim::world::Conquest;

pub use outlook::Outlook;
pub(super) use outlook::outlook;

pub use super::expression::{ExpressionError, LONGEST_EXPRESSION};
use super::expression::{Language, Name, Node, Values, parse};

/// A stop condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    text: String,
    root: Node,
}

/// The values of the variables of a condition after a tick.
#[derive(Debug, Clone, Copy)]
pub struct ConditionContext<'a> {
    /// The tick of the world.
    pub tick: u64,
    /// The ticks since the beginning of the run.
    pub elapsed: u64,
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

impl Condition {
    /// Parses a condition for worlds with these species.
    ///
    /// # Errors
    /// When the text is invalid, or has an unknown name.
    pub fn parse(
        text: &str,
        species: &[String],
        is_conquest: bool,
    ) -> Result<Self, ExpressionError> {
        let root = parse(text, Language::Conditions, species, is_conquest)?;
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

impl Values for ConditionContext<'_> {
    #[expect(clippy::cast_precision_loss, reason = "counts are far smaller than 2^53")]
    fn value(&self, name: Name) -> f64 {
        let of = |index: usize, count: fn(&SpeciesStanding) -> u64| {
            self.species.get(index).and_then(Option::as_ref).map_or(0, count)
        };
        let of_kind = |kind: Option<Kind>| -> u64 {
            let all = self.species.iter().flatten();
            let matching = all.filter(|species| kind.is_none_or(|kind| species.kind == kind));
            matching.map(|species| species.alive).sum()
        };
        let of_colony =
            |count: &dyn Fn(&Conquest) -> u32| u64::from(self.conquest.map_or(0, count));
        let count = match name {
            Name::Tick => self.tick,
            Name::Elapsed => self.elapsed,
            Name::Alive(index) => of(index, |species| species.alive),
            Name::Births(index) => of(index, |species| species.births),
            Name::Deaths(index) => of(index, |species| species.deaths),
            Name::Kind(kind) => of_kind(Some(kind)),
            Name::Organisms => of_kind(None),
            Name::Tickets(colony) => of_colony(&|conquest| conquest.tickets[colony.index()]),
            Name::Bases(colony) => of_colony(&|conquest| conquest.held(colony)),
            // Conditions have no such names.
            Name::Of(..) | Name::Result(_) => return f64::NAN,
        };
        count as f64
    }
}

#[cfg(test)]
mod tests;
