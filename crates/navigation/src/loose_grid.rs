//! A grid of boxes that are spread evenly.

use std::ops::RangeInclusive;

use terrarium_space::geometry::{Aabb, DVec2};

use super::packed::Entry;
use super::{ObstacleKey, SweptBox};

/// Boxes of similar size in the cells of their centres.
///
/// A query looks into the cells that it touches and into those near by, as far as a box may reach
/// beyond its cell. Where boxes are spread evenly that is faster than descending a tree, because it
/// takes the same time in worlds of all sizes.
#[derive(Debug, Clone)]
pub(super) struct LooseGrid {
    /// Cell by cell, row by row. The boxes of removed entries are not numbers.
    entries: Vec<Entry>,
    /// The index of the first entry of each cell, and the end of the last cell.
    first: Vec<u32>,
    columns: usize,
    rows: usize,
    /// The least corner of the first cell.
    origin: DVec2,
    /// The number of columns and rows per unit.
    per_unit: DVec2,
    /// How far a box reaches beyond its centre, and more than the rounding errors of all positions.
    reach: DVec2,
    count: usize,
}

/// The mean number of boxes in a square that is as high as a cell.
const CROWD: f64 = 1.5;

/// How many cells are as wide as one is high: in a row, many narrow cells are one run of boxes.
const ASPECT: f64 = 2.0;

/// The mean number of boxes that share a cell with a box, itself included, in the most uneven grid.
const MAX_CROWD: u64 = 8;

/// The fewest boxes of a grid.
const FEWEST: usize = 24;

/// The relative size of a box that is too large for the grid, in cells.
const LARGE: f64 = 2.0;

/// A run of this many entries is visited in the order in which they are stored.
const SHORT: usize = 32;

impl LooseGrid {
    /// Takes those of the boxes that are not large; leaves all of them if they are few, or not spread
    /// evenly.
    pub fn new(entries: &mut Vec<Entry>) -> Option<Self> {
        let (low, high) = centres(entries);
        if entries.len() < FEWEST || entries.len() >= u32::MAX as usize / 2 {
            return None;
        }
        let size = high - low;
        let side = (size.x * size.y * CROWD / entries.len() as f64).sqrt();
        if !(side > 0.0 && side.is_finite()) {
            return None;
        }
        let per_unit = DVec2::new(ASPECT, 1.0) / side;
        let [columns, rows] = (size * per_unit).to_array().map(|cells| cells as usize + 1);
        let is_large = |entry: &Entry| entry.aabb.size().max_element() > side * LARGE;
        let large: Vec<Entry> = entries.iter().filter(|entry| is_large(entry)).copied().collect();
        if large.len() * 2 > entries.len() {
            return None;
        }
        let mut grid = Self {
            entries: Vec::new(),
            first: vec![0; columns * rows + 2],
            columns,
            rows,
            origin: low,
            per_unit,
            reach: DVec2::ZERO,
            count: entries.len() - large.len(),
        };
        grid.reach = DVec2::splat(low.abs().max(high.abs()).max_element() * SLACK + side * SLACK);
        if !large.is_empty() {
            entries.retain(|entry| !is_large(entry));
        }
        if !grid.fill(entries) {
            entries.extend(large);
            return None;
        }
        *entries = large;
        Some(grid)
    }

    /// Sorts boxes into the cells. Returns false when they are not spread evenly.
    fn fill(&mut self, entries: &[Entry]) -> bool {
        let mut half = DVec2::ZERO;
        let mut cells = Vec::with_capacity(entries.len());
        for Entry { aabb, .. } in entries {
            let centre = aabb.centre();
            half = half.max(aabb.size());
            let cell = self.row(centre.y) * self.columns + self.column(centre.x);
            // Counted two places behind, so that in the end each cell begins at its own place.
            self.first[cell + 2] += 1;
            cells.push(cell);
        }
        let pairs: u64 = self.first.iter().map(|&count| u64::from(count).pow(2)).sum();
        if pairs > MAX_CROWD * entries.len() as u64 {
            return false;
        }
        self.reach += half * 0.5;
        let mut sum = 0;
        for first in &mut self.first {
            sum += *first;
            *first = sum;
        }
        self.entries = vec![entries[0]; entries.len()];
        for (entry, cell) in entries.iter().zip(cells) {
            let next = &mut self.first[cell + 1];
            self.entries[*next as usize] = *entry;
            *next += 1;
        }
        true
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The boxes, in no particular order.
    pub fn into_entries(self) -> impl Iterator<Item = Entry> {
        self.entries.into_iter().filter(|entry| !entry.aabb.min.is_nan())
    }

    /// Removes one box; returns false when there is no such box.
    pub fn remove(&mut self, entry: &Entry) -> bool {
        let centre = entry.aabb.centre();
        let cell = self.row(centre.y) * self.columns + self.column(centre.x);
        let range = self.first[cell] as usize..self.first[cell + 1] as usize;
        let found = self.entries[range].iter_mut().find(|other| *other == entry);
        self.count -= usize::from(found.is_some());
        found.map(|entry| entry.aabb.min = DVec2::NAN).is_some()
    }

    /// Passes every box that `swept` touches to the visitor, roughly the nearest to its origin first.
    pub fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        let Aabb { min, max } = swept.bounds();
        if !min.cmple(max).all() {
            return;
        }
        let first = self.row(min.y - self.reach.y);
        let last = self.row(max.y + self.reach.y);
        let columns = self.columns(min.x, max.x);
        if columns.end() - columns.start() <= NARROW && last - first <= NARROW {
            for row in first..=last {
                visit_all(self.run(row, columns.clone()), swept, visitor);
            }
            return;
        }
        let middle = self.row(swept.origin().y).clamp(first, last);
        for row in (middle..=last).chain((first..middle).rev()) {
            self.visit_row(row, swept, visitor);
        }
    }

    fn visit_row(
        &self,
        row: usize,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        let Some(columns) = self.columns_touched(row, swept) else { return };
        let (first, last) = columns.into_inner();
        let run = self.run(row, first..=last);
        if run.len() <= SHORT {
            return visit_all(run, swept, visitor);
        }
        let middle = self.column(swept.origin().x).clamp(first, last);
        for column in (middle..=last).chain((first..middle).rev()) {
            // The visitor may have shortened the swept box.
            let still = self.columns_touched(row, swept);
            if still.is_some_and(|columns| columns.contains(&column)) {
                visit_all(self.run(row, column..=column), swept, visitor);
            }
        }
    }

    /// The columns in which boxes of a row may touch the swept box.
    fn columns_touched(&self, row: usize, swept: &SweptBox) -> Option<RangeInclusive<usize>> {
        let bottom = self.origin.y + row as f64 / self.per_unit.y - self.reach.y;
        let top = self.origin.y + (row + 1) as f64 / self.per_unit.y + self.reach.y;
        let [low, high] = swept.width_between(bottom, top)?;
        Some(self.columns(low, high))
    }

    /// The columns in which boxes may touch what lies between two x.
    fn columns(&self, low: f64, high: f64) -> RangeInclusive<usize> {
        self.column(low - self.reach.x)..=self.column(high + self.reach.x)
    }

    /// The boxes in some columns of a row.
    fn run(&self, row: usize, columns: RangeInclusive<usize>) -> &[Entry] {
        let start = |column: usize| self.first[row * self.columns + column] as usize;
        &self.entries[start(*columns.start())..start(columns.end() + 1)]
    }

    /// The column of an x; of places outside of the grid, the first or the last one.
    fn column(&self, x: f64) -> usize {
        // Casts saturate.
        (((x - self.origin.x) * self.per_unit.x) as u32 as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.origin.y) * self.per_unit.y) as u32 as usize).min(self.rows - 1)
    }
}

/// A query that touches at most this many columns and rows besides the first is short: all of it is
/// visited alike.
const NARROW: usize = 5;

/// The relative rounding error of a position after a few operations.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// The least and the greatest coordinates of the centres of boxes.
fn centres(entries: &[Entry]) -> (DVec2, DVec2) {
    let centres = entries.iter().map(|entry| entry.aabb.centre());
    centres.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), centre| {
        (low.min(centre), high.max(centre))
    })
}

fn visit_all(
    entries: &[Entry],
    swept: &mut SweptBox,
    visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
) {
    for run in entries.chunks(u32::BITS as usize) {
        // Whether a box is in the bounds is hard to predict, so there is no branch on it.
        let bounds = swept.bounds();
        let bit = |(index, entry): (u32, &Entry)| u32::from(bounds.touches(&entry.aabb)) << index;
        let mut near = (0..).zip(run).map(bit).fold(0, |bits, bit| bits | bit);
        while near != 0 {
            let Entry { key, aabb } = run[near.trailing_zeros() as usize];
            near &= near - 1;
            if swept.touches(&aabb) {
                visitor(swept, key, aabb);
            }
        }
    }
}
