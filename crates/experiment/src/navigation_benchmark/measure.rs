//! Measures one attempt among static obstacles.

use terrarium_navigation::links::{Crossing, LinkSearch, walked_parts};
use terrarium_navigation::{Direct, Guarantee, Method, Navigator, Obstacles, Outcome, Search};

use super::moving_obstacles::attempt_as_they_move;
use super::{Attempt, Ending, Problem};

/// Returns the time since some fixed moment, in microseconds. The library itself reads no clock.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// How attempts are measured.
#[derive(Clone, Copy)]
pub struct Gauge<'a> {
    /// The number of steps after which a search gives up.
    pub budget: u32,
    /// The clock that measures durations.
    pub clock: Clock<'a>,
    /// Asked every few steps whether to stop: the search then ends as if its budget was exhausted.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The number of steps between two calls of [`Gauge::stop`].
const SLICE: u32 = 64;

impl Gauge<'_> {
    /// Runs `method` on a problem.
    #[must_use]
    pub fn measure(&self, problem: &Problem, method: &Method) -> Attempt {
        if problem.moves() {
            attempt_as_they_move(self, problem, method)
        } else {
            self.find_path(problem, method)
        }
    }

    /// Runs a search to its end, or until it is stopped.
    pub(super) fn finish(&self, search: &mut Search, obstacles: &dyn Obstacles) -> Outcome {
        loop {
            if let Some(outcome) = search.advance(obstacles, SLICE) {
                return outcome;
            }
            if (self.stop)() {
                return Outcome::GaveUp;
            }
        }
    }

    fn find_path(&self, problem: &Problem, method: &Method) -> Attempt {
        if !problem.environment.scene.links.is_empty() {
            return self.find_linked_path(problem, method);
        }
        let begin = (self.clock)();
        let mut search = method.begin(problem.request(self.budget));
        let outcome = self.finish(&mut search, problem.environment.obstacles());
        let micros = (self.clock)() - begin;
        let steps = search.steps().into();
        let attempt = Attempt { steps, micros, ..attempt(problem, outcome, Vec::new()) };
        // A navigator that queries no obstacles cannot avoid them; all others must.
        let is_blind = method.navigator().guarantee() == Guarantee::Nothing && steps == 0;
        let attempt = if is_blind { through_obstacles(problem, attempt) } else { attempt };
        Attempt { raw_path: search.walk(), ..attempt }
    }

    fn find_linked_path(&self, problem: &Problem, method: &Method) -> Attempt {
        let scene = &problem.environment.scene;
        let begin = (self.clock)();
        let mut search =
            LinkSearch::new(method.clone(), problem.request(self.budget), &scene.links);
        let outcome = loop {
            if let Some(outcome) = search.advance(problem.environment.obstacles(), SLICE) {
                break outcome;
            }
            if (self.stop)() {
                break Outcome::GaveUp;
            }
        };
        let micros = (self.clock)() - begin;
        let steps = search.steps().into();
        let attempt = Attempt { steps, micros, ..attempt(problem, outcome, search.crossings()) };
        let is_blind = method.navigator().name() == Direct.name();
        if is_blind { through_obstacles(problem, attempt) } else { attempt }
    }
}

/// The attempt with this outcome, before it is measured.
fn attempt(problem: &Problem, outcome: Outcome, crossings: Vec<Crossing>) -> Attempt {
    let ending = Ending::from(&outcome);
    let mut path = vec![problem.start];
    match outcome {
        Outcome::Found(waypoints) => path.extend(waypoints),
        _ => path.clear(),
    }
    Attempt { ending, path, crossings, raw_path: Vec::new(), steps: 0, plans: 1, micros: 0.0 }
}

/// The attempt of a navigator that cannot avoid obstacles.
fn through_obstacles(problem: &Problem, attempt: Attempt) -> Attempt {
    let mut parts = walked_parts(&attempt.path, &attempt.crossings).into_iter();
    let is_blocked = parts.any(|part| problem.environment.first_blocked(part).is_some());
    let ending = if is_blocked { Ending::Through } else { attempt.ending };
    Attempt { ending, ..attempt }
}
