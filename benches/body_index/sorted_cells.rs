//! Flat arrays, sorted by cell in every tick.

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
        self.lay_out(crowd);
        self.begins.clear();
        self.begins.resize(self.columns * self.rows + 1, 0);
        self.cells.clear();
        for area in &crowd.areas {
            let [column, row] = self.column_and_row(area.centre());
            let cell = row * self.columns + column;
            self.begins[cell] += 1;
            self.cells.push(u32::try_from(cell).expect("there are fewer cells than bodies"));
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        self.areas.resize(crowd.areas.len(), Aabb::square(DVec2::ZERO, 0.0));
        self.slots.resize(crowd.areas.len(), 0);
        // From the last to the first, each cell is filled from its end; so the ends become beginnings.
        for (slot, area) in crowd.areas.iter().enumerate().rev() {
            let begin = &mut self.begins[self.cells[slot] as usize];
            *begin -= 1;
            self.areas[*begin as usize] = *area;
            self.slots[*begin as usize] = u32::try_from(slot).expect("slots are 32 bits");
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

    /// Chooses cells of one size over all bodies, by their mean density.
    fn lay_out(&mut self, crowd: &Crowd) {
        let centres = crowd.areas.iter().map(Aabb::centre);
        let everywhere = Aabb::new(DVec2::INFINITY, DVec2::NEG_INFINITY);
        let bounds = centres.fold(everywhere, |bounds, centre| Aabb {
            min: bounds.min.min(centre),
            max: bounds.max.max(centre),
        });
        let area = bounds.size().x * bounds.size().y;
        self.origin = bounds.min;
        self.per_unit = (crowd.areas.len() as f64 / area / CROWDED).sqrt();
        let across = (bounds.size() * self.per_unit).as_usizevec2() + 1;
        (self.columns, self.rows) = (across.x, across.y);
        self.reach = crowd.reach;
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
