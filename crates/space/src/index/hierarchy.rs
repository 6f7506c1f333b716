//! The inner nodes of the tree: boxes around pages, and around boxes.

use std::ops::ControlFlow;

use super::quad::{Bounds, Boxes, Probe, WIDTH};
use crate::geometry::Aabb;

/// More levels than any tree has whose pages are numbered by 32 bits.
const DEPTH: usize = 8;

/// The nodes of the tree, level by level from the pages up. The children of a node follow each other in the level
/// below, so that none is referred to.
#[derive(Debug, Clone, Default)]
pub(super) struct Hierarchy {
    /// The last one is the root alone.
    levels: Vec<Vec<Boxes>>,
    pages: usize,
}

/// A node whose children are these.
fn above(children: &[Boxes]) -> Boxes {
    let mut node = Boxes::EMPTY;
    for (lane, below) in children.iter().enumerate() {
        node.set(lane, below.around());
    }
    node
}

impl Hierarchy {
    /// Builds all nodes anew around the boxes of pages, which neighbour one another in this order.
    pub fn fit(&mut self, pages: impl ExactSizeIterator<Item = Bounds>) {
        self.levels.clear();
        self.pages = pages.len();
        if self.pages == 0 {
            return;
        }
        let mut lowest = vec![Boxes::EMPTY; self.pages.div_ceil(WIDTH)];
        for (page, bounds) in pages.enumerate() {
            lowest[page / WIDTH].set(page % WIDTH, bounds);
        }
        self.levels.push(lowest);
        while let Some(below) = self.levels.last()
            && below.len() > 1
        {
            let nodes = below.chunks(WIDTH).map(above).collect();
            self.levels.push(nodes);
        }
    }

    /// The box of a page.
    #[inline]
    pub fn page(&self, page: usize) -> Bounds {
        self.levels[0][page / WIDTH].get(page % WIDTH)
    }

    /// Enlarges the box of a page, and those of the nodes above, to enclose a body.
    #[inline]
    pub fn grow(&mut self, page: usize, body: Bounds) {
        let mut child = page;
        for level in &mut self.levels {
            let node = &mut level[child / WIDTH];
            let bounds = node.get(child % WIDTH);
            if bounds.contains(body) {
                return;
            }
            node.set(child % WIDTH, bounds.with(body));
            child /= WIDTH;
        }
    }

    /// Replaces the box of a page, which has lost some of its bodies. Those of the nodes above stay as they are.
    pub fn set(&mut self, page: usize, bounds: Bounds) {
        self.levels[0][page / WIDTH].set(page % WIDTH, bounds);
    }

    /// Adds a page after all others.
    pub fn push(&mut self, bounds: Bounds) {
        let mut child = self.pages;
        self.pages += 1;
        for level in 0.. {
            if level == self.levels.len() {
                match self.levels.last().map(Vec::as_slice) {
                    Some([_]) => break,
                    below => {
                        let root = above(below.unwrap_or_default());
                        self.levels.push(vec![root]);
                    }
                }
            }
            let nodes = &mut self.levels[level];
            if child / WIDTH == nodes.len() {
                nodes.push(Boxes::EMPTY);
            }
            let node = &mut nodes[child / WIDTH];
            node.set(child % WIDTH, node.get(child % WIDTH).with(bounds));
            child /= WIDTH;
        }
    }

    /// Calls `visit` with every page that may touch the area of a query, until it breaks.
    #[inline]
    pub fn try_visit<B>(
        &self,
        probe: &Probe,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(root) = self.levels.len().checked_sub(1) else { return ControlFlow::Continue(()) };
        // For each level the node that is looked at, and a bit for each of its children that is still to do.
        let mut open = [(0, 0_u32); DEPTH];
        let mut level = root;
        open[root] = (0, self.levels[root][0].touching(probe));
        loop {
            let (node, todo) = &mut open[level];
            if *todo == 0 {
                if level == root {
                    return ControlFlow::Continue(());
                }
                level += 1;
                continue;
            }
            let child = *node * WIDTH + todo.trailing_zeros() as usize;
            *todo &= *todo - 1;
            if level == 0 {
                visit(child)?;
            } else {
                level -= 1;
                open[level] = (child, self.levels[level][child].touching(probe));
            }
        }
    }

    /// The page whose box has to grow least to enclose a body, as far as a descent from the root tells.
    pub fn closest(&self, body: Bounds) -> Option<usize> {
        let mut child = 0;
        for level in self.levels.iter().rev() {
            let mut least = (f32::INFINITY, f32::INFINITY);
            let mut lane = None;
            for (quad, first) in level[child].quads().zip((0..).step_by(4)) {
                let (growth, size) = quad.growth(body);
                for at in 0..4 {
                    if (growth[at], size[at]) < least {
                        (least, lane) = ((growth[at], size[at]), Some(first + at));
                    }
                }
            }
            child = child * WIDTH + lane?;
        }
        (self.pages > 0).then_some(child)
    }

    /// The boxes of all nodes but the root, and of pages, each with its depth below the root.
    pub fn boxes(&self) -> impl Iterator<Item = (Aabb, u8)> + '_ {
        self.levels.iter().rev().zip(0..).flat_map(|(nodes, depth)| {
            let lanes = nodes.iter().flat_map(|node| (0..WIDTH).map(|child| node.get(child)));
            lanes.filter(|&bounds| bounds != Bounds::NONE).map(move |bounds| (bounds.area(), depth))
        })
    }
}
