//! Flat arrays, sorted by cell in every tick.

use std::ops::Range;

use terrarium::geometry::{Aabb, DVec2};

use super::candidate::BodyIndex;
use super::crowd::Crowd;

/// Bodies in the order of their cells, row by row.
#[derive(Default)]
pub struct SortedCells {
    pub areas: Vec<Aabb>,
    pub slots: Vec<u32>,
    /// Where the bodies of each cell begin, and the end of the last.
    begins: Vec<u32>,
    /// The cell of each body, by slot.
    cells: Vec<u32>,
    origin: DVec2,
    per_unit: f64,
    columns: usize,
    rows: usize,
    reach: f64,
}

/// The mean number of bodies in a cell.
const CROWDED: f64 = 2.0;

impl SortedCells {
    /// Sorts all bodies by counting those of each cell.
    pub fn sort(&mut self, crowd: &Crowd) {
        let count = u32::try_from(crowd.areas.len()).expect("slots are 32 bits");
        self.sort_some(0..count, crowd);
    }

    /// Sorts some of the bodies.
    pub fn sort_some(
        &mut self,
        slots: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone,
        crowd: &Crowd,
    ) {
        self.lay_out(slots.clone().map(|slot| crowd.areas[slot as usize]), crowd.reach);
        self.begins.clear();
        self.begins.resize(self.columns * self.rows + 1, 0);
        self.cells.clear();
        for slot in slots.clone() {
            let [column, row] = self.column_and_row(crowd.areas[slot as usize].centre());
            let cell = row * self.columns + column;
            self.begins[cell] += 1;
            self.cells.push(u32::try_from(cell).expect("there are fewer cells than bodies"));
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        self.areas.resize(slots.len(), Aabb::square(DVec2::ZERO, 0.0));
        self.slots.resize(slots.len(), 0);
        // From the last to the first, each cell is filled from its end; so the ends become beginnings.
        for (slot, &cell) in slots.zip(&self.cells).rev() {
            let begin = &mut self.begins[cell as usize];
            *begin -= 1;
            self.areas[*begin as usize] = crowd.areas[slot as usize];
            self.slots[*begin as usize] = slot;
        }
    }

    /// The bodies of each cell, as a range of indices, in the order of the cells.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.begins.windows(2).map(|ends| ends[0] as usize..ends[1] as usize)
    }

    /// Calls `visit` with the number of every cell that may have bodies in an area.
    pub fn visit_cells(&self, area: &Aabb, mut visit: impl FnMut(usize)) {
        let near = area.inflated(DVec2::splat(self.reach));
        let [left, top] = self.column_and_row(near.min);
        let [right, bottom] = self.column_and_row(near.max);
        for row in top..=bottom {
            (left..=right).for_each(|column| visit(row * self.columns + column));
        }
    }

    /// Calls `visit` with the index of every body that meets an area.
    #[inline]
    pub fn visit_indices(&self, area: &Aabb, mut visit: impl FnMut(usize)) {
        let near = area.inflated(DVec2::splat(self.reach));
        let [left, top] = self.column_and_row(near.min);
        let [right, bottom] = self.column_and_row(near.max);
        for row in top..=bottom {
            // The cells of a row follow each other, and so do their bodies.
            let [begin, end] =
                [left, right + 1].map(|column| self.begins[row * self.columns + column] as usize);
            for (index, body) in (begin..end).zip(&self.areas[begin..end]) {
                if body.touches(area) {
                    visit(index);
                }
            }
        }
    }

    /// Chooses cells of one size over some bodies, by their mean density.
    fn lay_out(&mut self, areas: impl ExactSizeIterator<Item = Aabb>, reach: f64) {
        let count = areas.len();
        let everywhere = Aabb { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };
        let bounds = areas.map(|area| area.centre()).fold(everywhere, |bounds, centre| Aabb {
            min: bounds.min.min(centre),
            max: bounds.max.max(centre),
        });
        let area = bounds.size().x * bounds.size().y;
        self.origin = bounds.min;
        self.per_unit = (count as f64 / area / CROWDED).sqrt();
        let across = (bounds.size() * self.per_unit).as_usizevec2() + 1;
        (self.columns, self.rows) = (across.x, across.y);
        self.reach = reach;
    }

    #[inline]
    fn column_and_row(&self, at: DVec2) -> [usize; 2] {
        // Negative numbers become 0.
        let at = ((at - self.origin) * self.per_unit).as_usizevec2();
        [at.x.min(self.columns - 1), at.y.min(self.rows - 1)]
    }
}

impl BodyIndex for SortedCells {
    fn new(_: &Crowd) -> Self {
        Self::default()
    }

    fn begin_tick(&mut self, crowd: &Crowd) {
        self.sort(crowd);
    }

    fn visit(&mut self, _: usize, seen: &Aabb, mut visit: impl FnMut(u32, &Aabb)) {
        self.visit_indices(seen, |index| visit(self.slots[index], &self.areas[index]));
    }
}
