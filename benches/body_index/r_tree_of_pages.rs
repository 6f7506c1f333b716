//! The index of worlds: an R-tree of pages, exact at any moment.

use terrarium::geometry::Aabb;
use terrarium::space::{Index, Mobility, Slot};

use super::candidate::BodyIndex;
use super::crowd::Crowd;

impl BodyIndex for Index {
    fn new(crowd: &Crowd) -> Self {
        let entry = |(slot, &area)| {
            let mobility = if crowd.moves(slot) { Mobility::Moving } else { Mobility::Stationary };
            (Slot(slot), area, mobility)
        };
        Self::new(&[], Vec::new(), (0..).zip(&crowd.areas).map(entry))
    }

    fn begin_tick(&mut self, _: &Crowd) {
        self.settle();
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        Self::visit(self, seen, |Slot(slot), area| visit(slot, area));
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        Self::relocate(self, Slot(slot), area);
    }
}
