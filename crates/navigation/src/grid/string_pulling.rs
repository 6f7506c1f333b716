//! String pulling for a free path, one query per step.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::DVec2;

use super::endpoints::sees;
use super::waypoints::simplified;
use crate::{Obstacles, Request};

/// String pulling: from each point the path continues to the last point ahead before the first that
/// is not visible. Visible means that the straight segment is free; the test is exact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct StringPulling {
    path: Vec<DVec2>,
    /// The pulled path, up to the current point.
    pulled: Vec<DVec2>,
    from: u32,
    /// The index of the last point known to be visible.
    visible: u32,
}

impl StringPulling {
    /// Begins with a free path, including the start.
    pub fn new(path: &[DVec2]) -> Self {
        let mut bends = simplified(path);
        bends.splice(0..0, path.first().copied());
        Self { path: bends, pulled: Vec::new(), from: 0, visible: 1 }
    }

    /// Takes a step with one query. Returns the path without its start, once it is taut.
    pub fn step(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Option<Vec<DVec2>> {
        let point = |index: u32| self.path.get(index as usize).copied();
        let (Some(from), Some(visible)) = (point(self.from), point(self.visible)) else {
            return Some(self.pulled.clone());
        };
        let Some(next) = point(self.visible + 1) else {
            self.pulled.push(visible);
            return Some(self.pulled.clone());
        };
        if !sees(request, obstacles, from, next) {
            self.pulled.push(visible);
            self.from = self.visible;
        }
        self.visible += 1;
        None
    }

    /// The original path, including the start.
    pub fn path(&self) -> &[DVec2] {
        &self.path
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.path.iter().chain(&self.pulled).all(|point| point.is_finite())
            && self.visible as usize <= self.path.len()
            && self.from <= self.visible
    }
}
