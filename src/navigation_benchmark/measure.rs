//! Measures one attempt among static obstacles.

use super::drive::drive;
use super::{Attempt, Ending, Problem};
use crate::navigation::{Guarantee, Method, Outcome};

/// Returns the time since some fixed moment, in microseconds. The library itself reads no clock.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// How attempts are measured.
#[derive(Clone, Copy)]
pub struct Gauge<'a> {
    /// The number of steps after which a search gives up.
    pub budget: u32,
    /// The clock that measures durations.
    pub clock: Clock<'a>,
}

impl Gauge<'_> {
    /// Runs `method` on a problem.
    #[must_use]
    pub fn measure(&self, problem: &Problem, method: &Method) -> Attempt {
        if problem.moves() { drive(self, problem, method) } else { self.find_path(problem, method) }
    }

    fn find_path(&self, problem: &Problem, method: &Method) -> Attempt {
        let begin = (self.clock)();
        let mut search = method.begin(problem.request(self.budget));
        let outcome = loop {
            if let Some(outcome) = search.advance(problem.environment.obstacles(), u32::MAX) {
                break outcome;
            }
        };
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
