//! The command that changes rules.

use terrarium_creatures::rules::{Rule, RuleError, RuleScope, Rules};

use super::CommandRefusal;
use crate::behaviours;
use crate::tick::Simulation;

/// The rules of which the stored state of a world is made: bodies bind the energy of `growing`, and
/// traits are bought with `points`.
const FOUNDING_RULES: [&str; 2] = ["growing", "points"];

impl Simulation {
    /// Computes the rules after the command [`SetRules`](super::Command::SetRules), and changes nothing.
    ///
    /// # Errors
    /// When the command would be refused.
    pub fn check_rules(&self, rules: &[(String, f64)]) -> Result<Rules, CommandRefusal> {
        changed_rules(&self.world.config.rules, rules)
    }

    pub(super) fn set_rules(&mut self, rules: &[(String, f64)]) -> Result<(), CommandRefusal> {
        let rules = self.check_rules(rules)?;
        let behaviours = behaviours::make_all(&self.world.config.species, &rules)?;
        self.behaviours = behaviours;
        self.world.change_rules(rules);
        self.scratch.derived.replace_rules(&self.world);
        Ok(())
    }
}

/// The rules of a world after some of them are set, in this order. The result is checked as a whole.
pub fn changed_rules(rules: &Rules, changes: &[(String, f64)]) -> Result<Rules, CommandRefusal> {
    let mut rules = rules.clone();
    for (name, value) in changes {
        check_rule_alone(name, *value)?;
        rules.set(name, *value)?;
    }
    rules.check()?;
    Ok(rules)
}

/// Checks that a rule can be set in a stored world, and can have a value, whatever the other rules.
pub fn check_rule_alone(name: &str, value: f64) -> Result<(), CommandRefusal> {
    Rules::default().set(name, value)?;
    let rule = Rules::ALL.iter().find(|rule| rule.name == name).expect("it was just set");
    if is_fixed(rule) { Err(CommandRefusal::FixedRule { name: rule.name }) } else { Ok(()) }
}

/// Whether the stored state of a world depends on a rule, so that it is fixed at its founding.
fn is_fixed(rule: &Rule) -> bool {
    matches!(rule.scope, RuleScope::Conquest | RuleScope::SharedFields)
        || FOUNDING_RULES.contains(&rule.name)
}

impl From<RuleError> for CommandRefusal {
    fn from(error: RuleError) -> Self {
        Self::Rule(error)
    }
}
