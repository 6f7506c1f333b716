//! The state of a search.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::grid::{AStarSearch, SectionsSearch, SuccessorSearch, WaveSearch};
use super::{
    DirectSearch, ExactSearch, Obstacles, Outcome, PerimeterSearch, RollingGridSearch,
    StepwiseSearch,
};

/// A search of any navigator: its whole state, as plain data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Search {
    /// Of [`Direct`](super::Direct).
    Direct(DirectSearch),
    /// Of [`Perimeter`](super::Perimeter).
    Perimeter(PerimeterSearch),
    /// Of [`Exact`](super::Exact).
    Exact(ExactSearch),
    /// Of [`Wave`](super::grid::Wave).
    Wave(WaveSearch),
    /// Of [`Sections`](super::grid::Sections).
    Sections(SectionsSearch),
    /// Of [`Successor`](super::grid::Successor).
    Successor(SuccessorSearch),
    /// Of [`GridAStar`](super::grid::GridAStar).
    GridAStar(AStarSearch),
    /// Of [`JumpPoint`](super::grid::JumpPoint).
    JumpPoint(AStarSearch),
    /// Of [`RightHand`](super::RightHand), [`GreedyWall`](super::GreedyWall),
    /// [`WallMemory`](super::WallMemory) or [`CircularScan`](super::CircularScan).
    Stepwise(StepwiseSearch),
    /// Of [`RollingGrid`](super::RollingGrid).
    RollingGrid(RollingGridSearch),
}

impl Search {
    /// Runs at most `steps` steps, a step being one query of the obstacles or of a portal between their
    /// regions, and returns the outcome once there is one. Further calls return the same outcome.
    ///
    /// The outcome depends only on the request and the obstacles, not on how the steps are grouped.
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        match self {
            Self::Direct(search) => search.advance(obstacles, steps),
            Self::Perimeter(search) => search.advance(obstacles, steps),
            Self::Exact(search) => search.advance(obstacles, steps),
            Self::Wave(search) => search.advance(obstacles, steps),
            Self::Sections(search) => search.advance(obstacles, steps),
            Self::Successor(search) => search.advance(obstacles, steps),
            Self::GridAStar(search) | Self::JumpPoint(search) => search.advance(obstacles, steps),
            Self::Stepwise(search) => search.advance(obstacles, steps),
            Self::RollingGrid(search) => search.advance(obstacles, steps),
        }
    }

    /// The path before string pulling, as far as it is known; empty for a search that follows no
    /// obstacle. See [`PerimeterSearch::walk`].
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        match self {
            Self::Direct(_) | Self::Wave(_) | Self::GridAStar(_) | Self::JumpPoint(_) => Vec::new(),
            Self::Sections(search) => search.walk(),
            Self::Successor(search) => search.walk(),
            Self::Perimeter(search) => search.walk(),
            Self::Exact(search) => search.walk(),
            Self::Stepwise(search) => search.walk(),
            Self::RollingGrid(search) => search.walk(),
        }
    }

    /// Sets the position of the agent for a search that decides [one move per
    /// step](super::Navigator::is_stepwise), when it is not where the search expected it. The
    /// search continues from there, even if it had an outcome. Any other search ignores the call.
    pub fn moved_to(&mut self, at: DVec2) {
        match self {
            Self::Stepwise(search) => search.moved_to(at),
            Self::RollingGrid(search) => search.moved_to(at),
            _ => {}
        }
    }

    /// The current position of a search that decides [one move per
    /// step](super::Navigator::is_stepwise); `None` for any other search.
    #[must_use]
    pub fn position(&self) -> Option<DVec2> {
        match self {
            Self::Stepwise(search) => Some(search.position()),
            Self::RollingGrid(search) => Some(search.position()),
            _ => None,
        }
    }

    /// The number of steps taken so far.
    #[must_use]
    pub fn steps(&self) -> u32 {
        match self {
            Self::Direct(_) => 0,
            Self::Perimeter(search) => search.steps(),
            Self::Exact(search) => search.steps(),
            Self::Wave(search) => search.steps(),
            Self::Sections(search) => search.steps(),
            Self::Successor(search) => search.steps(),
            Self::GridAStar(search) | Self::JumpPoint(search) => search.steps(),
            Self::Stepwise(search) => search.steps(),
            Self::RollingGrid(search) => search.steps(),
        }
    }

    /// Whether the state is valid: all numbers are finite, and every reference within it resolves.
    /// Every state reached by searching is sound; check it after deserialising one. A sound search
    /// can be advanced without a panic.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Direct(search) => search.is_sound(),
            Self::Perimeter(search) => search.is_sound(),
            Self::Exact(search) => search.is_sound(),
            Self::Wave(search) => search.is_sound(),
            Self::Sections(search) => search.is_sound(),
            Self::Successor(search) => search.is_sound(),
            Self::GridAStar(search) | Self::JumpPoint(search) => search.is_sound(),
            Self::Stepwise(search) => search.is_sound(),
            Self::RollingGrid(search) => search.is_sound(),
        }
    }
}
