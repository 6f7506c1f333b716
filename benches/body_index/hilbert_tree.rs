//! A packed R-tree in the order of a Hilbert curve, built anew in every tick: the crate
//! `static_aabb2d_index`.

use terrarium::geometry::Aabb;

use static_aabb2d_index::{StaticAABB2DIndex, StaticAABB2DIndexBuilder};

use super::candidate::BodyIndex;
use super::crowd::Crowd;

pub struct HilbertTree {
    tree: StaticAABB2DIndex<f64>,
    /// The bodies by their number in the tree, which is that by district.
    bodies: Vec<(u32, Aabb)>,
    stack: Vec<usize>,
}

fn built(bodies: &[(u32, Aabb)]) -> StaticAABB2DIndex<f64> {
    let mut builder = StaticAABB2DIndexBuilder::new(bodies.len());
    for (_, Aabb { min, max }) in bodies {
        builder.add(min.x, min.y, max.x, max.y);
    }
    builder.build().expect("all bodies are added")
}

impl BodyIndex for HilbertTree {
    fn new(_: &Crowd) -> Self {
        Self { tree: built(&[]), bodies: Vec::new(), stack: Vec::new() }
    }

    fn begin_tick(&mut self, crowd: &Crowd) {
        self.bodies.clear();
        let body = |&slot: &u32| (slot, crowd.areas[slot as usize]);
        self.bodies.extend(crowd.slots.iter().map(body));
        self.tree = built(&self.bodies);
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        let Aabb { min, max } = seen;
        let mut visitor = |number: usize| {
            let (slot, area) = &self.bodies[number];
            visit(*slot, area);
        };
        let stack = &mut self.stack;
        self.tree.visit_query_with_stack(min.x, min.y, max.x, max.y, &mut visitor, stack);
    }
}
