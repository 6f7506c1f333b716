//! Pulling a way tight that is known to be free, one look at a time.

use serde::{Deserialize, Serialize};

use super::endpoints::sees;
use super::way::taken_straight;
use crate::geometry::DVec2;
use crate::{Obstacles, Request};

/// A way that is pulled tight: from each point it goes on to the last one ahead before the first
/// that is out of sight. Sight is a straight way that is free, all along and exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Pull {
    way: Vec<DVec2>,
    /// What is left of the way, up to the point from which it is looked ahead.
    taken: Vec<DVec2>,
    from: u32,
    /// What is known to be in sight.
    seen: u32,
}

impl Pull {
    /// Begins with a free way; the start comes first.
    pub fn new(way: &[DVec2]) -> Self {
        let mut bends = taken_straight(way);
        bends.splice(0..0, way.first().copied());
        Self { way: bends, taken: Vec::new(), from: 0, seen: 1 }
    }

    /// Looks once ahead. The way after its start, once it is tight.
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

    /// The way as it was, the start first.
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
