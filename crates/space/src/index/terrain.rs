//! The impassable parts of the terrain, in an R-tree.

use std::ops::ControlFlow;
use std::sync::Arc;

use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTree, RTreeNode, RTreeObject, RTreeParams};

use crate::geometry::{Aabb, Convex, DVec2, Part, Segment, Solid};

/// The nodes of the R-tree: wider than the library's default, for fewer cache misses per query.
#[derive(Debug, Clone)]
pub struct WideNodes;

impl RTreeParams for WideNodes {
    const MIN_SIZE: usize = 6;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 4;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

/// The boxes and polygons of the terrain.
#[derive(Debug, Clone)]
pub(super) struct Terrain {
    tree: RTree<Entry, WideNodes>,
    /// The polygons, which are numbered after the boxes.
    parts: Vec<Part>,
    boxes: u32,
}

/// An impassable part of the terrain: a box, or a convex part of a polygon.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    bounds: &'a Aabb,
    part: Option<&'a Part>,
}

impl<'a> From<&'a Aabb> for Block<'a> {
    #[inline]
    fn from(bounds: &'a Aabb) -> Self {
        Self { bounds, part: None }
    }
}

impl Block<'_> {
    /// The bounding box.
    #[must_use]
    #[inline]
    pub fn bounds(&self) -> &Aabb {
        self.bounds
    }

    /// Its shape; `None` for a box.
    #[must_use]
    #[inline]
    pub fn shape(&self) -> Option<&Convex> {
        self.part.map(Part::shape)
    }

    /// Whether its interior and that of a box share a point. Exact.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, area: &Aabb) -> bool {
        self.bounds.overlaps(area) && self.shape().is_none_or(|it| it.overlaps_box(area))
    }

    /// Whether a box lies in it.
    #[must_use]
    pub fn contains_box(&self, area: &Aabb) -> bool {
        let contains = |it: &Convex| area.corners().iter().all(|&corner| it.contains(corner));
        self.bounds.contains_box(area) && self.shape().is_none_or(contains)
    }

    /// Whether any point of a segment lies strictly inside. Exact.
    #[must_use]
    #[inline]
    pub fn is_entered_by(&self, segment: &Segment) -> bool {
        match self.part {
            None => segment.enters(self.bounds),
            Some(part) => part.is_entered_by(segment),
        }
    }

    /// Where the centre of a box of half-size `by` cannot be because of it. Exact.
    #[must_use]
    #[inline]
    pub fn inflated(&self, by: DVec2) -> Solid {
        match self.shape() {
            None => Solid::Box(self.bounds.inflated(by)),
            Some(shape) => Solid::Convex(Arc::new(shape.inflated(by))),
        }
    }
}

/// A block in the tree.
#[derive(Debug, Clone, Copy)]
struct Entry {
    area: Aabb,
    number: u32,
}

impl RTreeObject for Entry {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.area)
    }
}

impl Terrain {
    pub fn new(boxes: &[Aabb], parts: Vec<Part>) -> Self {
        let areas = boxes.iter().copied().chain(parts.iter().map(|part| part.shape().bounds()));
        let entries = (0..).zip(areas).map(|(number, area)| Entry { area, number });
        let tree = RTree::bulk_load_with_params(entries.collect());
        Self { tree, parts, boxes: u32::try_from(boxes.len()).unwrap_or(u32::MAX) }
    }

    /// Calls `visit` with the number of every block whose bounding box meets the closed `area`, until it breaks.
    #[inline]
    pub fn try_visit<B>(
        &self,
        area: &Aabb,
        mut visit: impl FnMut(u32, Block<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.tree.size() == 0 {
            return ControlFlow::Continue(());
        }
        self.tree.locate_in_envelope_intersecting_int(envelope_of(area), |entry| {
            let number = entry.number.checked_sub(self.boxes);
            let part = number.map(|number| &self.parts[number as usize]);
            visit(entry.number, Block { bounds: &entry.area, part })
        })
    }

    /// The boxes of all nodes, each with its depth below the root.
    pub fn boxes(&self) -> Vec<(Aabb, u8)> {
        let mut boxes = Vec::new();
        node_boxes(self.tree.root(), 0, &mut boxes);
        boxes
    }
}

fn node_boxes(node: &ParentNode<Entry>, depth: u8, boxes: &mut Vec<(Aabb, u8)>) {
    if node.children().is_empty() {
        return;
    }
    let envelope = node.envelope();
    let [min, max] = [envelope.lower(), envelope.upper()].map(DVec2::from_array);
    boxes.push((Aabb { min, max }, depth));
    for child in node.children() {
        if let RTreeNode::Parent(parent) = child {
            node_boxes(parent, depth.saturating_add(1), boxes);
        }
    }
}

/// A box as the tree knows it.
fn envelope_of(area: &Aabb) -> AABB<[f64; 2]> {
    AABB::from_corners(area.min.to_array(), area.max.to_array())
}
