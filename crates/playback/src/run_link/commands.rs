//! The commands of a link.

use serde::{Deserialize, Serialize};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{CreatureFiles, Species, SpeciesContext, SpeciesError};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Change, Command};
use terrarium_sim::world::World;

use super::LinkError;

/// A command of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkCommand {
    /// The tick after which it is applied: the next tick is the first with its effects.
    pub tick: u64,
    /// The command.
    #[serde(flatten)]
    pub content: LinkedCommand,
}

/// The content of a command in a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkedCommand {
    /// A species changes into what these files define.
    Change(CreatureFiles),
    /// Any other command.
    Command(Command),
}

impl LinkCommand {
    /// The command of a run that began with these rules.
    pub(super) fn new(tick: u64, command: &Command, rules: &Rules) -> Result<Self, LinkError> {
        let content = match command {
            Command::Change(Change { into, .. }) => {
                let creature = CreatureFiles::of_species(into);
                if read(&creature, rules).ok().as_ref() != Some(&**into) {
                    let name = &into.name;
                    return Err(LinkError::NoScenario(format!(
                        "the change of `{name}` at tick {tick} cannot be written as creature files"
                    )));
                }
                LinkedCommand::Change(creature)
            }
            other => LinkedCommand::Command(other.clone()),
        };
        Ok(Self { tick, content })
    }

    /// Returns the command for a world of the run.
    ///
    /// # Errors
    /// When it changes a species that the world does not have, or into an invalid one.
    pub fn command(&self, world: &World) -> Result<Command, LinkError> {
        let refused = |problem: String| LinkError::Command { tick: self.tick, problem };
        match &self.content {
            LinkedCommand::Command(Command::Change(_)) => {
                Err(refused("a change of a species needs the files of it".to_owned()))
            }
            LinkedCommand::Command(command) => Ok(command.clone()),
            LinkedCommand::Change(creature) => {
                let config = world.config();
                let into = read(creature, &config.rules);
                let into = into.map_err(|error| refused(error.diagnostic().to_string()))?;
                let species = config
                    .species_id(&into.name)
                    .ok_or_else(|| refused(format!("the world has no species `{}`", into.name)))?;
                Ok(Command::Change(Change { species, into: Box::new(into) }))
            }
        }
    }
}

fn read(creature: &CreatureFiles, rules: &Rules) -> Result<Species, SpeciesError> {
    let context = SpeciesContext { rules, overrides: &[], behaviours: &behaviours::check };
    Species::of_creature(creature, &context)
}
