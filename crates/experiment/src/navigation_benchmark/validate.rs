//! Checks attempts against the ground truth and the guarantee of their method.

use terrarium_navigation::links::{Crossing, walked_parts};
use terrarium_navigation::{Guarantee, Method};
use terrarium_space::geometry::{DVec2, Segment};

use super::ground_truth::{has_tiles, keeps_to_grid};
use super::{Attempt, GroundTruth, OctileLength, Problem, Verdict};

/// The relative tolerance for lengths that are summed in different orders.
const ROUNDING: f64 = 1e-9;

/// The range of true lengths for a length from a scenario file, in tiles: some files round to six
/// digits, and some to two decimal places.
fn octile_range(OctileLength { length, rounding }: OctileLength) -> (f64, f64) {
    let tolerance = 1e-3_f64.max(length * 5.001e-6).max(rounding * 1.001);
    (length - tolerance, length + tolerance)
}

/// Describes the checks that an attempt fails; empty if it passes all.
#[must_use]
pub fn validate(
    problem: &Problem,
    truth: &GroundTruth,
    method: &Method,
    attempt: &Attempt,
) -> Vec<String> {
    let guarantee = method.navigator().guarantee();
    let mut violations = Vec::new();
    match attempt.ending.verdict() {
        Verdict::Found => {
            violations.extend(check_path(problem, attempt));
            if truth.reachable == Some(false) && violations.is_empty() {
                violations
                    .push("finds a path although `exact` proves that there is none".to_owned());
            }
            let length = attempt.length().expect("the attempt reached the goal");
            violations.extend(check_length(truth, method, length));
        }
        Verdict::Unreachable if truth.reachable == Some(true) => {
            let ending = attempt.ending.name();
            violations.push(format!("reports {ending} although there is a path"));
        }
        Verdict::Failed if guarantee != Guarantee::Nothing && must_find(problem, truth, method) => {
            let ending = attempt.ending.name();
            violations.push(format!("fails ({ending}) although it guarantees to find the path"));
        }
        _ => {}
    }
    violations
}

/// Whether the method guarantees to find a path for this problem, given enough budget.
fn must_find(problem: &Problem, truth: &GroundTruth, method: &Method) -> bool {
    let is_known = truth.reachable == Some(true) && !problem.moves();
    match method.navigator().guarantee() {
        Guarantee::Nothing => false,
        Guarantee::Shortest | Guarantee::Complete => is_known,
        Guarantee::ShortestOnGrid | Guarantee::CompleteOnGrid => {
            is_known && truth.octile.is_some() && has_tiles(method)
        }
    }
}

/// Checks that the path leads from start to goal and enters no obstacle.
fn check_path(problem: &Problem, attempt: &Attempt) -> Vec<String> {
    let mut violations = Vec::new();
    let text = |point: DVec2| format!("{},{}", point.x, point.y);
    if attempt.path.first() != Some(&problem.start) || attempt.path.last() != Some(&problem.goal) {
        let ends = [attempt.path.first(), attempt.path.last()];
        let ends = ends.map(|end| end.map_or("nowhere".to_owned(), |&end| text(end)));
        violations.push(format!("leads from {} to {}", ends[0], ends[1]));
    }
    // Among moving obstacles, each stride was checked when it was made.
    let mut parts = walked_parts(&attempt.path, &attempt.crossings).into_iter();
    let blocked = if problem.moves() {
        None
    } else {
        parts.find_map(|part| problem.environment.first_blocked(part))
    };
    if let Some(Segment { from, to }) = blocked {
        violations.push(format!(
            "leads through an obstacle between {} and {}",
            text(from),
            text(to)
        ));
    }
    violations
        .extend(attempt.crossings.iter().filter_map(|it| check_crossing(problem, attempt, it)));
    violations
}

/// Checks that a link on the path is open, leads that way, and costs what it does.
fn check_crossing(problem: &Problem, attempt: &Attempt, crossing: &Crossing) -> Option<String> {
    let Crossing { link, is_backward, cost, waypoint } = *crossing;
    let link = problem.environment.scene.links.get(link)?;
    let ends = attempt.path.get(waypoint..waypoint + 2);
    let is_valid = link.is_open
        && link.directions().contains(&is_backward)
        && link.cost == cost
        && ends == Some(&link.ends(is_backward));
    (!is_valid).then(|| format!("does not take the link {:?} as it is", link.name))
}

/// Checks the length of the path against the ground truth.
fn check_length(truth: &GroundTruth, method: &Method, length: f64) -> Vec<String> {
    let mut violations = Vec::new();
    let shortest = truth.shortest.or(truth.straight);
    if let Some(shortest) = shortest.filter(|shortest| length < shortest * (1.0 - ROUNDING)) {
        violations.push(format!("is {length} long, less than the shortest path of {shortest}"));
    }
    let at_most = |limit: Option<f64>, what: &str| {
        let limit = limit.filter(|limit| length > limit * (1.0 + ROUNDING))?;
        Some(format!("is {length} long, more than {what} of {limit}"))
    };
    match method.navigator().guarantee() {
        Guarantee::Shortest => {
            violations.extend(at_most(truth.shortest, "the shortest path"));
            let octile = truth.octile.map(|octile| octile_range(octile).1);
            violations.extend(at_most(octile, "the path over the tiles"));
        }
        Guarantee::ShortestOnGrid if keeps_to_grid(method) => {
            let is_other = |octile: &OctileLength| {
                let (least, most) = octile_range(*octile);
                length < least || length > most
            };
            let message = |octile: OctileLength| {
                format!("is {length} long, but the scenario file gives {}", octile.length)
            };
            violations.extend(truth.octile.filter(is_other).map(message));
        }
        _ => {}
    }
    violations
}
