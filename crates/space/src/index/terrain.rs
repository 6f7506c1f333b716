//! The impassable parts of the terrain, in an R-tree.

use std::ops::ControlFlow;

use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTree, RTreeNode, RTreeObject, RTreeParams};

use crate::geometry::{Aabb, DVec2};

/// The nodes of the R-tree: wider than the library's default, for fewer cache misses per query.
#[derive(Debug, Clone)]
pub struct WideNodes;

impl RTreeParams for WideNodes {
    const MIN_SIZE: usize = 6;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 4;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

#[derive(Debug, Clone)]
pub(super) struct Terrain(RTree<Block, WideNodes>);

#[derive(Debug, Clone, Copy)]
struct Block {
    area: Aabb,
    number: u32,
}

impl RTreeObject for Block {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.area)
    }
}

impl Terrain {
    pub fn new(blocks: &[Aabb]) -> Self {
        let numbered = (0..).zip(blocks).map(|(number, &area)| Block { area, number });
        Self(RTree::bulk_load_with_params(numbered.collect()))
    }

    /// Calls `visit` with the number and the box of every block that meets the closed `area`, until it breaks.
    #[inline]
    pub fn try_visit<B>(
        &self,
        area: &Aabb,
        mut visit: impl FnMut(u32, &Aabb) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.0.size() == 0 {
            return ControlFlow::Continue(());
        }
        self.0.locate_in_envelope_intersecting_int(envelope_of(area), |block| {
            visit(block.number, &block.area)
        })
    }

    /// The boxes of all nodes, each with its depth below the root.
    pub fn boxes(&self) -> Vec<(Aabb, u8)> {
        let mut boxes = Vec::new();
        node_boxes(self.0.root(), 0, &mut boxes);
        boxes
    }
}

fn node_boxes(node: &ParentNode<Block>, depth: u8, boxes: &mut Vec<(Aabb, u8)>) {
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
