//! The rover's A* over the cells of its grid, with integer costs.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use super::grid::{Cell, LocalGrid, point};

/// The cost of a straight step.
pub const STRAIGHT: i64 = 290;
/// The cost of a diagonal step: √2 is about 41 / 29.
pub const DIAGONAL: i64 = 410;

/// The factor of the cost of a step from a blocked cell to another.
const FORBIDDEN: i64 = 10;

/// The ground on which the rover plans.
pub(super) trait Ground {
    /// Whether a cell is blocked.
    fn is_blocked(&mut self, cell: Cell) -> bool;

    /// Whether one blocked cell can be left for another.
    fn can_leave(&mut self, from: Cell, to: Cell) -> bool;
}

/// A plan: the cells to drive through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// The cells after the rover's own.
    pub cells: Vec<Cell>,
    /// The value of a plan: its cost plus twice the estimate of the rest. Less is better.
    pub progress: i64,
}

/// A side of the straight line from the rover to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum Side {
    Left,
    Right,
}

/// The maximum distance from the straight line at which a plan still counts as straight, in cells.
const STRAIGHTNESS: f64 = 1.0;

/// Plans a path to `goal`, a cell of the grid, or as near to it as the search gets with `patience`
/// consecutive expansions without a better cell; on one side only, if requested.
pub(super) fn plan(
    grid: &LocalGrid,
    (goal, only): (Cell, Option<Side>),
    patience: u32,
    ground: &mut impl Ground,
) -> Plan {
    let start = grid.rover();
    let mut states: Vec<State> = vec![State::default(); grid.len()];
    let mut front = BinaryHeap::new();
    let Some(first) = grid.number(start) else { return Plan { cells: Vec::new(), progress: 0 } };
    states[first].cost = Some(0);
    front.push(Reverse((0, 0_u32, start)));
    let (mut best, mut best_progress) = (start, 2 * estimate(start, goal));
    let (mut idle, mut pushed) = (0, 0);
    while let Some(Reverse((_, _, cell))) = front.pop() {
        let Some(number) = grid.number(cell) else { continue };
        let (Some(cost), false) = (states[number].cost, states[number].is_closed) else { continue };
        states[number].is_closed = true;
        let progress = cost + 2 * estimate(cell, goal);
        idle += 1;
        if progress < best_progress {
            (best, best_progress, idle) = (cell, progress, 0);
        }
        if cell == goal {
            (best, best_progress) = (cell, progress);
            break;
        }
        if idle >= patience {
            break;
        }
        for (step, price) in STEPS {
            let next = (cell.0 + step.0, cell.1 + step.1);
            let Some(slot) = grid.number(next) else { continue };
            if states[slot].is_closed || only.is_some_and(|side| is_off(start, goal, next, side)) {
                continue;
            }
            let price = if !ground.is_blocked(next) {
                price
            } else if ground.is_blocked(cell) && ground.can_leave(cell, next) {
                price * FORBIDDEN
            } else {
                continue;
            };
            if states[slot].cost.is_none_or(|known| cost + price < known) {
                states[slot] = State { cost: Some(cost + price), from: cell, is_closed: false };
                // A tie-breaker between equal plans.
                let preference = i64::from(next.1) - 2 * i64::from(next.0);
                let value = cost + price + estimate(next, goal) + preference;
                pushed += 1;
                front.push(Reverse((value, pushed, next)));
            }
        }
    }
    let mut cells = Vec::new();
    while best != start && cells.len() < states.len() {
        cells.push(best);
        best = grid.number(best).map_or(start, |number| states[number].from);
    }
    cells.reverse();
    Plan { cells, progress: best_progress }
}

#[derive(Debug, Clone, Copy, Default)]
struct State {
    cost: Option<i64>,
    from: Cell,
    is_closed: bool,
}

const STEPS: [(Cell, i64); 8] = [
    ((1, 0), STRAIGHT),
    ((0, 1), STRAIGHT),
    ((0, -1), STRAIGHT),
    ((-1, 0), STRAIGHT),
    ((1, 1), DIAGONAL),
    ((1, -1), DIAGONAL),
    ((-1, 1), DIAGONAL),
    ((-1, -1), DIAGONAL),
];

/// The octile distance between cells: the heuristic.
fn estimate(from: Cell, to: Cell) -> i64 {
    let (i, j) = (i64::from((to.0 - from.0).abs()), i64::from((to.1 - from.1).abs()));
    let (less, more) = (i.min(j), i.max(j));
    less * DIAGONAL + (more - less) * STRAIGHT
}

impl Plan {
    /// The side on which the plan passes the obstacles between the rover and the goal; `None` when
    /// it leads straight there.
    pub fn side(&self, start: Cell, goal: Cell) -> Option<Side> {
        let offsets = self.cells.iter().map(|&cell| offset(start, goal, cell));
        let widest = offsets.max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
        (widest.abs() > STRAIGHTNESS).then_some(if widest > 0.0 { Side::Left } else { Side::Right })
    }
}

/// The signed distance of a cell from the line from `start` to `goal`, in cells; positive on the
/// left.
fn offset(start: Cell, goal: Cell, cell: Cell) -> f64 {
    let along = (point(goal) - point(start)).normalize_or_zero();
    along.perp_dot(point(cell) - point(start))
}

/// Whether a cell lies on the wrong side.
fn is_off(start: Cell, goal: Cell, cell: Cell, side: Side) -> bool {
    let offset = offset(start, goal, cell);
    match side {
        Side::Left => offset < -STRAIGHTNESS,
        Side::Right => offset > STRAIGHTNESS,
    }
}
