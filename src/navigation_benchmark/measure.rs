//! One walk measured: among what stands still.

use super::drive::drive;
use super::{Ending, Problem, Walk};
use crate::navigation::{Guarantee, Method, Outcome};

/// Tells how many millionths of a second have passed since some moment. The library itself looks at
/// no clock.
pub type Clock<'a> = &'a (dyn Fn() -> f64 + Sync);

/// How walks are measured.
#[derive(Clone, Copy)]
pub struct Gauge<'a> {
    /// After how many steps a search gives up.
    pub budget: u32,
    /// What tells the time.
    pub clock: Clock<'a>,
}

impl Gauge<'_> {
    /// Has `method` solve a problem.
    #[must_use]
    pub fn measure(&self, problem: &Problem, method: &Method) -> Walk {
        if problem.moves() { drive(self, problem, method) } else { self.find(problem, method) }
    }

    fn find(&self, problem: &Problem, method: &Method) -> Walk {
        let begin = (self.clock)();
        let mut search = method.begin(problem.request(self.budget));
        let outcome = loop {
            if let Some(outcome) = search.advance(problem.ground.obstacles(), u32::MAX) {
                break outcome;
            }
        };
        let micros = (self.clock)() - begin;
        let mut ending = Ending::from(&outcome);
        let mut path = vec![problem.start];
        match outcome {
            Outcome::Found(way) => path.extend(way),
            _ => path.clear(),
        }
        // Who promises nothing and has not looked cannot know; everybody else is held to it.
        let is_blind = method.navigator().guarantee() == Guarantee::Nothing && search.steps() == 0;
        if is_blind && problem.ground.first_blocked(&path).is_some() {
            ending = Ending::Through;
        }
        let trail = search.walk();
        Walk { ending, path, trail, steps: search.steps().into(), plans: 1, micros }
    }
}
