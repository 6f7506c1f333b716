//! What is known of a problem before anybody is measured at it.

use super::{Gauge, Problem, Verdict};
use crate::navigation::{Guarantee, Method};

/// What is known of a problem: what walks are compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Known {
    /// Whether there is a way, when that is known.
    pub reachable: Option<bool>,
    /// How long the shortest way is at any angle, in units, as `exact` finds it.
    pub shortest: Option<f64>,
    /// How long the shortest way on the tiles of a map is, in units, as a scenario file tells it.
    pub octile: Option<f64>,
    /// The straight line from start to goal, where obstacles move and nobody knows more.
    pub straight: Option<f64>,
}

/// What the length of a walk is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The shortest way at any angle.
    Exact,
    /// The shortest way on the tiles of the map.
    Octile,
    /// The straight line.
    Straight,
}

impl Reference {
    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Octile => "octile",
            Self::Straight => "straight",
        }
    }
}

impl Known {
    /// Finds out what there is to know of a problem, as far as any of these methods is compared
    /// with it.
    #[must_use]
    pub fn of(problem: &Problem, methods: &[Method], gauge: &Gauge<'_>) -> Self {
        let octile = problem.octile;
        if problem.moves() {
            let straight = Some(problem.start.distance(problem.goal));
            return Self { straight, ..Self::default() };
        }
        let is_told = |method: &Method| octile.is_some() && keeps_to_grid(method);
        if methods.iter().all(is_told) {
            return Self { reachable: Some(true), octile, ..Self::default() };
        }
        let walk = gauge.measure(problem, &exact());
        let reachable = match walk.ending.verdict() {
            Verdict::Found => Some(true),
            Verdict::Unreachable => Some(false),
            _ => None,
        };
        Self { reachable, shortest: walk.length(), octile, straight: None }
    }

    /// How long the best way is that a method could have found, and what kind of way that is.
    #[must_use]
    pub fn optimum(&self, method: &Method) -> Option<(f64, Reference)> {
        let octile = self.octile.filter(|_| keeps_to_grid(method));
        let octile = octile.map(|length| (length, Reference::Octile));
        let exact = || self.shortest.map(|length| (length, Reference::Exact));
        let straight = || self.straight.map(|length| (length, Reference::Straight));
        octile.or_else(exact).or_else(straight)
    }
}

/// Whether a method walks from tile to tile of a map, and nowhere else.
pub(super) fn keeps_to_grid(method: &Method) -> bool {
    method.navigator().guarantee() == Guarantee::ShortestOnGrid && has_tiles(method)
}

/// Whether the cells of a method are the tiles of a map, on which movers are one tile large: those
/// of 0 are as large as the mover.
pub(super) fn has_tiles(method: &Method) -> bool {
    let has_cells = method.navigator().parameters().iter().any(|p| p.name == "cell");
    let given = method.given().get("cell");
    has_cells && given.is_none_or(|&cell| cell == 0.0 || cell == 1.0)
}

/// The method that everything is compared with.
fn exact() -> Method {
    Method::new("exact", [].into()).expect("there is one")
}
