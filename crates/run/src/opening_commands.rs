//! Commands before the first tick of a run, such as those of `terrarium run --from --set`.

use std::ops::ControlFlow;

use terrarium_input::Diagnostic;
use terrarium_input::document::Override;
use terrarium_sim::tick::{Command, Simulation, changed_rules};
use terrarium_sim::world::World;

use super::Observer;
use crate::scenario::{COMMAND, changed_timetable};

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

/// The commands for overrides of a stored world: `rules.NAME=VALUE`, which are checked together, and those of
/// its timetable.
pub fn opening_commands(world: &World, overrides: &[Override]) -> Result<Vec<Command>, Diagnostic> {
    let mut rules: Vec<(String, f64)> = Vec::new();
    let mut timetable = Vec::new();
    for key_override in overrides {
        let keys: Vec<&str> = key_override.path().iter().map(|key| key.value.as_str()).collect();
        match keys[..] {
            ["rules", rule] => rules.push((rule.to_owned(), key_override.value().number()?)),
            [COMMAND, ..] => timetable.push(key_override),
            _ => return Err(fixed(key_override)),
        }
    }
    let mut commands = Vec::new();
    if !rules.is_empty() {
        check_together(world, &rules, overrides)?;
        commands.push(Command::SetRules { rules });
    }
    if !timetable.is_empty() {
        let timetable = changed_timetable(world, &timetable)?;
        commands.push(Command::Schedule { timetable });
    }
    Ok(commands)
}

/// Checks the rules after all of the overrides. The error names the one that is invalid by itself, or all.
fn check_together(
    world: &World,
    rules: &[(String, f64)],
    overrides: &[Override],
) -> Result<(), Diagnostic> {
    let Err(refusal) = changed_rules(&world.config().rules, rules) else { return Ok(()) };
    let texts = overrides.iter().filter(|it| it.path()[0].value == "rules").map(Override::text);
    let texts: Vec<&str> = texts.collect();
    let own = rules.iter().zip(&texts).find_map(|(rule, text)| {
        let alone = terrarium_sim::tick::check_rule_alone(&rule.0, rule.1).err()?;
        Some(Diagnostic::new(format!("{text}: {alone}")))
    });
    Err(own.unwrap_or_else(|| Diagnostic::new(format!("{}: {refusal}", texts.join(" and ")))))
}

fn fixed(key_override: &Override) -> Diagnostic {
    key_override.path()[0].location.error(
        "only rules and the timetable can be set in a stored world",
        "set a rule, such as rules.light=40, or begin a new world with a scenario",
    )
}
