//! String pulling for a free path, one query per step.

use serde::{Deserialize, Serialize};

use super::endpoints::sees;
use super::way::taken_straight;
use crate::geometry::DVec2;
use crate::{Obstacles, Request};

/// String pulling: from each point the path continues to the last point ahead before the first that
/// is not visible. Visible means that the straight segment is free; the test is exact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Pull {
    way: Vec<DVec2>,
    /// The pulled path, up to the current point.
    taken: Vec<DVec2>,
    from: u32,
    /// The index of the last point known to be visible.
    seen: u32,
}

impl Pull {
    /// Begins with a free path, including the start.
    pub fn new(way: &[DVec2]) -> Self {
        let mut bends = taken_straight(way);
        bends.splice(0..0, way.first().copied());
        Self { way: bends, taken: Vec::new(), from: 0, seen: 1 }
    }

    /// Takes a step with one query. Returns the path without its start, once it is taut.
    pub fn step(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Option<Vec<DVec2>> {
        let point = |index: u32| self.way.get(index as usize).copied();
        let (Some(from), Some(seen)) = (point(self.from), point(self.seen)) else {
            return Some(self.taken.clone());
        };
        let Some(next) = point(self.seen + 1) else {
            self.taken.push(seen);
            return Some(self.taken.clone());
        };
        if !sees(request, obstacles, from, next) {
            self.taken.push(seen);
            self.from = self.seen;
        }
        self.seen += 1;
        None
    }

    /// The original path, including the start.
    pub fn way(&self) -> &[DVec2] {
        &self.way
    }

    /// Whether all numbers are finite.
    pub fn is_sound(&self) -> bool {
        self.way.iter().chain(&self.taken).all(|point| point.is_finite())
            && self.seen as usize <= self.way.len()
            && self.from <= self.seen
    }
}
