//! A minimal set of shapes that separates two places.

use serde::{Deserialize, Serialize};

use super::shapes::Shape;
use super::visibility_graph::{Scene, VisibilityGraph};
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
    graph: VisibilityGraph,
    rest: Vec<Shape>,
}

impl EnclosureSearch {
    /// A search that begins with shapes that do separate the start from the targets.
    pub fn new(start: DVec2, mut kept: Vec<Shape>) -> Self {
        let away = |shape: &Shape| shape.area.bounds().distance_to(start);
        kept.sort_by(|a, b| away(b).total_cmp(&away(a)).then(b.key.cmp(&a.key)));
        let mut enclosure =
            Self { start, kept, tried: 0, graph: VisibilityGraph::new(start), rest: Vec::new() };
        enclosure.leave_out(0);
        enclosure
    }

    /// Takes a step. Returns the shapes that are needed, once all have been tried.
    pub fn step(&mut self, room: Aabb, targets: &[Aabb]) -> Option<Vec<Shape>> {
        if self.tried == self.kept.len() {
            return Some(self.kept.clone());
        }
        if !self.graph.is_done() {
            self.graph.step(&Scene { shapes: &self.rest, room, targets });
        } else if self.graph.path().is_some() {
            self.leave_out(self.tried + 1);
        } else {
            self.kept = core::mem::take(&mut self.rest);
            self.leave_out(self.tried);
        }
        None
    }

    /// Whether all references resolve.
    pub fn is_sound(&self) -> bool {
        self.start.is_finite() && self.tried <= self.kept.len() && self.graph.is_sound(&self.rest)
    }

    fn leave_out(&mut self, place: usize) {
        self.tried = place;
        self.graph = VisibilityGraph::new(self.start);
        self.rest.clone_from(&self.kept);
        if place < self.rest.len() {
            self.rest.remove(place);
        }
    }
}
