//! The commands of an experiment: tables `[[command]]`, which are added to the timetable of its base.

use terrarium_input::document::{Section, key_part};
use terrarium_input::{Diagnostic, Location};
use terrarium_run::StartError;
use terrarium_run::scenario::{COMMAND, command_name};

use crate::ExperimentError;

/// A command as an override of the base, with its location in the file.
pub(super) struct AddedCommand {
    pub text: String,
    location: Location,
}

pub(super) fn read(root: &Section<'_>) -> Result<Vec<AddedCommand>, Diagnostic> {
    let Some(list) = root.get(COMMAND) else { return Ok(Vec::new()) };
    let tables = list.list("tables: write `[[command]]`, with two brackets")?;
    let mut added: Vec<AddedCommand> = Vec::new();
    for table in tables {
        let Some(name) = command_name(table) else {
            let remedy = "add what it does, such as `drought = { light = 0.2 }`";
            return Err(table.location.error("the command does nothing", remedy));
        };
        let key = format!("{COMMAND}.{}", key_part(name));
        if let Some(other) = added.iter().find(|other| other.is_called(&key)) {
            let problem = format!("the command `{name}` is already at {}", other.location);
            return Err(table.location.error(problem, "give each command a `name` of its own"));
        }
        let text = format!("{key}={}", table.to_toml());
        added.push(AddedCommand { text, location: table.location.clone() });
    }
    Ok(added)
}

impl AddedCommand {
    fn is_called(&self, key: &str) -> bool {
        self.text.strip_prefix(key).is_some_and(|rest| rest.starts_with('='))
    }
}

/// The error of reading the base; one about a command gets its location in the file.
pub(super) fn located(commands: &[AddedCommand], error: StartError) -> ExperimentError {
    let diagnostic = error.diagnostic();
    let location = diagnostic.location.as_ref().filter(|location| location.is_override());
    let command = location.and_then(|it| commands.iter().find(|c| c.text == it.source()));
    match command {
        Some(command) => diagnostic.at(command.location.clone()).into(),
        None => error.into(),
    }
}
