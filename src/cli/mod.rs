//! The command `terrarium`: one file per subcommand, from arguments to library calls.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 success, 1 a
//! failed run or check, 2 invalid usage or input, 130 interrupted.

mod arena;
mod batch;
mod batch_evolution;
mod batch_summary;
mod chart;
mod code_comparison;
mod colour_choice;
mod compare;
mod completions;
mod creature;
mod creature_notes;
mod debug;
mod diagnostic;
mod evolve;
mod export;
mod failure;
mod find;
mod individuals;
mod inspect;
mod interruption;
mod isolation;
mod lab;
mod lesson;
mod lineages;
mod link;
mod memory;
mod merge;
mod nodes;
mod organism;
mod output;
mod overrides;
mod page_folder;
mod path;
mod phylogeny;
mod picture_size;
mod profile;
mod progress;
mod record_options;
mod recorded;
mod recover;
mod reel;
mod render;
mod route;
mod rules;
mod run;
mod run_monitor;
mod scenario;
mod selection;
mod serve;
mod share;
mod species;
mod strategic_map;
mod summary;
mod suspension;
mod sweep_monitor;
mod tape;
mod target;
mod threads;
mod ticks;
mod trace_target;
mod turn;
mod verify;
mod watch;
mod why;
mod world_species;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

pub use failure::Failure;

/// Simulate an ecosystem of plants, herbivores and carnivores, reproducibly to the bit
///
/// Without a command, terrarium shows the meadow scenario: in a window if there is a display,
/// otherwise in the terminal. Without either, it simulates 5000 ticks and writes the results to a
/// new directory below `runs`.
#[derive(Debug, Parser)]
#[command(name = "terrarium", version, max_term_width = 100)]
#[command(
    after_help = "Run `terrarium <COMMAND> --help` for the options of a command and examples."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

// The variants have no doc comments: the first line of the help of the arguments is listed.
#[derive(Debug, Subcommand)]
enum Command {
    Watch(watch::Watch),
    Run(run::Run),
    Batch(batch::Batch),
    Merge(merge::Merge),
    Tape(tape::TapeCommand),
    Arena(arena::Arena),
    Verify(verify::Verify),
    Recover(recover::Recover),
    Compare(compare::Compare),
    Render(render::Render),
    Reel(reel::Reel),
    Chart(chart::Chart),
    Share(share::Share),
    Export(export::Export),
    Serve(serve::Serve),
    Scenario(scenario::ScenarioCommand),
    Inspect(inspect::Inspect),
    Why(why::Why),
    Find(find::Find),
    Turn(turn::TurnCommand),
    Lineages(lineages::LineagesCommand),
    Phylogeny(phylogeny::PhylogenyCommand),
    Selection(selection::SelectionCommand),
    Evolve(evolve::EvolveCommand),
    Path(path::Path),
    Lab(lab::Lab),
    Nodes(nodes::Nodes),
    Route(route::Route),
    Creature(creature::Creature),
    Lesson(lesson::LessonCommand),
    Species(species::Species),
    Rules(rules::Rules),
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
    if let Err(failure) = check_arguments() {
        return failure.report();
    }
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
        Some(Command::Tape(command)) => command.execute(),
        Some(Command::Arena(command)) => command.execute(),
        Some(Command::Verify(command)) => command.execute(),
        Some(Command::Recover(command)) => command.execute(),
        Some(Command::Compare(command)) => command.execute(),
        Some(Command::Render(command)) => command.execute(),
        Some(Command::Reel(command)) => command.execute(),
        Some(Command::Chart(command)) => command.execute(),
        Some(Command::Share(command)) => command.execute(),
        Some(Command::Export(command)) => command.execute(),
        Some(Command::Serve(command)) => command.execute(),
        Some(Command::Scenario(command)) => command.execute(),
        Some(Command::Inspect(command)) => command.execute(),
        Some(Command::Why(command)) => command.execute(),
        Some(Command::Find(command)) => command.execute(),
        Some(Command::Turn(command)) => command.execute(),
        Some(Command::Lineages(command)) => command.execute(),
        Some(Command::Phylogeny(command)) => command.execute(),
        Some(Command::Selection(command)) => command.execute(),
        Some(Command::Evolve(command)) => command.execute(),
        Some(Command::Path(command)) => command.execute(),
        Some(Command::Lab(command)) => command.execute(),
        Some(Command::Nodes(command)) => command.execute(),
        Some(Command::Route(command)) => command.execute(),
        Some(Command::Creature(command)) => command.execute(),
        Some(Command::Lesson(command)) => command.execute(),
        Some(Command::Species(command)) => command.execute(),
        Some(Command::Rules(command)) => command.execute(),
        Some(Command::Completions(command)) => command.execute(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Refuses arguments that are not UTF-8: the names of files are recorded and printed, and stand in commands
/// that are printed.
fn check_arguments() -> Result<(), Failure> {
    match std::env::args_os().find(|argument| argument.to_str().is_none()) {
        None => Ok(()),
        Some(argument) => Err(Failure::input(format!(
            "the argument {} is not UTF-8; rename the file or the directory that it names",
            argument.display().to_string().escape_debug()
        ))),
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
    fn every_subcommand_is_listed_with_one_line() {
        let cli = Cli::command();
        let lines = cli.get_subcommands().map(|command| {
            let about = command.get_about().expect("a help text").to_string();
            assert!(!about.contains('\n') && about.len() <= 75, "{}: {about}", command.get_name());
            format!("{}: {about}\n", command.get_name())
        });
        insta::assert_snapshot!(lines.collect::<String>(), @"
        watch: Show a world while it runs, in a window or in the terminal
        run: Run a scenario and record what happens
        batch: Run an experiment: many simulations over parameter values and replicates
        merge: Merge the shards of an experiment or a league into the results of the whole
        tape: Ask a recorded run how probable an outcome was at each moment
        arena: Let creatures play against creatures, and rate them
        verify: Replay a recorded run and compare its state after every tick
        recover: Recover the record of a run that was killed or ran out of disk space
        compare: Compare two branches of a world, or the paired runs of two sweeps
        render: Render a world to an image or a video, or a descent to charts
        reel: List the moments of a recorded run that are worth watching, or picture them
        chart: Chart the populations, the census, ages and more of a recorded run
        share: Print a run as a link that holds all that it follows from
        export: Write a recorded run to one HTML file that plays it in any browser
        serve: Serve Terrarium as a page for browsers on this machine
        scenario: Save a world as a scenario that can be run and changed
        inspect: Print the state of one organism and explain its last turn
        why: Explain the deaths of a run by cause, or the life of one organism
        find: Find the tick of a run in which a condition about one organism holds
        turn: Show a turn of a recorded run line by line, or what each line costs
        lineages: List the lineages of a recorded run: the living descendants of each founder
        phylogeny: Print figures of the trees of descent of a recorded run, or write the trees
        selection: Measure the selection on the traits of a recorded run, against drift
        evolve: Compare the evolution of a recorded run with neutral shadows of it
        path: Find paths among boxes, in problem files or on maps
        lab: Compare navigators on sets of path-finding problems
        nodes: List the strategic nodes of a map: bases, and both sides of passages
        route: Find routes between nodes across a whole map
        creature: Create, check and benchmark your own creatures
        lesson: Learn to write creatures: eight lessons with a world and a score
        species: List the available species, or describe one
        rules: List the rules of the simulation with their defaults, units and meanings
        completions: Print a shell completion script
        ");
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
