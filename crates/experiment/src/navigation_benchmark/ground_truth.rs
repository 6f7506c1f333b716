//! What is known about a problem independently of the methods measured on it.

use terrarium_navigation::{Guarantee, Method};

use super::{Gauge, OctileLength, Problem, Verdict};

/// What is known about a problem: results are compared with it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct GroundTruth {
    /// Whether there is a path, if that is known.
    pub reachable: Option<bool>,
    /// The length of the shortest any-angle path, in units, as `exact` finds it.
    pub shortest: Option<f64>,
    /// The length of the shortest path over the tiles of a map, in units, as a scenario file gives
    /// it.
    pub octile: Option<OctileLength>,
    /// The straight-line distance from start to goal, where obstacles move and no optimum is known.
    pub straight: Option<f64>,
}

/// What the length of a path is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The shortest any-angle path.
    Exact,
    /// The shortest path over the tiles of the map.
    Octile,
    /// The straight line.
    Straight,
}

impl Reference {
    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Octile => "octile",
            Self::Straight => "straight",
        }
    }
}

impl GroundTruth {
    /// Determines the ground truth of a problem, as far as any of these methods is compared with it.
    #[must_use]
    pub fn new(problem: &Problem, methods: &[Method], gauge: &Gauge<'_>) -> Self {
        let octile = problem.octile;
        if problem.moves() {
            let straight = Some(problem.start.distance(problem.goal));
            return Self { straight, ..Self::default() };
        }
        let has_reference = |method: &Method| octile.is_some() && keeps_to_grid(method);
        if methods.iter().all(has_reference) {
            return Self { reachable: Some(true), octile, ..Self::default() };
        }
        let attempt = gauge.measure(problem, &exact());
        let reachable = match attempt.ending.verdict() {
            Verdict::Found => Some(true),
            Verdict::Unreachable => Some(false),
            _ => None,
        };
        Self { reachable, shortest: attempt.length(), octile, straight: None }
    }

    /// The length of the best path that a method could have found, and what it is the length of.
    #[must_use]
    pub fn optimum(&self, method: &Method) -> Option<(f64, Reference)> {
        let octile = self.octile.filter(|_| keeps_to_grid(method));
        let octile = octile.map(|octile| (octile.length, Reference::Octile));
        let exact = || self.shortest.map(|length| (length, Reference::Exact));
        let straight = || self.straight.map(|length| (length, Reference::Straight));
        octile.or_else(exact).or_else(straight)
    }
}

/// Whether a method moves only between adjacent tiles of a map.
pub(super) fn keeps_to_grid(method: &Method) -> bool {
    method.navigator().guarantee() == Guarantee::ShortestOnGrid && has_tiles(method)
}

/// Whether the cells of a method are the tiles of a map. On maps the mover is one tile large, and a
/// cell size of 0 means the size of the mover.
pub(super) fn has_tiles(method: &Method) -> bool {
    let has_cells = method.navigator().parameters().iter().any(|p| p.name == "cell");
    let given = method.given().get("cell");
    has_cells && given.is_none_or(|&cell| cell == 0.0 || cell == 1.0)
}

/// The reference method.
fn exact() -> Method {
    Method::new("exact", [].into()).expect("`exact` is a navigator")
}
