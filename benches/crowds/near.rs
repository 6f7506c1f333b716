//! Finds the nearest others of each walker, in cells as wide as they may be away.

use terrarium::geometry::{Aabb, DVec2};

/// Points, sorted into cells anew in each tick.
pub struct Near {
    origin: DVec2,
    reach: f64,
    columns: usize,
    points: Vec<DVec2>,
    /// The indices of the points in each cell, row by row. A margin of cells around them is empty.
    cells: Vec<Vec<usize>>,
}

impl Near {
    /// For points in `bounds` and distances up to `reach`.
    pub fn new(bounds: Aabb, reach: f64) -> Self {
        let [columns, rows] = (bounds.size() / reach).to_array().map(|count| count as usize + 3);
        let cells = vec![Vec::new(); columns * rows];
        Self { origin: bounds.min - reach, reach, columns, points: Vec::new(), cells }
    }

    pub fn sort(&mut self, points: impl Iterator<Item = DVec2>) {
        self.cells.iter_mut().for_each(Vec::clear);
        self.points.clear();
        self.points.extend(points);
        for index in 0..self.points.len() {
            let cell = self.cell(index);
            self.cells[cell].push(index);
        }
    }

    /// The `count` nearest points around one of them, or fewer.
    pub fn nearest(&self, index: usize, count: usize) -> Vec<usize> {
        let (point, middle) = (self.points[index], self.cell(index));
        let rows = [middle - self.columns, middle, middle + self.columns];
        let around = rows.into_iter().flat_map(|cell| &self.cells[cell - 1..=cell + 1]).flatten();
        let distances = around.map(|&other| (self.points[other].distance_squared(point), other));
        let is_near =
            |&(square, other): &(f64, usize)| other != index && square < self.reach * self.reach;
        let mut near: Vec<(f64, usize)> = distances.filter(is_near).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().take(count).map(|(_, other)| other).collect()
    }

    fn cell(&self, index: usize) -> usize {
        let [column, row] = ((self.points[index] - self.origin) / self.reach).to_array();
        row as usize * self.columns + column as usize
    }
}
