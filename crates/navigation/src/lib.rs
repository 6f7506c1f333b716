//! Path finding for a box-shaped agent among boxes and convex polygons: one interface, several
//! methods.
//!
//! The agent is reduced to its centre by inflating every obstacle by the agent's half-size. A path
//! is a polyline that may touch inflated obstacles but never enters one. The crate has no notion of
//! creatures or worlds: it takes a set of [`Obstacles`] and a [`Request`], and returns an
//! [`Outcome`].
//!
//! [`links`] lead from one place to another whatever lies between. [`strategic`] plans routes across whole maps, from base to base.
//!
//! A search is a value. It can be advanced a few steps at a time, cloned, and written to a snapshot
//! in between; the answer does not depend on how the steps are grouped.
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

mod best_first;
mod body;
mod box_index;
mod coincident;
mod corner;
mod crossings;
mod danger;
mod direct;
mod enclosure;
mod exact;
mod field;
mod first_hit;
pub mod grid;
pub mod ground;
mod hit;
mod inflated;
mod leave_point;
mod lens;
pub mod links;
mod loose_grid;
mod method;
mod motion;
mod obstacles;
mod outcome;
mod outline;
mod packed;
mod perimeter;
mod polygon_detector;
mod polygons;
pub mod regions;
mod replan;
mod request;
mod rolling_grid;
mod search;
mod separation;
mod shapes;
mod shortening;
mod stepwise;
pub mod strategic;
mod string_pulling;
mod swept_box;
mod target_ends;
mod view;
mod visibility_graph;
mod winding;

pub use terrarium_input as input;
use terrarium_input::parameter::{Parameter, ParameterValues};
pub use terrarium_space::{self as space, geometry};

pub use danger::{Danger, WithObstacles, path_cost};
pub use direct::{Direct, DirectSearch};
pub use exact::{Exact, ExactSearch};
pub use field::ObstacleField;
pub use method::{Method, MethodError};
pub use motion::cut_back;
pub use obstacles::{ObstacleKey, Obstacles};
pub use outcome::{Barrier, FailureReason, Outcome, cut_path, path_length};
pub use perimeter::{Perimeter, PerimeterSearch};
pub use replan::{leads_to_goal, replanned};
pub use request::{Goal, Request};
pub use rolling_grid::{Cell, GridShape, LocalGrid, RollingGrid, RollingGridSearch, motors};
pub use search::Search;
pub use stepwise::{CircularScan, GreedyWall, RightHand, StepwiseSearch, WallMemory};
pub use swept_box::SweptBox;

/// A path-finding method.
///
/// A navigator holds no state: the state of a search is in its [`Search`].
pub trait Navigator: Sync {
    /// What it is called, does and guarantees.
    fn description(&self) -> &'static Description;

    /// The name that scenarios and the command line use for it.
    fn name(&self) -> &'static str {
        self.description().name
    }

    /// What it does, in one line.
    fn about(&self) -> &'static str {
        self.description().about
    }

    /// What holds for the paths that it finds.
    fn guarantee(&self) -> Guarantee {
        self.description().guarantee
    }

    /// The parameters that can be set.
    fn parameters(&self) -> &'static [Parameter] {
        self.description().parameters
    }

    /// Whether its searches decide one move per step, from the obstacles as they are at that step.
    /// An agent can follow such a search while it runs, in a world that changes.
    fn is_stepwise(&self) -> bool {
        self.description().is_stepwise
    }

    /// Begins a search with these [parameters](Self::parameters), without querying any obstacle
    /// yet.
    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search;

    /// Begins a search with all parameters at their defaults, without querying any obstacle yet.
    fn begin(&self, request: Request) -> Search {
        self.begin_with(request, &ParameterValues::defaults(self.parameters()))
    }

    /// Runs a whole search and returns its outcome. Where the goal is the start, all navigators answer alike.
    fn find(&self, request: Request, obstacles: &dyn Obstacles) -> Outcome {
        let mut search = match request.goal == Goal::Point(request.start) {
            true => Perimeter.begin(request),
            false => self.begin(request),
        };
        loop {
            if let Some(outcome) = search.advance(obstacles, u32::MAX) {
                return outcome;
            }
        }
    }
}

/// What a navigator is called, does and guarantees.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// The name that scenarios and the command line use for it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What holds for the paths that it finds.
    pub guarantee: Guarantee,
    /// The parameters that can be set.
    pub parameters: &'static [Parameter],
    /// Whether its searches decide one move per step, from the obstacles as they are at that step.
    /// An agent can follow such a search while it runs, in a world that changes.
    pub is_stepwise: bool,
}

/// What a navigator guarantees about the paths that it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// The shortest path, whenever there is one.
    Shortest,
    /// A path whenever there is one, and otherwise a proof that there is none.
    Complete,
    /// The shortest path between cells of a grid, whenever the grid has one.
    ShortestOnGrid,
    /// A path whenever there is one between cells of a grid.
    CompleteOnGrid,
    /// Nothing: it may fail although there is a path, and then reports that it failed.
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

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
