//! A hierarchy of boxes of the crate `obvhs`, as physics engines have: a body has a leaf with a margin, the boxes
//! above are fitted again in every tick in which one has left its margin, and all is built anew when that has made it
//! slow.

use std::time::Duration;

use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb as LeafBox;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use terrarium::geometry::{Aabb, DVec2};

use super::candidate::BodyIndex;
use super::crowd::Crowd;

/// The number of ticks after which all is built anew: of 1, 4, 8, 16 and 32 the one with the least time for bodies
/// that walk a tenth of their sight in a tick.
const REBUILT: u32 = 8;

/// The margin, in largest steps.
const MARGIN: f64 = 1.0;

pub struct RefittedBvh {
    tree: Bvh2,
    areas: Vec<Aabb>,
    margin: f64,
    ticks: u32,
    has_left: bool,
}

#[expect(clippy::cast_possible_truncation, reason = "rounded outwards")]
fn leaf_box(area: &Aabb, margin: f64) -> LeafBox {
    let Aabb { min, max } = area.inflated(DVec2::splat(margin));
    let down = |x: f64| (x as f32).next_down();
    let up = |x: f64| (x as f32).next_up();
    LeafBox::new(Vec3A::new(down(min.x), down(min.y), 0.0), Vec3A::new(up(max.x), up(max.y), 0.0))
}

impl RefittedBvh {
    fn build(&mut self) {
        let boxes: Vec<LeafBox> =
            self.areas.iter().map(|area| leaf_box(area, self.margin)).collect();
        let params = BvhBuildParams { max_prims_per_leaf: 1, ..BvhBuildParams::fastest_build() };
        self.tree = build_bvh2(&boxes, params, &mut Duration::default());
        self.tree.init_primitives_to_nodes_if_uninit();
        self.has_left = false;
    }
}

impl BodyIndex for RefittedBvh {
    const TICKS: u32 = REBUILT;

    fn new(crowd: &Crowd) -> Self {
        Self {
            tree: Bvh2::default(),
            areas: crowd.areas.clone(),
            margin: crowd.speed * MARGIN,
            ticks: 0,
            has_left: false,
        }
    }

    fn begin_tick(&mut self, _: &Crowd) {
        if self.ticks.is_multiple_of(REBUILT) {
            self.build();
        } else if self.has_left {
            self.tree.refit_all();
            self.has_left = false;
        }
        self.ticks += 1;
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        self.tree.aabb_traverse(leaf_box(seen, 0.0), |tree, node| {
            let leaf = &tree.nodes[node as usize];
            let first = leaf.first_index as usize;
            for &slot in &tree.primitive_indices[first..first + leaf.prim_count as usize] {
                let area = &self.areas[slot as usize];
                if area.touches(seen) {
                    visit(slot, area);
                }
            }
            true
        });
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        self.areas[slot as usize] = area;
        let leaf = self.tree.primitives_to_nodes[slot as usize] as usize;
        let exact = leaf_box(&area, 0.0);
        let known = self.tree.nodes[leaf].aabb();
        if exact.min.cmplt(known.min).any() || exact.max.cmpgt(known.max).any() {
            self.tree.nodes[leaf].set_aabb(leaf_box(&area, self.margin));
            self.has_left = true;
        }
    }
}
