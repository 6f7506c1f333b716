//! Jumps from every cell, computed once for many searches (after Harabor and Grastien's JPS+, 2014).

use super::occupancy::KnownCells;
use super::squares::{Grid, Place};
use super::steps::{STEPS, after};

/// The maximum number of cells of a table: 36 MiB.
const MAX_CELLS: u32 = 1 << 22;

/// Set where a straight line of free cells leads to a jump point. The other bits of an entry are the
/// number of steps to it, or else to the last free cell.
const JUMP: u16 = 1 << 15;

/// For each cell the straight jumps from it, and the steps that are possible.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct JumpTable {
    columns: i32,
    straight: Vec<[u16; 4]>,
    /// A bit for each of the eight directions.
    steps: Vec<u8>,
}

impl JumpTable {
    /// Computes the table of a grid whose cells are all known; `None` when it is too large.
    pub fn new(grid: &Grid, ground: &KnownCells) -> Option<Self> {
        (grid.cells() <= MAX_CELLS).then_some(())?;
        let [last_x, last_y] = grid.last();
        let columns = last_x + 1;
        let cells = grid.cells() as usize;
        let mut table = Self { columns, straight: vec![[0; 4]; cells], steps: vec![0; cells] };
        table.find_steps(grid, ground);
        for y in 0..=last_y {
            (0..=last_x).for_each(|x| table.extend([x, y], 2));
            (0..=last_x).rev().for_each(|x| table.extend([x, y], 0));
            (0..=last_x).for_each(|x| table.extend([x, y], 3));
        }
        for y in (0..=last_y).rev() {
            (0..=last_x).for_each(|x| table.extend([x, y], 1));
        }
        Some(table)
    }

    fn find_steps(&mut self, grid: &Grid, ground: &KnownCells) {
        let width = self.columns as usize + 2;
        let mut free = vec![false; width * (grid.rows() as usize + 2)];
        let padded = |[x, y]: Place| (y + 1) as usize * width + (x + 1) as usize;
        for cell in 0..grid.cells() {
            let place = grid.place(cell);
            free[padded(place)] = ground.is_free(place) == Ok(true);
        }
        for cell in 0..grid.cells() {
            let at @ [x, y] = grid.place(cell);
            let is_free = |[by_x, by_y]: Place| free[padded([x + by_x, y + by_y])];
            let mut steps = 0;
            for (by, step @ [by_x, by_y]) in STEPS.into_iter().enumerate() {
                let is_open = is_free(step) && is_free([by_x, 0]) && is_free([0, by_y]);
                steps |= u8::from(is_open) << by;
            }
            self.steps[cell as usize] = if free[padded(at)] { steps } else { 0 };
        }
    }

    /// Finds the jump of a cell from that of the cell after it.
    fn extend(&mut self, from: Place, by: u8) {
        let cell = self.cell(from);
        if self.steps[cell] >> by & 1 == 1 {
            let next = self.cell(after(from, STEPS[usize::from(by)]));
            let is_jump_point = turns(self.steps[next], by) != 0;
            let entry =
                if is_jump_point { JUMP | 1 } else { self.straight[next][usize::from(by)] + 1 };
            self.straight[cell][usize::from(by)] = entry;
        }
    }

    /// The index of a cell.
    pub fn cell(&self, [x, y]: Place) -> usize {
        (y * self.columns + x) as usize
    }

    /// The index of the cell after a step.
    pub fn after(&self, cell: usize, step: Place) -> usize {
        cell.wrapping_add_signed(self.offset(step))
    }

    /// The difference of the indices of two cells that are a step apart.
    pub fn offset(&self, [x, y]: Place) -> isize {
        (y * self.columns + x) as isize
    }

    /// The steps that are possible from a cell, as bits.
    pub fn steps(&self, cell: usize) -> u8 {
        self.steps[cell]
    }

    /// The number of steps to the first jump point in a straight direction, or to the goal, which is
    /// `goal` steps away if nothing blocks it.
    #[inline(always)]
    pub fn straight(&self, cell: usize, by: u8, goal: Option<u32>) -> Option<u32> {
        let entry = self.straight[cell][usize::from(by)];
        let most = u32::from(entry & !JUMP);
        match goal {
            Some(goal) if goal <= most => Some(goal),
            _ => (entry & JUMP != 0).then_some(most),
        }
    }
}

/// The directions to turn to in a cell that was entered by a straight step, as bits, if these steps
/// are possible from it: beside free cells that follow on blocked ones.
pub(super) fn turns(steps: u8, by: u8) -> u8 {
    let (left, right, behind) = ((by + 1) % 4, (by + 3) % 4, (by + 2) % 4);
    // The cell behind is free, so the step back and to a side is blocked if the cell there is.
    let is_forced = |side: u8, back: u8| steps >> side & 1 == 1 && steps >> (4 + back) & 1 == 0;
    let mut turns = 0;
    if is_forced(left, left) {
        turns |= 1 << left | 1 << (4 + by);
    }
    if is_forced(right, behind) {
        turns |= 1 << right | 1 << (4 + right);
    }
    turns
}
