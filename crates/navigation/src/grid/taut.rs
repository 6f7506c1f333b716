//! Pulling a free path taut around the corners of obstacles, one query per step.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::waypoints::simplified;
use crate::corner::Corner;
use crate::inflated::InflatedObstacles;
use crate::string_pulling::{advance_to_bend, pull_bend};
use crate::{Obstacles, Request};

/// A string that is pulled taut: the shortest path among those that pass every obstacle on the same
/// side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct TautString {
    /// The path that it began with.
    path: Vec<DVec2>,
    /// The part pulled so far, the start first.
    pulled: Vec<Corner>,
    /// The rest, the end first.
    ahead: Vec<Corner>,
}

impl TautString {
    /// Begins with a free path, including the start.
    pub fn new(path: &[DVec2]) -> Self {
        let mut bends = simplified(path);
        bends.splice(0..0, path.first().copied());
        let mut pulled: Vec<Corner> = bends.iter().map(|&point| Corner::none(point)).collect();
        let mut ahead = pulled.split_off(pulled.len().min(2));
        ahead.reverse();
        Self { path: bends, pulled, ahead }
    }

    /// Takes a step with one query. Returns the path without its start, once it is taut.
    pub fn step(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Option<Vec<DVec2>> {
        let Self { pulled, ahead, .. } = self;
        if !advance_to_bend(pulled, ahead) {
            return Some(pulled.iter().skip(1).map(|corner| corner.point).collect());
        }
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        pull_bend(pulled, ahead, &inflated, &mut Vec::new());
        None
    }

    /// The original path, including the start.
    pub fn path(&self) -> &[DVec2] {
        &self.path
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.path.iter().all(|point| point.is_finite())
            && self.pulled.iter().chain(&self.ahead).all(Corner::is_sound)
    }
}
