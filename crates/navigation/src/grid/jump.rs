//! Jump point search, 64 cells at a time.
//!
//! Where many paths with the same steps lead to the same cell, one is enough: the one that takes
//! its diagonal steps first. Along it, a straight move can only continue until a free cell beside
//! it follows on a blocked one: only there may the path turn (Harabor and Grastien's jump points,
//! 2011; without cut corners, 2012). With one bit per cell, a few shifts find the first such cell
//! among 64 (2014). A diagonal ray does not stop at jump points: the straight jumps from its cells
//! are added at once, so that the cells in between need no node. A ray is suspended where it leads
//! away from the goal, and resumed when no shorter path is left.

use terrarium_space::geometry::Axis;

use super::endpoints::Span;
use super::jump_table::{JumpTable, turns};
use super::jumps::{Jump, Jumps, Ray};
use super::landmarks::Bound;
use super::nodes::{ANY_DIRECTION, RAY};
use super::occupancy::{KnownCells, UnknownBlock};
use super::squares::Place;
use super::steps::{DIAGONAL, STEPS, STRAIGHT, after, is_open, octile};

/// The environment of a jump: the cells, and those from which the goal may be reached, at which
/// every jump ends.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub ground: KnownCells<'a>,
    pub goal: Span,
    /// The jumps from all cells, if they are known.
    pub table: Option<&'a JumpTable>,
    /// The landmarks' bound toward the goal, if there is one.
    pub bound: Option<Bound<'a>>,
}

impl Field<'_> {
    /// A lower bound of the length of the path from a cell to the goal.
    #[inline]
    pub fn ahead(&self, from: Place) -> u64 {
        let octile = octile(self.goal.distance_to(from));
        match (self.bound, self.table) {
            (Some(bound), Some(table)) => octile.max(bound.from(table.cell(from) as u32)),
            _ => octile,
        }
    }

    /// All jumps from a cell that was entered in the direction `by`, along paths whose bound is at
    /// most `most`; longer diagonal rays are suspended.
    pub fn jumps(
        &self,
        from: Place,
        by: u8,
        most: u64,
        jumps: &mut Jumps,
    ) -> Result<(), UnknownBlock> {
        let mut directions = match jumps.directions {
            Some(directions) => directions,
            None if by >= RAY => {
                jumps.ray = Some(Ray::new(from, 0, 4 + by % 4, &jumps.found));
                0
            }
            None if self.goal.holds(from) => self.directions(from, ANY_DIRECTION)?,
            None => self.directions(from, by)?,
        };
        jumps.directions = Some(directions);
        loop {
            if let Some(ray) = &mut jumps.ray {
                match self.table {
                    Some(table) => self.along_table(table, *ray, most, &mut jumps.found),
                    None => self.along(ray, most, &mut jumps.found)?,
                }
                jumps.ray = None;
            }
            if directions == 0 {
                return Ok(());
            }
            let direction = directions.trailing_zeros() as u8;
            if direction < 4 {
                self.straight(from, direction, 0, &mut jumps.found)?;
            } else {
                let step = STEPS[usize::from(direction)];
                let is_open = match self.table {
                    Some(_) => true,
                    None => is_open(&self.ground, from, step)?,
                };
                let ray = || Ray::new(after(from, step), DIAGONAL, direction, &jumps.found);
                jumps.ray = is_open.then(ray);
            }
            directions &= directions - 1;
            jumps.directions = Some(directions);
        }
    }

    /// The directions to continue in, as bits.
    fn directions(&self, at @ [x, y]: Place, by: u8) -> Result<u8, UnknownBlock> {
        if let Some(table) = self.table {
            let steps = table.steps(table.cell(at));
            return Ok(match by {
                ANY_DIRECTION.. => steps,
                4.. => steps & (1 << by | 1 << (by % 4) | 1 << ((by + 1) % 4)),
                _ => steps & (1 << by | turns(steps, by)),
            });
        }
        let along = match by {
            ANY_DIRECTION.. => return Ok(u8::MAX),
            4.. => return Ok(1 << by | 1 << (by % 4) | 1 << ((by + 1) % 4)),
            0 | 2 => self.ground.three(Axis::X, y, x >> 6)?.map(|word| word >> (x & 63) & 1),
            _ => self.ground.three(Axis::Y, x, y >> 6)?.map(|word| word >> (y & 63) & 1),
        };
        let behind = after(at, STEPS[usize::from((by + 2) % 4)]);
        // In the direction of x, or against y, the greater coordinates are on the left.
        let (left, right) = ((by + 1) % 4, (by + 3) % 4);
        let [lesser, greater] = if by == 0 || by == 3 { [right, left] } else { [left, right] };
        let mut directions = 1 << by;
        for (side, is_free) in [(lesser, along[0]), (greater, along[2])] {
            if is_free == 1 && !self.ground.is_free(after(behind, STEPS[usize::from(side)]))? {
                directions |= 1 << side | 1 << (4 + if side == left { by } else { right });
            }
        }
        Ok(directions)
    }

    /// The straight jump, if there is one, after a path of length `before`.
    fn straight(
        &self,
        from: Place,
        direction: u8,
        before: u64,
        jumps: &mut Vec<Jump>,
    ) -> Result<(), UnknownBlock> {
        if let Some(table) = self.table {
            self.straight_in_table(table, (from, table.cell(from)), direction, before, jumps);
            return Ok(());
        }
        let known = self.words_around(from, direction)?;
        self.straight_in_words(from, direction, before, known, jumps)
    }

    /// The same by the table.
    #[inline(always)]
    fn straight_in_table(
        &self,
        table: &JumpTable,
        (from, cell): (Place, usize),
        direction: u8,
        before: u64,
        jumps: &mut Vec<Jump>,
    ) {
        let [by_x, by_y] = STEPS[usize::from(direction)];
        if let Some(steps) = table.straight(cell, direction, self.steps_to_goal(from, direction)) {
            let many = steps.cast_signed();
            let to = after(from, [by_x * many, by_y * many]);
            jumps.push(Jump { to, length: before + u64::from(steps) * STRAIGHT, by: direction });
        }
    }

    /// The number of steps to the first cell at the goal in a straight direction, at least one.
    #[inline(always)]
    fn steps_to_goal(&self, [x, y]: Place, direction: u8) -> Option<u32> {
        let Span { min, max } = self.goal;
        let (at, across, axis) = if direction.is_multiple_of(2) { (x, y, 0) } else { (y, x, 1) };
        if across < min[1 - axis] || across > max[1 - axis] {
            return None;
        }
        let (first, last) = if direction < 2 {
            (min[axis] - at, max[axis] - at)
        } else {
            (at - max[axis], at - min[axis])
        };
        (last >= 1).then(|| first.max(1).cast_unsigned())
    }

    /// The same by scanning words. `known` holds those of the cells around the first, line by line.
    #[inline]
    fn straight_in_words(
        &self,
        from: Place,
        direction: u8,
        before: u64,
        known: [u64; 3],
        jumps: &mut Vec<Jump>,
    ) -> Result<(), UnknownBlock> {
        let ([x, y], Span { min, max }) = (from, self.goal);
        let across = |is_level: bool, axis: usize| is_level.then_some((min[axis], max[axis]));
        let row = across(min[1] <= y && y <= max[1], 0);
        let column = across(min[0] <= x && x <= max[0], 1);
        let stop = match direction {
            0 => self.first_ahead(Axis::X, y, x, row, known)?,
            1 => self.first_ahead(Axis::Y, x, y, column, known)?,
            2 => self.first_behind(Axis::X, y, x, row, known)?,
            _ => self.first_behind(Axis::Y, x, y, column, known)?,
        };
        if let Some(stop) = stop {
            let is_row = direction.is_multiple_of(2);
            let (to, steps) = if is_row { ([stop, y], stop - x) } else { ([x, stop], stop - y) };
            let length = before + u64::from(steps.unsigned_abs()) * STRAIGHT;
            jumps.push(Jump { to, length, by: direction });
        }
        Ok(())
    }

    /// The words of the cells around one, in lines along a straight direction.
    fn words_around(&self, [x, y]: Place, direction: u8) -> Result<[u64; 3], UnknownBlock> {
        match direction {
            0 | 2 => self.ground.three(Axis::X, y, x >> 6),
            _ => self.ground.three(Axis::Y, x, y >> 6),
        }
    }

    /// The next jump point or goal cell in upward direction along a line; `None` when the line is
    /// blocked first.
    #[inline(always)]
    fn first_ahead(
        &self,
        axis: Axis,
        line: i32,
        place: i32,
        goal: Option<(i32, i32)>,
        [mut left, mut free, mut right]: [u64; 3],
    ) -> Result<Option<i32>, UnknownBlock> {
        let mut word = place >> 6;
        let mut mask = (u64::MAX << (place & 63)) << 1;
        let (mut below, mut above) = (0, 0);
        loop {
            let opens = (left & !(left << 1 | below >> 63)) | (right & !(right << 1 | above >> 63));
            let stops = (!free | opens | goal_bits(goal, word)) & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros();
                let is_free = free >> bit & 1 == 1;
                return Ok(is_free.then_some((word << 6) + bit.cast_signed()));
            }
            (below, above, mask) = (left, right, u64::MAX);
            word += 1;
            [left, free, right] = self.ground.three(axis, line, word)?;
        }
    }

    /// The same in downward direction.
    #[inline(always)]
    fn first_behind(
        &self,
        axis: Axis,
        line: i32,
        place: i32,
        goal: Option<(i32, i32)>,
        [mut left, mut free, mut right]: [u64; 3],
    ) -> Result<Option<i32>, UnknownBlock> {
        let mut word = place >> 6;
        let mut mask = !(u64::MAX << (place & 63));
        let (mut below, mut above) = (0, 0);
        loop {
            let opens = (left & !(left >> 1 | below << 63)) | (right & !(right >> 1 | above << 63));
            let stops = (!free | opens | goal_bits(goal, word)) & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros();
                let is_free = free >> bit & 1 == 1;
                return Ok(is_free.then_some((word << 6) + bit.cast_signed()));
            }
            (below, above, mask) = (left, right, u64::MAX);
            word -= 1;
            [left, free, right] = self.ground.three(axis, line, word)?;
        }
    }

    /// The straight jumps from the cells of a diagonal ray, and the jump to the goal. The ray is
    /// suspended where its bound exceeds `most`.
    fn along(&self, ray: &mut Ray, most: u64, jumps: &mut Vec<Jump>) -> Result<(), UnknownBlock> {
        let step @ [_, up] = STEPS[usize::from(ray.direction)];
        while !self.ends(ray, most, jumps) {
            let at @ [x, y] = ray.at;
            let rows = self.ground.three(Axis::X, y, x >> 6)?;
            let columns = self.ground.three(Axis::Y, x, y >> 6)?;
            while let Some(direction) = ray.next_straight() {
                let known = if direction.is_multiple_of(2) { rows } else { columns };
                self.straight_in_words(at, direction, ray.lengths[0], known, jumps)?;
                ray.straight += 1;
            }
            let to = after(at, step);
            let is_open = if to[0] >> 6 == x >> 6 {
                let ahead = rows[if up > 0 { 2 } else { 0 }];
                (ahead >> (x & 63)) & (ahead >> (to[0] & 63)) & (rows[1] >> (to[0] & 63)) & 1 == 1
            } else {
                is_open(&self.ground, at, step)?
            };
            if !is_open {
                break;
            }
            ray.advance(to);
        }
        Ok(())
    }

    /// The same by the table.
    fn along_table(&self, table: &JumpTable, mut ray: Ray, most: u64, jumps: &mut Vec<Jump>) {
        let step = STEPS[usize::from(ray.direction)];
        let mut cell = table.cell(ray.at);
        while !self.ends(&ray, most, jumps) {
            while let Some(direction) = ray.next_straight() {
                self.straight_in_table(table, (ray.at, cell), direction, ray.lengths[0], jumps);
                ray.straight += 1;
            }
            if table.steps(cell) >> ray.direction & 1 == 0 {
                break;
            }
            cell = table.after(cell, step);
            ray.advance(after(ray.at, step));
        }
    }

    /// Whether a ray ends at its cell: at the goal, or because it is suspended.
    #[inline(always)]
    fn ends(&self, ray: &Ray, most: u64, jumps: &mut Vec<Jump>) -> bool {
        let Ray { at: to, lengths: [length, first], direction, before, straight } = *ray;
        if straight > 0 {
            return false;
        }
        let is_at_goal = self.goal.holds(to);
        let may_end = jumps.len() >= before as usize + MIN_JUMPS || length - first >= MIN_LENGTH;
        let ends = is_at_goal || (may_end && length + self.ahead(to) > most);
        if ends {
            let by = if is_at_goal { direction } else { RAY + direction };
            jumps.push(Jump { to, length, by });
        }
        ends
    }
}

/// The number of jumps of a ray, or else its length, before it may be suspended.
const MIN_JUMPS: usize = 3;
const MIN_LENGTH: u64 = 64 * DIAGONAL;

/// A bit for each cell of a word that lies between two cells, both included.
fn goal_bits(goal: Option<(i32, i32)>, word: i32) -> u64 {
    let Some((first, last)) = goal else { return 0 };
    let (first, last) = (first.max(word << 6), last.min((word << 6) + 63));
    if first > last {
        return 0;
    }
    (u64::MAX >> (63 - (last - first))) << (first & 63)
}
