//! The command `terrarium`: one file per subcommand, from arguments to library calls.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 a
//! failed run or check, 2 wrong usage or input, 130 interrupted.

mod batch;
mod batch_summary;
mod completions;
mod creature;
mod debug;
mod diagnostic;
mod failure;
mod inspect;
mod interruption;
mod lab;
mod merge;
mod nodes;
mod organism;
mod output;
mod overrides;
mod path;
mod progress;
mod render;
mod route;
mod rules;
mod run;
mod run_monitor;
mod shell;
mod species;
mod strategic_map;
mod summary;
mod suspension;
mod sweep_monitor;
mod target;
mod threads;
mod verify;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

pub use failure::Failure;

/// Simulate an ecosystem of plants, herbivores and carnivores, repeatably to the bit
///
/// Without a command, terrarium shows the meadow scenario: in a window if there is a display,
/// otherwise in the terminal. Without either, it simulates 5000 ticks and writes the results to a new
/// directory below `runs`.
#[derive(Debug, Parser)]
#[command(name = "terrarium", version, max_term_width = 100)]
#[command(
    after_help = "Run `terrarium <COMMAND> --help` for the options of a command and examples."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

// A doc comment on a variant would replace the long help of its arguments; `about` does not.
#[derive(Debug, Subcommand)]
enum Command {
    /// Watch a simulation in a window or in the terminal
    Watch(watch::Watch),
    /// Run a scenario and record what happens
    Run(run::Run),
    /// Run an experiment: many runs with varied parameters
    Batch(batch::Batch),
    /// Merge the shards of an experiment into one result
    Merge(merge::Merge),
    /// Replay a recorded run and compare its state after every tick
    Verify(verify::Verify),
    /// Render a world to a PNG or an animated GIF
    Render(render::Render),
    #[command(about = "Print the state of one organism and explain its last turn")]
    Inspect(inspect::Inspect),
    #[command(about = "Find paths among boxes or on a map")]
    Path(path::Path),
    #[command(about = "Compare navigators on sets of path-finding problems")]
    Lab(lab::Lab),
    #[command(about = "Find the strategic nodes of a map")]
    Nodes(nodes::Nodes),
    #[command(about = "Find routes between the strategic nodes of a map")]
    Route(route::Route),
    /// Create, check and benchmark your own creatures
    Creature(creature::Creature),
    /// List the species, or describe one
    Species(species::Species),
    /// List the rule constants with their defaults, units and meanings
    Rules(rules::Rules),
    /// Print a shell completion script
    Completions(completions::Completions),
}

/// The format of printed results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text and tables.
    Human,
    /// One JSON object, or one per line.
    Json,
}

/// Runs the command with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, usage errors to standard error.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let result = match cli.command {
        None => watch::run_default(),
        Some(Command::Watch(command)) => command.execute(),
        Some(Command::Run(command)) => command.execute(),
        Some(Command::Batch(command)) => command.execute(),
        Some(Command::Merge(command)) => command.execute(),
        Some(Command::Verify(command)) => command.execute(),
        Some(Command::Render(command)) => command.execute(),
        Some(Command::Inspect(command)) => command.execute(),
        Some(Command::Path(command)) => command.execute(),
        Some(Command::Lab(command)) => command.execute(),
        Some(Command::Nodes(command)) => command.execute(),
        Some(Command::Route(command)) => command.execute(),
        Some(Command::Creature(command)) => command.execute(),
        Some(Command::Species(command)) => command.execute(),
        Some(Command::Rules(command)) => command.execute(),
        Some(Command::Completions(command)) => command.execute(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_option_has_a_help_text() {
        for command in Cli::command().get_subcommands() {
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(!help.is_empty(), "{} {}", command.get_name(), argument.get_id());
            }
        }
    }
}
