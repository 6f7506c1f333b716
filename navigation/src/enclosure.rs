//! Which of many shapes it takes to part two places.

use serde::{Deserialize, Serialize};

use super::shapes::Shape;
use super::web::{Scene, Web};
use crate::geometry::{Aabb, DVec2};

/// A search for a set of shapes that part a start from all targets, none of which can be missing.
///
/// One after the other is tried to be left out, the farthest from the start first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct EnclosureSearch {
    start: DVec2,
    kept: Vec<Shape>,
    /// Which of them is left out now, and a search for a gap there.
    tried: usize,
    web: Web,
    rest: Vec<Shape>,
}

impl EnclosureSearch {
    /// A search that begins with shapes that do part the start from the targets.
    pub fn new(start: DVec2, mut kept: Vec<Shape>) -> Self {
        let away = |shape: &Shape| shape.area.bounds().distance_to(start);
        kept.sort_by(|a, b| away(b).total_cmp(&away(a)).then(b.key.cmp(&a.key)));
        let mut enclosure = Self { start, kept, tried: 0, web: Web::new(start), rest: Vec::new() };
        enclosure.leave_out(0);
        enclosure
    }

    /// Goes on a step. The shapes that are needed, once all have been tried.
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

    /// Whether what it refers to is there.
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
