//! The index of worlds: cells that follow the density, updated in place; an R-tree for large bodies.

use terrarium::geometry::Aabb;
use terrarium::space::{Index, Mobility, Slot};

use super::candidate::BodyIndex;
use super::crowd::Crowd;

impl BodyIndex for Index {
    fn new(crowd: &Crowd) -> Self {
        let entry = |(slot, &area)| (Slot(slot), area, Mobility::Moving);
        Self::new(&[], (0..).zip(&crowd.areas).map(entry))
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        Self::visit(self, seen, |Slot(slot), area| visit(slot, area));
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        Self::relocate(self, Slot(slot), area);
    }
}
