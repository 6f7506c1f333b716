//! Lower bounds of path lengths by landmarks (after Goldberg and Harrelson, 2005), and components.

use super::jump_table::JumpTable;
use super::squares::Grid;
use super::steps::{STEPS, STRAIGHT};

/// The number of landmarks.
const COUNT: usize = 8;

/// The length of a straight and of a diagonal step. The diagonal one is rounded down, so that bounds
/// are lower bounds.
const LENGTHS: [u32; 2] = [4096, 5792];

/// Lengths in units of [`STRAIGHT`] for each unit here.
const SCALE: u64 = STRAIGHT / LENGTHS[0] as u64;

/// The distance where there is no path.
const FAR: u32 = u32::MAX;

/// The distances of all cells from a few landmarks in the largest component of the free cells.
///
/// The distance of two cells is at least the difference of their distances from a landmark.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Landmarks {
    distances: Vec<[u32; COUNT]>,
    /// For each free cell, the first cell of its component.
    components: Vec<u32>,
}

/// A bound toward one cell.
#[derive(Clone, Copy)]
pub(super) struct Bound<'a> {
    distances: &'a [[u32; COUNT]],
    goal: [u32; COUNT],
}

impl Landmarks {
    /// Chooses landmarks far away from each other, and computes the distances from them.
    pub fn new(grid: &Grid, table: &JumpTable) -> Self {
        let (components, largest) = components(grid, table);
        let mut all = Self { distances: vec![[FAR; COUNT]; components.len()], components };
        let Some(first) = largest else { return all };
        let mut flood = Flood::new(grid, table);
        let mut nearest = flood.distances_from(first).to_vec();
        for landmark in 0..COUNT {
            let known = nearest.iter().enumerate().filter(|&(_, &distance)| distance != FAR);
            let (cell, _) = known.max_by_key(|&(_, &distance)| distance).expect("the first cell");
            let distances = flood.distances_from(cell as u32);
            for ((all, nearest), &distance) in
                all.distances.iter_mut().zip(&mut nearest).zip(distances)
            {
                all[landmark] = distance;
                *nearest = if landmark == 0 { distance } else { distance.min(*nearest) };
            }
        }
        all
    }

    /// Whether a path leads from one free cell to another.
    pub fn joins(&self, from: u32, to: u32) -> bool {
        self.components[from as usize] == self.components[to as usize]
    }

    /// The bound toward a cell.
    pub fn toward(&self, goal: u32) -> Bound<'_> {
        Bound { distances: &self.distances, goal: self.distances[goal as usize] }
    }
}

impl Bound<'_> {
    /// A lower bound of the length of the path from a cell, in units of [`STRAIGHT`].
    #[inline]
    pub fn from(&self, cell: u32) -> u64 {
        let mut most = 0;
        for (&here, &there) in self.distances[cell as usize].iter().zip(&self.goal) {
            // Both are in one component, or the bound is of no use.
            most = most.max(here.abs_diff(there));
        }
        u64::from(most) * SCALE
    }
}

/// For each free cell the first cell of its component, and the first cell of the largest.
fn components(grid: &Grid, table: &JumpTable) -> (Vec<u32>, Option<u32>) {
    let mut components = vec![FAR; grid.cells() as usize];
    let mut largest = (0, None);
    for first in 0..grid.cells() {
        if components[first as usize] != FAR || table.steps(first as usize) == 0 {
            continue;
        }
        components[first as usize] = first;
        let (mut stack, mut count) = (vec![first as usize], 0);
        while let Some(cell) = stack.pop() {
            count += 1;
            for (by, step) in STEPS.into_iter().enumerate().take(4) {
                if table.steps(cell) >> by & 1 == 1 {
                    let next = table.after(cell, step);
                    if components[next] == FAR {
                        components[next] = first;
                        stack.push(next);
                    }
                }
            }
        }
        if count > largest.0 {
            largest = (count, Some(first));
        }
    }
    (components, largest.1)
}

/// Dijkstra's algorithm with buckets.
struct Flood<'a> {
    table: &'a JumpTable,
    distances: Vec<u32>,
    /// The open cells, by distance in straight steps, modulo their number. No step is shorter than a
    /// bucket is wide, so the cells of the first bucket are final.
    buckets: [Vec<(u32, u32)>; 3],
    /// The change of the cell's number by each step.
    offsets: [isize; 8],
}

impl<'a> Flood<'a> {
    fn new(grid: &Grid, table: &'a JumpTable) -> Self {
        let offsets = STEPS.map(|step| table.offset(step));
        let distances = vec![FAR; grid.cells() as usize];
        Self { table, distances, buckets: Default::default(), offsets }
    }

    fn distances_from(&mut self, first: u32) -> &[u32] {
        self.distances.fill(FAR);
        self.distances[first as usize] = 0;
        self.buckets[0].push((0, first));
        let mut number = 0;
        while self.buckets.iter().any(|bucket| !bucket.is_empty()) {
            let mut bucket = core::mem::take(&mut self.buckets[number % 3]);
            for (distance, cell) in bucket.drain(..) {
                if self.distances[cell as usize] == distance {
                    self.expand(cell, distance);
                }
            }
            self.buckets[number % 3] = bucket;
            number += 1;
        }
        &self.distances
    }

    fn expand(&mut self, cell: u32, distance: u32) {
        let mut steps = self.table.steps(cell as usize);
        while steps != 0 {
            let by = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let next = (cell as usize).wrapping_add_signed(self.offsets[by]);
            // Beyond the greatest number all distances are equal, so bounds are too low.
            let there = distance.saturating_add(LENGTHS[by / 4]).min(FAR - 1);
            if there < self.distances[next] {
                self.distances[next] = there;
                self.buckets[(there / LENGTHS[0]) as usize % 3].push((there, next as u32));
            }
        }
    }
}
