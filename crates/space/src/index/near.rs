//! The pages around some neighbours, looked up once for all of them.

use super::pages::Pages;
use super::quad::{Bounds, Probe, Quad};
use super::{Index, Slot};
use crate::geometry::Aabb;

/// The pages of an index that may have bodies in an area: for many small queries within it, until the index changes.
#[derive(Debug, Clone, Default)]
pub struct Near {
    area: Option<Aabb>,
    moving: NearPages,
    stationary: NearPages,
}

/// Pages of one tree: their boxes, and their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct NearPages {
    boxes: Vec<Quad>,
    numbers: Vec<usize>,
}

impl NearPages {
    pub fn clear(&mut self) {
        self.boxes.clear();
        self.numbers.clear();
    }

    pub fn push(&mut self, number: usize, bounds: Bounds) {
        let lane = self.numbers.len() % 4;
        if lane == 0 {
            self.boxes.push(Quad::EMPTY);
        }
        self.numbers.push(number);
        self.boxes.last_mut().expect("one was pushed").set(lane, bounds);
    }

    /// Calls `visit` with the number of every page that may touch the area of a query.
    #[inline]
    pub fn visit(&self, probe: &Probe, mut visit: impl FnMut(usize)) {
        for (quad, numbers) in self.boxes.iter().zip(self.numbers.chunks(4)) {
            let mut todo = quad.touching(probe);
            while todo != 0 {
                visit(numbers[todo.trailing_zeros() as usize]);
                todo &= todo - 1;
            }
        }
    }
}

impl Near {
    /// Looks up the pages that may have bodies in an area.
    pub fn look_up(&mut self, index: &Index, area: &Aabb) {
        self.area = Some(*area);
        index.moving.look_up(area, &mut self.moving);
        index.stationary.look_up(area, &mut self.stationary);
    }

    /// Calls `visit` with every body of the index, which is the one that was looked up, whose closed box meets the
    /// closed `area`. Beyond the area that was looked up this is no faster than [`Index::visit`].
    #[inline]
    pub fn visit(&self, index: &Index, area: &Aabb, mut visit: impl FnMut(Slot, &Aabb)) {
        self.visit_moving(index, area, &mut visit);
        self.visit_stationary(index, area, visit);
    }

    /// Like [`Near::visit`], for moving bodies only.
    #[inline]
    pub fn visit_moving(&self, index: &Index, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.visit_pages(&index.moving, &self.moving, area, visit);
    }

    /// Like [`Near::visit`], for stationary bodies only.
    #[inline]
    pub fn visit_stationary(&self, index: &Index, area: &Aabb, visit: impl FnMut(Slot, &Aabb)) {
        self.visit_pages(&index.stationary, &self.stationary, area, visit);
    }

    #[inline]
    fn visit_pages(
        &self,
        pages: &Pages,
        near: &NearPages,
        area: &Aabb,
        visit: impl FnMut(Slot, &Aabb),
    ) {
        if self.area.is_some_and(|known| known.contains_box(area)) {
            pages.visit_near(near, area, visit);
        } else {
            pages.visit(area, visit);
        }
    }
}
