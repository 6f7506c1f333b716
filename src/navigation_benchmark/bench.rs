//! Every method at every problem, in parallel.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::{Ending, Gauge, Known, Problem, ProblemSet, Reference, validate};
use crate::navigation::Method;

/// What came of one method at one problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// Which set, by its place among those measured.
    pub set: usize,
    /// Which problem, by its place in the set.
    pub problem: usize,
    /// Which method, by its place among those measured.
    pub method: usize,
    /// How it ended.
    pub ending: Ending,
    /// How long the walk is, in units, when it arrived.
    pub length: Option<f64>,
    /// How long the best walk is that the method could have found, and what kind of walk that is,
    /// as far as that is known.
    pub optimum: Option<(f64, Reference)>,
    /// By how much the walk turns in all, in degrees.
    pub turning: Option<f64>,
    /// How many steps all searches took.
    pub steps: u64,
    /// How many searches, or moves decided, there were.
    pub plans: u32,
    /// How long all searches took, in millionths of a second: another number each time.
    pub micros: f64,
    /// What is wrong with it, in words.
    pub wrong: Vec<String>,
}

impl Measurement {
    /// How many times as long as the best it is.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (length, (optimum, _)) = self.length.zip(self.optimum)?;
        (optimum > 0.0).then(|| length / optimum)
    }
}

/// Measures every method at every problem, on all threads of the pool it is called in, and asks
/// `look` after each problem whether to go on.
///
/// The findings come in the order of sets, problems and methods, and are the same on any number of
/// threads but for [`Measurement::micros`]. `None` when `look` broke off.
pub fn measure_all(
    sets: &[ProblemSet],
    methods: &[Method],
    gauge: Gauge<'_>,
    look: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Option<Vec<Measurement>> {
    let places = |(set, problems): (usize, &ProblemSet)| {
        (0..problems.problems.len()).map(move |problem| (set, problem))
    };
    let all: Vec<(usize, usize)> = sets.iter().enumerate().flat_map(places).collect();
    let found: Option<Vec<Vec<Measurement>>> = all
        .into_par_iter()
        .map(|(set, place)| {
            let problem = &sets[set].problems[place];
            let findings = measure_each(problem, methods, &gauge)
                .map(|finding| Measurement { set, problem: place, ..finding })
                .collect();
            look().is_continue().then_some(findings)
        })
        .collect();
    Some(found?.into_iter().flatten().collect())
}

/// Measures every method at a problem.
fn measure_each(
    problem: &Problem,
    methods: &[Method],
    gauge: &Gauge<'_>,
) -> impl Iterator<Item = Measurement> {
    let known = Known::of(problem, methods, gauge);
    methods.iter().enumerate().map(move |(place, method)| {
        let walk = gauge.measure(problem, method);
        Measurement {
            set: 0,
            problem: 0,
            method: place,
            ending: walk.ending,
            length: walk.length(),
            optimum: known.optimum(method),
            turning: walk.turning(),
            steps: walk.steps,
            plans: walk.plans,
            micros: walk.micros,
            wrong: validate(problem, &known, method, &walk),
        }
    })
}
