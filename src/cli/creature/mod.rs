//! `terrarium creature`: for authors of creatures, a file for each subcommand.

mod bench;
mod check;
mod docs;
mod new;

use clap::{Args, Subcommand};

use super::Failure;

/// Begin, check, measure and look up creatures of your own.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  terrarium creature new fox --kind carnivore
  terrarium creature check creatures/fox
  terrarium creature docs
  terrarium run --creatures creatures/fox --set population.fox=12")]
pub(super) struct Creature {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a creature: a folder that lives as it is, for you to change
    New(new::New),
    /// Check a creature, and try it in a small arena
    Check(check::Check),
    /// Show all that a creature can know and want
    Docs(docs::Docs),
    /// Measure what a turn of a creature takes
    Bench(bench::Bench),
}

impl Creature {
    pub fn execute(self) -> Result<(), Failure> {
        match self.command {
            Command::New(command) => command.execute(),
            Command::Check(command) => command.execute(),
            Command::Docs(command) => command.execute(),
            Command::Bench(command) => command.execute(),
        }
    }
}
