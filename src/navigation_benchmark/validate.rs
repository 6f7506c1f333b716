//! Whether a walk keeps the promises of its method.

use super::known::{has_tiles, keeps_to_grid};
use super::{Known, Problem, Verdict, Walk};
use crate::geometry::{DVec2, Segment};
use crate::navigation::{Guarantee, Method};

/// By how much lengths may differ that are reckoned in another order, for each unit.
const ROUNDING: f64 = 1e-9;

/// By how much a length may differ from the one that a scenario file tells, in tiles: some files
/// round to six digits.
fn as_told(octile: f64) -> f64 {
    1e-3_f64.max(octile * 5.001e-6)
}

/// What is wrong with a walk, in words; nothing when all is well.
#[must_use]
pub fn validate(problem: &Problem, known: &Known, method: &Method, walk: &Walk) -> Vec<String> {
    let guarantee = method.navigator().guarantee();
    let mut wrong = Vec::new();
    match walk.ending.verdict() {
        Verdict::Found => {
            wrong.extend(is_a_way(problem, walk));
            if known.reachable == Some(false) && wrong.is_empty() {
                wrong.push("found a way although `exact` proves that there is none".to_owned());
            }
            let length = walk.length().expect("it arrived");
            wrong.extend(has_its_length(known, method, length));
        }
        Verdict::Unreachable if known.reachable == Some(true) => {
            let ending = walk.ending.name();
            wrong.push(format!("says {ending} although there is a way"));
        }
        Verdict::Failed if guarantee != Guarantee::Nothing && must_find(problem, known, method) => {
            let ending = walk.ending.name();
            wrong.push(format!("fails ({ending}) although there is a way that it must find"));
        }
        _ => {}
    }
    wrong
}

/// Whether the method promises to find a way here, budget permitting.
fn must_find(problem: &Problem, known: &Known, method: &Method) -> bool {
    let is_known = known.reachable == Some(true) && !problem.moves();
    match method.navigator().guarantee() {
        Guarantee::Nothing => false,
        Guarantee::Shortest | Guarantee::Complete => is_known,
        Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid => {
            is_known && known.octile.is_some() && has_tiles(method)
        }
    }
}

/// Whether a way leads from start to goal, and through nothing.
fn is_a_way(problem: &Problem, walk: &Walk) -> Vec<String> {
    let mut wrong = Vec::new();
    let told = |point: DVec2| format!("{},{}", point.x, point.y);
    if walk.path.first() != Some(&problem.start) || walk.path.last() != Some(&problem.goal) {
        let ends = [walk.path.first(), walk.path.last()];
        let ends = ends.map(|end| end.map_or("nowhere".to_owned(), |&end| told(end)));
        wrong.push(format!("leads from {} to {}", ends[0], ends[1]));
    }
    // Where obstacles move, every stride was looked at when it was made.
    let blocked = (!problem.moves()).then(|| problem.ground.first_blocked(&walk.path)).flatten();
    if let Some(Segment { from, to }) = blocked {
        wrong.push(format!("leads through an obstacle between {} and {}", told(from), told(to)));
    }
    wrong
}

/// Whether the length of a way is what can be expected.
fn has_its_length(known: &Known, method: &Method, length: f64) -> Vec<String> {
    let mut wrong = Vec::new();
    let least = known.shortest.or(known.straight);
    if let Some(least) = least.filter(|least| length < least * (1.0 - ROUNDING)) {
        wrong.push(format!("is {length} long, less than the shortest way of {least}"));
    }
    let at_most = |most: Option<f64>, what: &str| {
        let most = most.filter(|most| length > most * (1.0 + ROUNDING))?;
        Some(format!("is {length} long, more than {what} of {most}"))
    };
    match method.navigator().guarantee() {
        Guarantee::Shortest => {
            wrong.extend(at_most(known.shortest, "the shortest way"));
            let told = known.octile.map(|octile| octile + as_told(octile));
            wrong.extend(at_most(told, "the way over the tiles"));
        }
        Guarantee::ShortestOnGrid if keeps_to_grid(method) => {
            let other = known.octile.filter(|octile| (length - octile).abs() > as_told(*octile));
            let told = |octile| format!("is {length} long, but the scenario file tells {octile}");
            wrong.extend(other.map(told));
        }
        _ => {}
    }
    wrong
}
