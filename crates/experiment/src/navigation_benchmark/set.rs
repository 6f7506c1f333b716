//! Sets of problems, and their generators.

use super::Problem;
use super::generated::{boxes, cages, mazes, moving, rooms};
use super::problem_rng::ProblemRng;

/// A named list of problems.
#[derive(Debug, Clone)]
pub struct ProblemSet {
    /// The name of the [`ProblemGenerator`] or of the file.
    pub name: String,
    /// The problems in order.
    pub problems: Vec<Problem>,
    /// The number of damaged problems that were skipped.
    pub skipped: usize,
}

/// Generates problems of one kind from a seed.
#[derive(Debug)]
pub struct ProblemGenerator {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description of the problems.
    pub about: &'static str,
    generate: fn(&mut ProblemRng) -> Problem,
}

/// All problem generators.
pub static GENERATORS: &[ProblemGenerator] = &[
    ProblemGenerator {
        name: "boxes-10",
        about: "overlapping random boxes that cover 10 % of the area",
        generate: |rng| boxes::problem(rng, 0.10),
    },
    ProblemGenerator {
        name: "boxes-25",
        about: "random boxes that cover 25 % of the area",
        generate: |rng| boxes::problem(rng, 0.25),
    },
    ProblemGenerator {
        name: "boxes-40",
        about: "random boxes that cover 40 % of the area; some goals are unreachable",
        generate: |rng| boxes::problem(rng, 0.40),
    },
    ProblemGenerator {
        name: "mazes",
        about: "mazes without loops, from corner to corner",
        generate: mazes::problem,
    },
    ProblemGenerator {
        name: "rooms",
        about: "rooms with furniture, and doors in most walls",
        generate: rooms::problem,
    },
    ProblemGenerator {
        name: "cages",
        about: "start or goal enclosed by a ring of boxes: there is no path",
        generate: cages::problem,
    },
    ProblemGenerator {
        name: "moving",
        about: "random boxes, most of which move while the mover moves",
        generate: moving::problem,
    },
];

impl ProblemGenerator {
    /// The generator called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        GENERATORS.iter().find(|generator| generator.name == name)
    }

    /// Generates `count` problems. Each depends only on the seed and its own number, so a larger
    /// `count` extends the set without changing it.
    #[must_use]
    pub fn set(&self, seed: u64, count: usize) -> ProblemSet {
        let problem = |number: usize| {
            let mut problem = (self.generate)(&mut ProblemRng::new(seed, self.name, number));
            problem.name = number.to_string();
            problem
        };
        let problems = (1..=count).map(problem).collect();
        ProblemSet { name: self.name.to_owned(), problems, skipped: 0 }
    }
}
