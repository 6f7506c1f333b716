//! Sets of problems, and those that can be made from a seed.

use super::Problem;
use super::chance::ProblemRng;
use super::generated::{boxes, cages, mazes, moving, rooms};

/// Problems of a kind.
#[derive(Debug, Clone)]
pub struct ProblemSet {
    /// What it is called: the name of a [`ProblemGenerator`], or of a file.
    pub name: String,
    /// The problems in their order.
    pub problems: Vec<Problem>,
    /// How many there would be besides, had they not been damaged.
    pub passed_over: usize,
}

/// How problems of a kind are made from a seed.
#[derive(Debug)]
pub struct ProblemGenerator {
    /// The name by which the command line asks for it.
    pub name: &'static str,
    /// What the problems are like, in a line.
    pub about: &'static str,
    make: fn(&mut ProblemRng) -> Problem,
}

/// Every kind of problems that can be made.
pub static RECIPES: &[ProblemGenerator] = &[
    ProblemGenerator {
        name: "boxes-10",
        about: "boxes at random that cover a tenth of the ground, and overlap",
        make: |chance| boxes::problem(chance, 0.10),
    },
    ProblemGenerator {
        name: "boxes-25",
        about: "the same with a quarter of the ground covered",
        make: |chance| boxes::problem(chance, 0.25),
    },
    ProblemGenerator {
        name: "boxes-40",
        about: "the same with two fifths covered: some goals cannot be reached",
        make: |chance| boxes::problem(chance, 0.40),
    },
    ProblemGenerator {
        name: "mazes",
        about: "mazes with a single way from anywhere to anywhere, from corner to corner",
        make: mazes::problem,
    },
    ProblemGenerator {
        name: "rooms",
        about: "rooms with furniture, and doors in most walls",
        make: rooms::problem,
    },
    ProblemGenerator {
        name: "cages",
        about: "start or goal shut in by a ring of boxes: there is no way",
        make: cages::problem,
    },
    ProblemGenerator {
        name: "moving",
        about: "boxes of which most move while the mover is under way",
        make: moving::problem,
    },
];

impl ProblemGenerator {
    /// The recipe called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// So many problems. Each follows from the seed and its own number only, so that asking for
    /// more changes none.
    #[must_use]
    pub fn set(&self, seed: u64, count: usize) -> ProblemSet {
        let problem = |number: usize| {
            let mut problem = (self.make)(&mut ProblemRng::new(seed, self.name, number));
            problem.name = number.to_string();
            problem
        };
        let problems = (1..=count).map(problem).collect();
        ProblemSet { name: self.name.to_owned(), problems, passed_over: 0 }
    }
}
