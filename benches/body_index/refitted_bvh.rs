//! A hierarchy of boxes of the crate `parry2d`, used as its physics engine uses it: a body that leaves the margin of
//! its leaf gets a new one, and once in a tick the boxes above are fitted again, and a part of the tree is improved.

use parry2d::bounding_volume::Aabb as LeafBox;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use terrarium::geometry::Aabb;

use super::candidate::BodyIndex;
use super::crowd::Crowd;

/// The margin of a leaf, in largest steps.
const MARGIN: f64 = 1.0;

pub struct RefittedBvh {
    tree: Bvh,
    workspace: BvhWorkspace,
    areas: Vec<Aabb>,
    margin: f32,
}

fn leaf_box(area: &Aabb) -> LeafBox {
    let [min, max] = [area.min, area.max].map(|corner| corner.as_vec2());
    LeafBox::new(
        Vector::new(min.x.next_down(), min.y.next_down()),
        Vector::new(max.x.next_up(), max.y.next_up()),
    )
}

impl BodyIndex for RefittedBvh {
    fn new(crowd: &Crowd) -> Self {
        let leaves: Vec<LeafBox> = crowd.areas.iter().map(leaf_box).collect();
        Self {
            tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves),
            workspace: BvhWorkspace::default(),
            areas: crowd.areas.clone(),
            margin: (crowd.speed * MARGIN) as f32,
        }
    }

    fn begin_tick(&mut self, _: &Crowd) {
        self.tree.refit(&mut self.workspace);
        self.tree.optimize_incremental(&mut self.workspace);
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        for slot in self.tree.intersect_aabb(&leaf_box(seen)) {
            let area = &self.areas[slot as usize];
            if area.touches(seen) {
                visit(slot, area);
            }
        }
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        self.areas[slot as usize] = area;
        self.tree.insert_or_update_partially(leaf_box(&area), slot, self.margin);
    }
}
