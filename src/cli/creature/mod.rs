//! `terrarium creature`: tools for authors of creatures, one file per subcommand.

mod bench;
mod check;
mod docs;
mod extract;
mod new;

use clap::{Args, Subcommand};

pub(super) use check::fault_failure;

use super::Failure;

/// Create, check and benchmark your own creatures.
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
    /// Create a creature folder from a template
    New(new::New),
    /// Check a creature and simulate it in a small arena
    Check(check::Check),
    /// Print the reference of the behaviour interface
    Docs(docs::Docs),
    /// Measure the time and operations of a creature's turns
    Bench(bench::Bench),
    /// Create a creature folder from an organism of a world
    Extract(extract::Extract),
}

impl Creature {
    pub fn execute(self) -> Result<(), Failure> {
        match self.command {
            Command::New(command) => command.execute(),
            Command::Check(command) => command.execute(),
            Command::Docs(command) => command.execute(),
            Command::Bench(command) => command.execute(),
            Command::Extract(command) => command.execute(),
        }
    }
}
