//! Searches for the turn of a script or module that takes the most time for the operations it is charged,
//! and prints its time beside that of a plain loop.
//!
//! `cargo bench -p terrarium-benches --bench turn_costs`; optional arguments are a seed and the number of
//! candidates, of rounds in which the costliest are changed, and of those listed: `-- 1 3000 20 10`;
//! or a file with a statement of a script on each line, which are measured instead.

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

mod module_grammar;
#[path = "../../tests/behaviour/neighbourhood.rs"]
mod neighbourhood;
mod script_grammar;
mod search;

use std::collections::BTreeMap;

use module_grammar::ModuleCandidate;
use script_grammar::ScriptCandidate;
use search::{Candidate, Cost, Extent, Rng, costliest};
use terrarium::behaviour::script::Script;
use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;

/// A kind of program, by its grammar.
macro_rules! candidate {
    ($name:ident, $load:expr) => {
        impl Candidate for $name {
            fn random(rng: &mut Rng) -> Self {
                Self::random(rng)
            }

            fn mutated(&self, rng: &mut Rng) -> Self {
                self.mutated(rng)
            }

            fn text(&self) -> String {
                self.text()
            }

            fn cost(&self, executions: u32) -> Option<Cost> {
                let load: fn(&str) -> Option<Box<dyn Behaviour>> = $load;
                Some(cost_of(&*load(&self.source())?, executions))
            }
        }
    };
}

/// Rules with a budget that also leaves much to the loop when large lists and maps were built.
fn rules() -> Rules {
    let mut rules = Rules::default();
    rules.set("turn_budget", 50_000.0).expect("it is in range");
    rules
}

candidate!(ScriptCandidate, |source| {
    let script = Script::new(Kind::Herbivore, source, &BTreeMap::new(), &rules());
    Some(Box::new(script.ok()?))
});
candidate!(ModuleCandidate, |source| {
    let module = Wasm::new(Kind::Herbivore, source.as_bytes(), &BTreeMap::new(), &rules());
    Some(Box::new(module.unwrap_or_else(|refusal| panic!("{source}\n{refusal}"))))
});

fn cost_of(behaviour: &dyn Behaviour, executions: u32) -> Cost {
    let neighbours = neighbourhood::neighbours();
    Cost::of(executions, || {
        let mut turns = [neighbourhood::turn(&neighbours)];
        behaviour.decide(&mut turns);
        turns[0].spent
    })
}

/// Prints the costliest programs that a search finds, beside a plain loop.
fn report<C: Candidate>(kind: &str, plain: &C, seed: u64, extent: Extent) {
    let plain = plain.cost(200).expect("it is valid").rate();
    println!("A plain loop of a {kind} takes {plain:.1} ns for each operation.\n");
    println!("| times the plain loop | {kind} |\n|---|---|");
    for (rate, program) in costliest::<C>(seed, extent) {
        println!("| {:.2} | {} |", rate / plain, program.text());
    }
    println!();
}

/// Prints the time of each statement of a file, one a line, with small, middle and large values.
fn measure_statements(text: &str) {
    let plain = script_grammar::plain_loop().cost(200).expect("it is valid").rate();
    for statement in text.lines() {
        let rates = [0, 1, 2].map(|size| {
            let script = ScriptCandidate::of(size, statement);
            let cost = script.cost(25).unwrap_or_else(|| panic!("`{statement}` is not valid"));
            format!("{:.2} ({})", cost.rate() / plain, cost.spent)
        });
        println!("| {} | {statement} |", rates.join(" | "));
    }
}

fn main() {
    println!("Searches for the costliest turns, beside a plain loop.\n");
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--")).peekable();
    let file = arguments.next_if(|argument| std::path::Path::new(argument).is_file());
    if let Some(file) = file {
        return measure_statements(&std::fs::read_to_string(file).expect("the file can be read"));
    }
    let mut number =
        |default: u64| arguments.next().map_or(default, |a| a.parse().expect("a number"));
    let (seed, random, rounds, kept) = (number(1), number(1500), number(20), number(10));
    let extent = Extent { random: random as usize, rounds: rounds as usize, kept: kept as usize };
    report("script", &script_grammar::plain_loop(), seed, extent);
    report("module", &module_grammar::plain_loop(), seed, extent);
}
