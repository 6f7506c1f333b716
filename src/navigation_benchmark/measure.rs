//! Measures one attempt among static obstacles.

use super::drive::drive;
use super::{Attempt, Ending, Problem};
use crate::navigation::{Guarantee, Method, Obstacles, Outcome, Search};

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
        if problem.moves() { drive(self, problem, method) } else { self.find_path(problem, method) }
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
        let begin = (self.clock)();
        let mut search = method.begin(problem.request(self.budget));
        let outcome = self.finish(&mut search, problem.environment.obstacles());
        let micros = (self.clock)() - begin;
        let mut ending = Ending::from(&outcome);
        let mut path = vec![problem.start];
        match outcome {
            Outcome::Found(waypoints) => path.extend(waypoints),
            _ => path.clear(),
        }
        // A navigator that queries no obstacles cannot avoid them; all others must.
        let is_blind = method.navigator().guarantee() == Guarantee::Nothing && search.steps() == 0;
        if is_blind && problem.environment.first_blocked(&path).is_some() {
            ending = Ending::Through;
        }
        let raw_path = search.walk();
        Attempt { ending, path, raw_path, steps: search.steps().into(), plans: 1, micros }
    }
}
