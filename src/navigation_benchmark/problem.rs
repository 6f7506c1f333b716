//! A problem: from here to there, among this.

use std::sync::Arc;

use super::IndexedScene;
use crate::geometry::DVec2;
use crate::navigation::{Goal, Request};

/// A way to find. All numbers lie on the [`lattice`](crate::geometry::lattice), so whether a way is
/// free is a fact.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What it is called in its set.
    pub name: String,
    /// What stands around the mover, and how large that is.
    pub ground: Arc<IndexedScene>,
    /// Where the mover's centre begins.
    pub start: DVec2,
    /// Where it should get.
    pub goal: DVec2,
    /// How long the shortest way is that follows the tiles of a map and cuts no corner, when a
    /// scenario file tells.
    pub octile: Option<f64>,
    /// By how much each box of the scene moves in a turn; empty when everything stands still.
    pub drift: Vec<DVec2>,
}

impl Problem {
    /// Whether anything moves but the mover.
    #[must_use]
    pub fn moves(&self) -> bool {
        !self.drift.is_empty()
    }

    /// The question as it is put to a navigator that may take so many steps.
    #[must_use]
    pub fn request(&self, budget: u32) -> Request {
        let half = self.ground.scene.half;
        Request::new(self.start, Goal::Point(self.goal), half).within(budget)
    }
}
