//! The command line: a file for each subcommand, from arguments to library calls.
//!
//! What was asked for goes to standard output, everything else to standard error. Exit codes: 0
//! fine, 1 a check or a run failed, 2 wrong usage or input, 130 interrupted.

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
mod path;
mod progress;
mod render;
mod route;
mod rules;
mod run;
mod run_monitor;
mod settings;
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

/// A terrarium: plants, herbivores and carnivores that see, decide, find their way, eat, fight,
/// breed and die, repeatably to the bit.
///
/// Without a command, the shipped meadow is shown: in a window if there is a display, else in the
/// terminal. Where there is neither, it lives for 5000 ticks, and its record is written into a new
/// directory below `runs`.
#[derive(Debug, Parser)]
#[command(name = "terrarium", version, max_term_width = 100)]
#[command(
    after_help = "Begin with `terrarium`, `terrarium watch --help` or `terrarium run --help`."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Look on while a world lives: in a window, or in the terminal
    Watch(watch::Watch),
    /// Let a world live, and write down what happens
    Run(run::Run),
    /// Live the many runs of an experiment, and write down what came of each
    Batch(batch::Batch),
    /// Put the shards of an experiment together, as if one sweep had lived all its runs
    Merge(merge::Merge),
    /// Live a recorded run again, and compare it tick by tick
    Verify(verify::Verify),
    /// Paint pictures of a world: a PNG of one tick, or a GIF of many
    Render(render::Render),
    /// Tell all there is to know of one organism, and why it did what it did
    Inspect(inspect::Inspect),
    /// Find ways among boxes: problems from a file, or places on a map
    Path(path::Path),
    /// Compare navigators: who finds the way, how long it is, and what it takes
    Lab(lab::Lab),
    /// Find the strategic nodes of a map: bases, and both sides of passages
    Nodes(nodes::Nodes),
    /// Find routes from node to node across a whole map
    Route(route::Route),
    /// Begin, check, measure and look up creatures of your own
    Creature(creature::Creature),
    /// List the species there are, or describe one
    Species(species::Species),
    /// List every rule constant with its unit, default and meaning
    Rules(rules::Rules),
    /// Print completions for a shell
    Completions(completions::Completions),
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Human,
    /// One JSON object, or one on each line.
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
    let done = match cli.command {
        None => watch::first_look(),
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
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_option_says_what_it_does() {
        for command in Cli::command().get_subcommands() {
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(!help.is_empty(), "{} {}", command.get_name(), argument.get_id());
            }
        }
    }
}
