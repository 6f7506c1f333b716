//! Commands before the first tick of a run, such as those of `terrarium run --from --set`.

use std::ops::ControlFlow;

use super::Observer;
use crate::document::Override;
use crate::input::Diagnostic;
use crate::rules::Rules;
use crate::tick::{Command, Simulation, changed_rules};
use crate::world::World;

/// The observer that gives commands before the first tick of a run. The record of the run holds them,
/// so that every replay applies them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OpeningCommands {
    commands: Vec<Command>,
}

impl OpeningCommands {
    /// Gives these commands, in their order.
    #[must_use]
    pub fn new(commands: Vec<Command>) -> Self {
        Self { commands }
    }
}

impl Observer for OpeningCommands {
    fn commands(&mut self, _: &World) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    fn after_tick(&mut self, _: &Simulation) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The command for the override `rules.NAME=VALUE` of a stored world with these rules.
pub(crate) fn rule_command(rules: &Rules, setting: &Override) -> Result<Command, Diagnostic> {
    let [first, rule] = setting.path() else { return Err(only_rules(setting)) };
    if first.value != "rules" {
        return Err(only_rules(setting));
    }
    let value = setting.value().number()?;
    let checked = changed_rules(rules, &rule.value, value);
    checked.map_err(|refusal| Diagnostic::new(format!("{}: {refusal}", setting.text())))?;
    Ok(Command::SetRule { rule: rule.value.clone(), value })
}

fn only_rules(setting: &Override) -> Diagnostic {
    setting.path()[0].location.error(
        "only rules can be set in a stored world",
        "set a rule, such as rules.light=40, or begin a new world with a scenario",
    )
}
