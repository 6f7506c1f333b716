//! The command that changes a rule.

use super::CommandRefusal;
use crate::behaviour;
use crate::rules::{Rule, RuleError, RuleScope, Rules};
use crate::tick::Simulation;

/// The rules of which the stored state of a world is made: bodies bind the energy of `growing`, and
/// traits are bought with `points`.
const FOUNDING_RULES: [&str; 2] = ["growing", "points"];

impl Simulation {
    /// Computes what the command [`SetRule`](super::Command::SetRule) would change, and changes
    /// nothing.
    ///
    /// # Errors
    /// When the command would be refused.
    pub fn check_rule(&self, name: &str, value: f64) -> Result<Rules, CommandRefusal> {
        changed_rules(&self.world.config.rules, name, value)
    }

    pub(super) fn set_rule(&mut self, name: &str, value: f64) -> Result<(), CommandRefusal> {
        let rules = self.check_rule(name, value)?;
        let behaviours = behaviour::make_all(&self.world.config.species, &rules)?;
        self.behaviours = behaviours;
        self.world.change_rules(rules);
        self.scratch.replace_rules(&self.world);
        Ok(())
    }
}

/// The rules of a world after one of them is set.
pub(crate) fn changed_rules(
    rules: &Rules,
    name: &str,
    value: f64,
) -> Result<Rules, CommandRefusal> {
    let mut rules = rules.clone();
    rules.set(name, value)?;
    let rule = Rules::ALL.iter().find(|rule| rule.name == name).expect("it was just set");
    if is_fixed(rule) {
        return Err(CommandRefusal::FixedRule { name: rule.name });
    }
    rules.check()?;
    Ok(rules)
}

/// Whether the stored state of a world depends on a rule, so that it is fixed at its founding.
fn is_fixed(rule: &Rule) -> bool {
    matches!(rule.bearing, RuleScope::Conquest | RuleScope::SharedFields)
        || FOUNDING_RULES.contains(&rule.name)
}

impl From<RuleError> for CommandRefusal {
    fn from(error: RuleError) -> Self {
        Self::Rule(error)
    }
}
