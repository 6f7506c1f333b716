//! Neighbour lists with a skin (Verlet lists), kept until a body has moved by half of it.

use std::ops::Range;

use terrarium::geometry::{Aabb, DVec2};

use super::candidate::BodyIndex;
use super::crowd::{Crowd, SIGHT};
use super::sorted_cells::SortedCells;

/// For each animal the bodies that it can see in one of the next ticks. The skin is as wide as the lists
/// need to last for `TICKS` ticks at the largest speed.
pub struct NeighbourLists<const TICKS: u32> {
    /// The bodies: sorted when the lists are made, then updated in place.
    bodies: SortedCells,
    /// Where these were when the lists were made.
    before: Vec<DVec2>,
    /// The index of each body in that order, by slot.
    indices: Vec<usize>,
    /// One list after the other, in the order in which animals ask, and where each begins.
    near: Vec<u32>,
    begins: Vec<usize>,
    /// The farthest that a body has moved along an axis since.
    farthest: f64,
}

impl<const TICKS: u32> NeighbourLists<TICKS> {
    fn half_skin(crowd: &Crowd) -> f64 {
        crowd.speed * f64::from(TICKS - 1)
    }

    fn rebuild(&mut self, crowd: &Crowd) {
        let Self { bodies, before, indices, near, begins, .. } = self;
        bodies.sort(crowd);
        before.clear();
        before.extend(bodies.areas.iter().map(|area| area.min));
        indices.resize(bodies.slots.len(), 0);
        for (index, &slot) in bodies.slots.iter().enumerate() {
            indices[slot as usize] = index;
        }
        near.clear();
        begins.clear();
        let reach = SIGHT + 2.0 * Self::half_skin(crowd);
        for &slot in &crowd.animals {
            begins.push(near.len());
            let own = indices[slot as usize];
            let around = Aabb::square(bodies.areas[own].centre(), reach);
            bodies.visit_indices(&around, |index| {
                if index != own {
                    near.push(u32::try_from(index).expect("there are fewer bodies"));
                }
            });
        }
        begins.push(near.len());
        self.farthest = 0.0;
    }

    fn list(&self, asker: usize) -> Range<usize> {
        self.begins[asker]..self.begins[asker + 1]
    }
}

impl<const TICKS: u32> BodyIndex for NeighbourLists<TICKS> {
    const TICKS: u32 = TICKS;

    fn new(_: &Crowd) -> Self {
        Self {
            bodies: SortedCells::default(),
            before: Vec::new(),
            indices: Vec::new(),
            near: Vec::new(),
            begins: Vec::new(),
            farthest: f64::INFINITY,
        }
    }

    fn begin_tick(&mut self, crowd: &Crowd) {
        if self.farthest > Self::half_skin(crowd) {
            self.rebuild(crowd);
        }
    }

    fn visit(&mut self, asker: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        for &index in &self.near[self.list(asker)] {
            let area = &self.bodies.areas[index as usize];
            if area.touches(seen) {
                visit(self.bodies.slots[index as usize], area);
            }
        }
    }

    fn relocate(&mut self, slot: u32, area: Aabb) {
        let index = self.indices[slot as usize];
        self.bodies.areas[index] = area;
        let moved = (area.min - self.before[index]).abs().max_element();
        self.farthest = self.farthest.max(moved);
    }
}
