//! Jumping over cells at which there is nothing to decide, 64 at a time.
//!
//! Where many ways of the same steps lead to the same cell, one is enough: that which takes its
//! diagonal steps first. Along it, who goes straight has no choice but to go on, until beside them
//! a free cell follows on one that is not: only there may the way turn (Harabor and Grastien's jump
//! points, 2011; where no corner may be cut, 2012). With a bit for each cell the first such place
//! of 64 is found by a few shifts (2014). A diagonal ray stops nowhere: what can be jumped to
//! straight from its cells is jumped to at once, so that the cells in between need no node.

use super::board::{Ground, Unknown};
use super::ends::Span;
use super::nodes::ANYHOW;
use super::squares::Place;
use super::steps::{DIAGONAL, STEPS, STRAIGHT, after, is_open};
use crate::geometry::Axis;

/// A place to jump to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Jump {
    pub to: Place,
    pub length: u64,
    /// The direction of its last step.
    pub by: u8,
}

/// What a jump is made in: the cells, and those from which one may arrive, at which every jump
/// ends.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub ground: Ground<'a>,
    pub goal: Span,
}

impl Field<'_> {
    /// All jumps from a cell that was come to in the direction `by`.
    pub fn jumps(&self, from: Place, by: u8, jumps: &mut Vec<Jump>) -> Result<(), Unknown> {
        let by = if self.goal.holds(from) { ANYHOW } else { by };
        let directions = self.directions(from, by)?;
        for direction in (0..8).filter(|direction| directions >> direction & 1 == 1) {
            if direction < 4 {
                self.straight(from, direction, 0, jumps)?;
            } else {
                self.diagonal(from, direction, jumps)?;
            }
        }
        Ok(())
    }

    /// In which directions to go on, as bits.
    fn directions(&self, at: Place, by: u8) -> Result<u8, Unknown> {
        if by >= ANYHOW {
            return Ok(u8::MAX);
        }
        let [x, y] = STEPS[usize::from(by)];
        let of = |step: Place| (0..8).filter(|&d| STEPS[d] == step).fold(0, |_, d| 1_u8 << d);
        if x != 0 && y != 0 {
            return Ok(of([x, 0]) | of([0, y]) | of([x, y]));
        }
        let mut directions = of([x, y]);
        for [side_x, side_y] in [[-y, x], [y, -x]] {
            let beside = after(at, [side_x, side_y]);
            if self.ground.is_free(beside)? && !self.ground.is_free(after(beside, [-x, -y]))? {
                directions |= of([side_x, side_y]) | of([side_x + x, side_y + y]);
            }
        }
        Ok(directions)
    }

    /// The jump straight ahead, if there is one, after a way of this length.
    fn straight(
        &self,
        from: Place,
        direction: u8,
        before: u64,
        jumps: &mut Vec<Jump>,
    ) -> Result<(), Unknown> {
        let [x, y] = STEPS[usize::from(direction)];
        let Span { min, max } = self.goal;
        let (axis, upward, place, line, goal) = if y == 0 {
            let goal = (min[1]..=max[1]).contains(&from[1]).then_some((min[0], max[0]));
            (Axis::X, x > 0, from[0], from[1], goal)
        } else {
            let goal = (min[0]..=max[0]).contains(&from[0]).then_some((min[1], max[1]));
            (Axis::Y, y > 0, from[1], from[0], goal)
        };
        let stop = if upward {
            self.first_ahead(axis, line, place, goal)?
        } else {
            self.first_behind(axis, line, place, goal)?
        };
        if let Some(stop) = stop {
            let steps = stop.abs_diff(place);
            let to = match axis {
                Axis::X => [stop, line],
                Axis::Y => [line, stop],
            };
            let length = before + u64::from(steps) * STRAIGHT;
            jumps.push(Jump { to, length, by: direction });
        }
        Ok(())
    }

    /// Where who goes upward along a line comes to a choice or to the goal; `None` when that is
    /// nowhere before the way ends.
    fn first_ahead(
        &self,
        axis: Axis,
        line: i32,
        place: i32,
        goal: Option<(i32, i32)>,
    ) -> Result<Option<i32>, Unknown> {
        let mut word = place >> 6;
        let mut mask = (u64::MAX << (place & 63)) << 1;
        let (mut below, mut above) = (0, 0);
        loop {
            let free = self.ground.bits(axis, line, word)?;
            let left = self.ground.bits(axis, line - 1, word)?;
            let right = self.ground.bits(axis, line + 1, word)?;
            let opens = (left & !(left << 1 | below >> 63)) | (right & !(right << 1 | above >> 63));
            let stops = (!free | opens | goal_bits(goal, word)) & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros();
                let is_free = free >> bit & 1 == 1;
                return Ok(is_free.then_some((word << 6) + bit.cast_signed()));
            }
            (below, above, mask) = (left, right, u64::MAX);
            word += 1;
        }
    }

    /// The same downward.
    fn first_behind(
        &self,
        axis: Axis,
        line: i32,
        place: i32,
        goal: Option<(i32, i32)>,
    ) -> Result<Option<i32>, Unknown> {
        let mut word = place >> 6;
        let mut mask = !(u64::MAX << (place & 63));
        let (mut below, mut above) = (0, 0);
        loop {
            let free = self.ground.bits(axis, line, word)?;
            let left = self.ground.bits(axis, line - 1, word)?;
            let right = self.ground.bits(axis, line + 1, word)?;
            let opens = (left & !(left >> 1 | below << 63)) | (right & !(right >> 1 | above << 63));
            let stops = (!free | opens | goal_bits(goal, word)) & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros();
                let is_free = free >> bit & 1 == 1;
                return Ok(is_free.then_some((word << 6) + bit.cast_signed()));
            }
            (below, above, mask) = (left, right, u64::MAX);
            word -= 1;
        }
    }

    /// The jumps straight from the cells of a diagonal ray, and that to the goal.
    fn diagonal(&self, from: Place, direction: u8, jumps: &mut Vec<Jump>) -> Result<(), Unknown> {
        let step @ [x, y] = STEPS[usize::from(direction)];
        let (along_x, along_y) = (if x > 0 { 0 } else { 2 }, if y > 0 { 1 } else { 3 });
        let (mut at, mut length) = (from, 0);
        while is_open(&self.ground, at, step)? {
            at = after(at, step);
            length += DIAGONAL;
            if self.goal.holds(at) {
                jumps.push(Jump { to: at, length, by: direction });
                break;
            }
            self.straight(at, along_x, length, jumps)?;
            self.straight(at, along_y, length, jumps)?;
        }
        Ok(())
    }
}

/// A bit for each cell of a word that lies between two, both included.
fn goal_bits(goal: Option<(i32, i32)>, word: i32) -> u64 {
    let Some((first, last)) = goal else { return 0 };
    let (first, last) = (first.max(word << 6), last.min((word << 6) + 63));
    if first > last {
        return 0;
    }
    (u64::MAX >> (63 - (last - first))) << (first & 63)
}
