//! A native behaviour whose parameters differ from animal to animal, because they are heritable.

use super::{Behaviour, Turn, native};
use crate::species::{BehaviourChoice, BehaviourRefusal, Code, Kind};

/// Decides for each animal by a native behaviour with the parameters that it has inherited.
pub(super) struct Individual {
    kind: Kind,
    choice: BehaviourChoice,
    /// That of founders, for animals that have inherited nothing.
    of_founders: Box<dyn Behaviour>,
}

impl Individual {
    /// Creates the behaviour.
    ///
    /// # Errors
    /// Those of [`native::behaviour`].
    pub fn new(kind: Kind, choice: &BehaviourChoice) -> Result<Self, BehaviourRefusal> {
        let Code::Native(name) = &choice.code else {
            unreachable!("only native behaviours are created by name")
        };
        let of_founders = native::behaviour(kind, name, &choice.parameters)?;
        Ok(Self { kind, choice: choice.clone(), of_founders })
    }

    fn turn(&self, turn: &mut Turn<'_>) {
        let Code::Native(name) = &self.choice.code else { return };
        let mut parameters = self.choice.parameters.clone();
        let own = turn.senses.me.heritable.iter();
        parameters.extend(own.map(|(name, value)| (name.to_owned(), value)));
        // Its values are in the ranges of the species, whose ends are checked.
        let own = native::behaviour(self.kind, name, &parameters);
        let turns = std::slice::from_mut(turn);
        own.as_ref().unwrap_or(&self.of_founders).decide(turns);
    }
}

impl Behaviour for Individual {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        turns.iter_mut().for_each(|turn| self.turn(turn));
    }
}
