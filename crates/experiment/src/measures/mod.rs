//! The measures that an experiment defines: expressions that give one number for each run.
//!
//! A [`Measurement`] observes a run. It evaluates the arguments of each function at the beginning
//! and after each tick, and keeps only what the function needs, so memory does not grow with the
//! length of the run.

mod accumulator;
mod measurement;
mod moment;
mod series;
mod spread;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub(super) use measurement::Measurement;

use super::RunTicks;
use super::condition::{Outlook, outlook};
use super::expression::{Call, Detail, ExpressionError, Name, Node, Trait, parse_measure};

/// A measure of runs, defined by the experiment: a column of `runs.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMeasure {
    /// The name of its column.
    pub name: String,
    /// The expression, such as `mean(hare)`.
    pub expression: String,
}

/// The measures of an experiment, parsed.
#[derive(Debug, Clone, Default)]
pub(super) struct Measures {
    /// The functions of all measures.
    calls: Vec<Call>,
    /// The value of each measure at the end of a run, from the results of the functions.
    ends: Vec<Node>,
    during: Needs,
    at_end: Needs,
}

/// What must be counted in the world to evaluate expressions.
#[derive(Debug, Clone, Default)]
struct Needs {
    headcount: bool,
    /// The traits, each with the place of its species.
    traits: BTreeSet<(usize, Trait)>,
}

impl Measures {
    /// Adds a measure, for runs with these ticks and species.
    pub fn add(
        &mut self,
        expression: &str,
        species: &[String],
        is_conquest: bool,
        ticks: RunTicks,
    ) -> Result<(), ExpressionError> {
        let before = self.calls.len();
        let end = parse_measure(expression, species, is_conquest, &mut self.calls)?;
        end.names(&mut |name| self.at_end.add(name));
        self.ends.push(end);
        for call in &self.calls[before..] {
            call.quantity.names(&mut |name| self.during.add(name));
            let Some((condition, span)) = &call.condition else { continue };
            condition.names(&mut |name| self.during.add(name));
            if outlook(condition, 0, ticks) == Outlook::Never {
                return Err(ExpressionError {
                    span: span.clone(),
                    problem: format!("this condition can never hold in a run of {ticks}"),
                    remedy: "correct the condition or `ticks`".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

impl Needs {
    fn add(&mut self, name: Name) {
        let Name::Of(species, detail) = name else { return };
        match detail {
            Detail::Mean(what) | Detail::Variance(what) | Detail::Sd(what) => {
                self.traits.insert((species, what));
            }
            Detail::Energy
            | Detail::Grown
            | Detail::Hungry
            | Detail::Cramped
            | Detail::Carcasses => self.headcount = true,
            _ => {}
        }
    }
}
