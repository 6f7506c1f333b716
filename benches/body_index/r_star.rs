//! R*-trees of the crate `rstar`, updated in place or loaded anew in every tick.

use std::ops::ControlFlow;

use rstar::{AABB, RTree, RTreeObject};
use terrarium::geometry::Aabb;
use terrarium::space::WideNodes;

use super::candidate::BodyIndex;
use super::crowd::Crowd;

#[derive(Clone, Copy)]
struct Leaf {
    slot: u32,
    area: Aabb,
}

impl PartialEq for Leaf {
    fn eq(&self, other: &Self) -> bool {
        self.slot == other.slot
    }
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.area)
    }
}

fn envelope_of(area: &Aabb) -> AABB<[f64; 2]> {
    AABB::from_corners(area.min.to_array(), area.max.to_array())
}

type Tree = RTree<Leaf, WideNodes>;

fn loaded(crowd: &Crowd) -> Tree {
    let leaf = |(slot, &area)| Leaf { slot, area };
    Tree::bulk_load_with_params((0..).zip(&crowd.areas).map(leaf).collect())
}

fn visit_leaves(tree: &Tree, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
    let _: ControlFlow<()> = tree.locate_in_envelope_intersecting_int(envelope_of(seen), |leaf| {
        visit(leaf.slot, &leaf.area);
        ControlFlow::Continue(())
    });
}

/// A tree from which a body is removed, and inserted again, when it moves.
pub struct Updated {
    tree: Tree,
    areas: Vec<Aabb>,
}

impl BodyIndex for Updated {
    fn new(crowd: &Crowd) -> Self {
        Self { tree: loaded(crowd), areas: crowd.areas.clone() }
    }

    fn visit(&mut self, _: usize, seen: &Aabb, visit: impl FnMut(u32, &Aabb)) {
        visit_leaves(&self.tree, seen, visit);
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        let before = std::mem::replace(&mut self.areas[slot as usize], area);
        let found = self.tree.remove(&Leaf { slot, area: before });
        assert!(found.is_some(), "each body is in the tree");
        self.tree.insert(Leaf { slot, area });
    }
}

/// A tree that is loaded in bulk in every tick.
pub struct Loaded(Tree);

impl BodyIndex for Loaded {
    fn new(crowd: &Crowd) -> Self {
        Self(loaded(crowd))
    }

    fn begin_tick(&mut self, crowd: &Crowd) {
        self.0 = loaded(crowd);
    }

    fn visit(&mut self, _: usize, seen: &Aabb, visit: impl FnMut(u32, &Aabb)) {
        visit_leaves(&self.0, seen, visit);
    }
}
