//! A native behaviour whose parameters differ from animal to animal, because they are heritable.

use super::{Behaviour, Turn, native};
use crate::species::{BehaviourChoice, BehaviourRefusal, Kind};

/// Decides for each animal by a native behaviour with the parameters that it has inherited.
pub struct Individual {
    kind: Kind,
    name: String,
    choice: BehaviourChoice,
    /// That of founders, for animals that have inherited nothing.
    of_founders: Box<dyn Behaviour>,
}

impl Individual {
    /// Creates the native behaviour called `name`.
    ///
    /// # Errors
    /// Those of [`native::behaviour`].
    pub fn new(kind: Kind, name: &str, choice: &BehaviourChoice) -> Result<Self, BehaviourRefusal> {
        let of_founders = native::behaviour(kind, name, &choice.parameters)?;
        Ok(Self { kind, name: name.to_owned(), choice: choice.clone(), of_founders })
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        let parameters = self.choice.parameters_of(turn.senses.me.heritable);
        // Its values are in the ranges of the species, whose ends are checked.
        let own = native::behaviour(self.kind, &self.name, &parameters);
        let turns = std::slice::from_mut(turn);
        own.as_ref().unwrap_or(&self.of_founders).decide(turns);
    }
}

impl Behaviour for Individual {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
