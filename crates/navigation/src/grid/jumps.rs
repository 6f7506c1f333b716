//! The jumps from a cell, as far as a search has found them.

use serde::{Deserialize, Serialize};

use super::endpoints::Span;
use super::nodes::RAY;
use super::squares::Place;
use super::steps::DIAGONAL;

/// A cell to jump to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Jump {
    pub to: Place,
    pub length: u64,
    /// The direction of its last step.
    pub by: u8,
}

/// The jumps from a cell, as far as they are known. Where a block of cells has to be queried first,
/// the search for them continues where it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Jumps {
    pub found: Vec<Jump>,
    /// The directions left, as bits; `None` before the first.
    pub directions: Option<u8>,
    /// The ray that is not at its end.
    pub ray: Option<Ray>,
}

/// A diagonal ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ray {
    pub at: Place,
    /// The length of the path to this cell, and at the first cell.
    pub lengths: [u64; 2],
    pub direction: u8,
    /// The number of jumps found before.
    pub before: u32,
    /// The number of straight directions done at this cell.
    pub straight: u8,
}

impl Jumps {
    /// Forgets all jumps.
    pub fn clear(&mut self) {
        self.found.clear();
        (self.directions, self.ray) = (None, None);
    }

    /// Whether all places are among `span`, and all directions exist.
    pub fn is_sound(&self, span: &Span, most: u64) -> bool {
        let is_ray_sound = |ray: &Ray| {
            span.holds(ray.at)
                && (4..8).contains(&ray.direction)
                && ray.lengths[0] <= most
                && ray.lengths[1] <= ray.lengths[0]
                && ray.straight <= 2
        };
        let is_jump_sound = |jump: &Jump| {
            let is_direction = jump.by < 8 || (RAY + 4..RAY + 8).contains(&jump.by);
            span.holds(jump.to) && jump.length <= most && is_direction
        };
        self.found.iter().all(is_jump_sound) && self.ray.as_ref().is_none_or(is_ray_sound)
    }
}

impl Ray {
    /// A ray from a cell at the end of a path of this length.
    pub fn new(at: Place, length: u64, direction: u8, jumps: &[Jump]) -> Self {
        Self { at, lengths: [length; 2], direction, before: jumps.len() as u32, straight: 0 }
    }

    /// The next straight direction at this cell.
    #[inline(always)]
    pub fn next_straight(&self) -> Option<u8> {
        let directions = [self.direction % 4, (self.direction + 1) % 4];
        directions.get(usize::from(self.straight)).copied()
    }

    /// Continues at the next cell.
    #[inline(always)]
    pub fn advance(&mut self, to: Place) {
        self.at = to;
        self.lengths[0] += DIAGONAL;
        self.straight = 0;
    }
}
