//! Measures every method on every problem, in parallel.

use std::ops::ControlFlow;

use rayon::prelude::*;
use terrarium_navigation::Method;

use super::{Ending, Gauge, GroundTruth, Problem, ProblemSet, Reference, validate};

/// The result of one method on one problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Measurement {
    /// The index of the set among those measured.
    pub set: usize,
    /// The index of the problem in its set.
    pub problem: usize,
    /// The index of the method among those measured.
    pub method: usize,
    /// How the attempt ended.
    pub ending: Ending,
    /// The length of the path in units, if the mover reached the goal.
    pub length: Option<f64>,
    /// The length of the best path that the method could have found, and what it is the length of;
    /// `None` if it is unknown.
    pub optimum: Option<(f64, Reference)>,
    /// The sum of all turns of the path, in degrees.
    pub turning: Option<f64>,
    /// The number of steps of all searches.
    pub steps: u64,
    /// The number of searches, or of decisions of a navigator that decides one move at a time.
    pub plans: u32,
    /// The duration of all searches, in microseconds. Not reproducible.
    pub micros: f64,
    /// Descriptions of the checks that failed.
    pub violations: Vec<String>,
}

impl Measurement {
    /// The length divided by the optimum.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (length, (optimum, _)) = self.length.zip(self.optimum)?;
        (optimum > 0.0).then(|| length / optimum)
    }
}

/// Measures every method on every problem, on all threads of the current pool. Calls `on_problem`
/// after each problem; `Break` cancels the benchmark.
///
/// Measurements are ordered by set, problem and method. All but [`Measurement::micros`] are the same
/// on any number of threads. Returns `None` when `on_problem` cancelled.
pub fn measure_all(
    sets: &[ProblemSet],
    methods: &[Method],
    gauge: Gauge<'_>,
    on_problem: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Option<Vec<Measurement>> {
    let indices = |(set, problems): (usize, &ProblemSet)| {
        (0..problems.problems.len()).map(move |problem| (set, problem))
    };
    let all: Vec<(usize, usize)> = sets.iter().enumerate().flat_map(indices).collect();
    let measured: Option<Vec<Vec<Measurement>>> = all
        .into_par_iter()
        .map(|(set, index)| {
            let problem = &sets[set].problems[index];
            let measurements = measure_problem(problem, methods, &gauge)
                .map(|measurement| Measurement { set, problem: index, ..measurement })
                .collect();
            on_problem().is_continue().then_some(measurements)
        })
        .collect();
    Some(measured?.into_iter().flatten().collect())
}

/// Measures every method on one problem.
fn measure_problem(
    problem: &Problem,
    methods: &[Method],
    gauge: &Gauge<'_>,
) -> impl Iterator<Item = Measurement> {
    let truth = GroundTruth::new(problem, methods, gauge);
    methods.iter().enumerate().map(move |(index, method)| {
        let attempt = gauge.measure(problem, method);
        Measurement {
            set: 0,
            problem: 0,
            method: index,
            ending: attempt.ending,
            length: attempt.length(),
            optimum: truth.optimum(method),
            turning: attempt.turning(),
            steps: attempt.steps,
            plans: attempt.plans,
            micros: attempt.micros,
            violations: validate(problem, &truth, method, &attempt),
        }
    })
}
