//! Searches for the turn of a script or module that takes the most time for the operations it is charged,
//! and prints its time beside those of an empty loop, which is the cheapest, and of a loop of common statements.
//!
//! The same for the ticks of a species that asks for journeys, beside one whose creatures execute an empty loop: both pay
//! from the operations of the species.
//!
//! `cargo bench -p terrarium-benches --bench turn_costs`; optional arguments are a seed and the number of
//! candidates, of rounds in which the costliest are changed, and of those listed: `-- 1 3000 20 10`;
//! or a file with a statement of a script or an instruction of a module on each line, which are measured
//! instead.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

mod planning;

use planning::PlanningCandidate;
use terrarium_testing::turn_costs::module_grammar::{self, ModuleCandidate};
use terrarium_testing::turn_costs::script_grammar::{self, ScriptCandidate};
use terrarium_testing::turn_costs::search::{Candidate, Extent, costliest};

/// Prints the costliest programs that a search finds, beside others with their names.
fn report<C: Candidate>(kind: &str, beside: &[(&str, C)], seed: u64, extent: Extent) {
    let rate = |(name, program): &(&str, C)| {
        let rate = program.cost(200).expect("it is valid").rate();
        println!("{name} of a {kind} takes {rate:.1} ns for each operation.");
        rate
    };
    let rates: Vec<f64> = beside.iter().map(rate).collect();
    let names: Vec<&str> = beside.iter().map(|(name, _)| *name).collect();
    println!("\nTimes {}:\n", names.join(", times "));
    println!("| {}{kind} |\n|{}---|", "times | ".repeat(rates.len()), "---|".repeat(rates.len()));
    for (rate, program) in costliest::<C>(seed, extent) {
        let times: String = rates.iter().map(|it| format!("{:.2} | ", rate / it)).collect();
        println!("| {times}{} |", program.text());
    }
    println!();
}

/// Prints the time of each line of a file beside that of a loop of common statements: instructions of a module if it
/// begins with a parenthesis, else a statement of a script, with small, middle and large values.
fn measure_lines(text: &str) {
    let plain_script = script_grammar::plain_loop().cost(200).expect("it is valid").rate();
    let plain_module = module_grammar::plain_loop().cost(200).expect("it is valid").rate();
    for line in text.lines() {
        if line.starts_with('(') {
            println!("| {} | {line} |", rate(&ModuleCandidate::new(line), plain_module));
        } else {
            let rates = [0, 1, 2].map(|size| rate(&ScriptCandidate::new(size, line), plain_script));
            println!("| {} | {line} |", rates.join(" | "));
        }
    }
}

fn rate<C: Candidate>(candidate: &C, plain: f64) -> String {
    candidate.cost(25).map_or_else(
        || "cannot be loaded".to_owned(),
        |cost| format!("{:.2} ({})", cost.rate() / plain, cost.spent),
    )
}

fn main() {
    println!(
        "Searches for the costliest turns, beside an empty loop and a loop of common statements.\n"
    );
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--")).peekable();
    let file = arguments.next_if(|argument| std::path::Path::new(argument).is_file());
    if let Some(file) = file {
        return measure_lines(&std::fs::read_to_string(file).expect("the file can be read"));
    }
    let mut number =
        |default: u64| arguments.next().map_or(default, |a| a.parse().expect("a number"));
    let (seed, random, rounds, kept) = (number(1), number(1500), number(20), number(10));
    let extent = Extent { random: random as usize, rounds: rounds as usize, kept: kept as usize };
    let beside = [
        ("an empty loop", script_grammar::empty_loop()),
        ("a loop of common statements", script_grammar::plain_loop()),
    ];
    report("script", &beside, seed, extent);
    let beside = [
        ("an empty loop", module_grammar::empty_loop()),
        ("a loop of common instructions", module_grammar::plain_loop()),
    ];
    report("module", &beside, seed, extent);
    let extent = Extent { random: extent.random / 10, rounds: extent.rounds / 2, ..extent };
    report("species", &[("an empty loop", PlanningCandidate::empty_loop())], seed, extent);
}
