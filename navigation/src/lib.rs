//! How a box gets from here to there among boxes and convex polygons: one contract, a file per
//! method.
//!
//! The mover is reduced to its centre by growing every obstacle by the mover's half-size; the
//! way is a polyline that touches grown obstacles but never enters one. Nothing here knows what a
//! creature or a world is: obstacles come as an [`Obstacles`] set, a question as a [`Request`],
//! and the answer is an [`Outcome`].
//!
//! For travel across whole maps, from base to base, there is [`strategic`].
//!
//! A search is a value. It can be advanced a few steps at a time, cloned, and written to a snapshot
//! in between; how it was sliced never shows in the answer.
//!
//! ```
//! use terrarium_navigation::geometry::{Aabb, DVec2};
//! use terrarium_navigation::{Goal, ObstacleField, Outcome, Request, navigator};
//!
//! let world = Aabb::new(DVec2::ZERO, DVec2::splat(10.0));
//! let field = ObstacleField::new(world, Vec::new());
//! let there = Goal::Point(DVec2::splat(9.0));
//! let mut search = navigator("direct").unwrap().begin(Request::new(DVec2::ONE, there, DVec2::ONE));
//! let outcome = loop {
//!     if let Some(outcome) = search.advance(&field, 16) {
//!         break outcome;
//!     }
//! };
//! assert_eq!(outcome, Outcome::Found(vec![DVec2::splat(9.0)]));
//! ```

#![forbid(unsafe_code)]

mod body;
mod corner;
mod danger;
mod direct;
mod enclosure;
mod exact;
mod field;
pub mod geometry;
pub mod grid;
mod hit;
mod inflated;
pub mod input;
mod leave;
mod lens;
mod method;
mod motion;
mod obstacles;
mod outcome;
mod outline;
mod packed;
mod perimeter;
mod polygons;
mod reach;
mod reconsider;
mod request;
mod rolling_grid;
mod search;
mod shapes;
mod shortening;
pub mod space;
mod stepwise;
pub mod strategic;
mod taut;
mod watch;
mod web;

pub use danger::{Danger, With, path_cost};
pub use direct::{Direct, DirectSearch};
pub use exact::{Exact, ExactSearch};
pub use field::ObstacleField;
pub use method::{Method, MethodRefusal};
pub use motion::{cut_back, foreseen};
pub use obstacles::{ObstacleKey, Obstacles};
pub use outcome::{Barrier, FailureReason, Outcome, path_length};
pub use perimeter::{Perimeter, PerimeterSearch};
pub use reach::Reach;
pub use reconsider::reconsidered;
pub use request::{Goal, Request};
pub use rolling_grid::{Cell, GridShape, LocalGrid, RollingGrid, RollingGridSearch, motors};
pub use search::Search;
pub use stepwise::{CircularScan, GreedyWall, RightHand, StepwiseSearch, WallMemory};

use crate::input::parameter::{Parameter, ParameterValues};

/// A way of finding ways.
///
/// A navigator holds no state: what a search has found out so far is in its [`Search`].
pub trait Navigator: Sync {
    /// The name by which scenarios and the command line ask for it.
    fn name(&self) -> &'static str;

    /// What it does, in a line.
    fn about(&self) -> &'static str;

    /// What can be relied on.
    fn guarantee(&self) -> Guarantee;

    /// What can be set.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// Whether its searches decide a move at a time, one a step, and each on the obstacles as they
    /// are then: so that a mover can follow such a search as it goes on, in a world that changes.
    fn is_stepwise(&self) -> bool {
        false
    }

    /// Begins a search with its [parameters](Self::parameters) set, without looking at anything yet.
    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search;

    /// Begins a search with all parameters at their defaults, without looking at anything yet.
    fn begin(&self, request: Request) -> Search {
        self.begin_with(request, &ParameterValues::standard(self.parameters()))
    }

    /// Searches to the end.
    fn find(&self, request: Request, obstacles: &dyn Obstacles) -> Outcome {
        let mut search = self.begin(request);
        loop {
            if let Some(outcome) = search.advance(obstacles, u32::MAX) {
                return outcome;
            }
        }
    }
}

/// What can be relied on of the ways that a navigator finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// The shortest way, whenever there is one.
    Shortest,
    /// A way whenever there is one, and a proof when there is none.
    Complete,
    /// The shortest way from square to square of a grid, whenever there is one there.
    ShortestOnGrid,
    /// A way whenever there is one from square to square of a grid.
    CompleteOnGrid,
    /// Nothing: it may fail where there is a way, and then says so.
    Nothing,
}

/// All navigators.
pub static NAVIGATORS: &[&dyn Navigator] = &[
    &Direct,
    &Perimeter,
    &Exact,
    &RightHand,
    &GreedyWall,
    &WallMemory,
    &CircularScan,
    &RollingGrid,
    &grid::Wave,
    &grid::Sections,
    &grid::Successor,
    &grid::GridAStar,
    &grid::JumpPoint,
];

/// The navigator called `name`.
#[must_use]
pub fn navigator(name: &str) -> Option<&'static dyn Navigator> {
    NAVIGATORS.iter().copied().find(|navigator| navigator.name() == name)
}
