//! A path-finding problem: start, goal and obstacles.

use std::sync::Arc;

use terrarium_navigation::{Goal, Request};
use terrarium_space::geometry::DVec2;

use super::IndexedScene;

/// A path to find. All coordinates lie on the [`lattice`](terrarium_space::geometry::lattice), so checks of
/// whether a path is free are exact.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The name of the problem in its set.
    pub name: String,
    /// The obstacles, and the size of the mover.
    pub environment: Arc<IndexedScene>,
    /// The start of the mover's centre.
    pub start: DVec2,
    /// The goal of the mover's centre.
    pub goal: DVec2,
    /// The length of the shortest path over the tiles of a map without cutting corners, if a
    /// scenario file gives it.
    pub octile: Option<OctileLength>,
    /// The velocity of each box of the scene, in units per turn; empty if all obstacles are static.
    pub velocities: Vec<DVec2>,
}

/// The length of a path, as a scenario file gives it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OctileLength {
    /// The length, in tiles.
    pub length: f64,
    /// How much the file may have rounded it.
    pub rounding: f64,
}

impl Problem {
    /// Whether any obstacle moves.
    #[must_use]
    pub fn moves(&self) -> bool {
        !self.velocities.is_empty()
    }

    /// The request for a navigator, limited to `budget` steps.
    #[must_use]
    pub fn request(&self, budget: u32) -> Request {
        let half = self.environment.scene.half;
        Request::new(self.start, Goal::Point(self.goal), half).within(budget)
    }
}
