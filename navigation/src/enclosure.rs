//! A minimal set of shapes that separates two places.

use serde::{Deserialize, Serialize};

use super::shapes::Shape;
use super::web::{Scene, Web};
use crate::geometry::{Aabb, DVec2};

/// A search for a minimal set of shapes that separate a start from all targets.
///
/// It tries to leave out one shape after the other, the farthest from the start first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EnclosureSearch {
    start: DVec2,
    kept: Vec<Shape>,
    /// The index of the shape that is left out now, and a search for a gap without it.
    tried: usize,
    web: Web,
    rest: Vec<Shape>,
}

impl EnclosureSearch {
    /// A search that begins with shapes that do separate the start from the targets.
    pub fn new(start: DVec2, mut kept: Vec<Shape>) -> Self {
        let away = |shape: &Shape| shape.area.bounds().distance_to(start);
        kept.sort_by(|a, b| away(b).total_cmp(&away(a)).then(b.key.cmp(&a.key)));
        let mut enclosure = Self { start, kept, tried: 0, web: Web::new(start), rest: Vec::new() };
        enclosure.leave_out(0);
        enclosure
    }

    /// Takes a step. Returns the shapes that are needed, once all have been tried.
    pub fn step(&mut self, room: Aabb, targets: &[Aabb]) -> Option<Vec<Shape>> {
        if self.tried == self.kept.len() {
            return Some(self.kept.clone());
        }
        if !self.web.is_done() {
            self.web.step(&Scene { shapes: &self.rest, room, targets });
        } else if self.web.way().is_some() {
            self.leave_out(self.tried + 1);
        } else {
            self.kept = core::mem::take(&mut self.rest);
            self.leave_out(self.tried);
        }
        None
    }

    /// Whether all references resolve.
    pub fn is_sound(&self) -> bool {
        self.start.is_finite() && self.tried <= self.kept.len() && self.web.is_sound(&self.rest)
    }

    fn leave_out(&mut self, place: usize) {
        self.tried = place;
        self.web = Web::new(self.start);
        self.rest.clone_from(&self.kept);
        if place < self.rest.len() {
            self.rest.remove(place);
        }
    }
}
