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

#[cfg(test)]
mod tests {
    use terrarium_space::geometry::DVec2;

    use super::super::grid::GridShape;
    use super::*;

    /// Rows of cells as seen by a rover that faces right: `#` is blocked, `s` is the rover, `S` the
    /// rover on blocked ground, `g` the goal.
    struct Drawn {
        rows: Vec<Vec<char>>,
    }

    impl Drawn {
        fn new(picture: &str) -> Self {
            // The smallest j is on the right, and so in the last row.
            Self { rows: picture.lines().rev().map(|row| row.trim().chars().collect()).collect() }
        }

        fn find(&self, marks: &str) -> Cell {
            let cells = (0..).zip(&self.rows);
            let mut cells =
                cells.flat_map(|(j, row)| (0..).zip(row).map(move |(i, &c)| ((i, j), c)));
            cells.find(|&(_, mark)| marks.contains(mark)).map(|(cell, _)| cell).unwrap()
        }

        fn grid(&self) -> LocalGrid {
            let (i, j) = self.find("sS");
            let side = u16::try_from(j).unwrap();
            assert_eq!(
                self.rows.len(),
                usize::from(2 * side + 1),
                "the rover is in the middle row"
            );
            let back = u16::try_from(i).unwrap();
            let forward = u16::try_from(self.rows[0].len()).unwrap() - back - 1;
            let shape = GridShape { forward, back, side, cell: 1.0 };
            LocalGrid::new(shape, DVec2::ZERO, DVec2::X)
        }

        /// The drawing with the cells of the plan.
        fn planned(&mut self, only: Option<Side>) -> (String, i64) {
            let (grid, goal) = (self.grid(), self.find("g"));
            let found = plan(&grid, (goal, only), 72, self);
            let mut rows = self.rows.clone();
            for &(i, j) in &found.cells {
                rows[usize::try_from(j).unwrap()][usize::try_from(i).unwrap()] = 'o';
            }
            let rows: Vec<String> = rows.into_iter().rev().map(String::from_iter).collect();
            (rows.join("\n"), found.progress)
        }
    }

    impl Ground for Drawn {
        fn is_blocked(&mut self, (i, j): Cell) -> bool {
            "#S".contains(self.rows[usize::try_from(j).unwrap()][usize::try_from(i).unwrap()])
        }

        fn can_leave(&mut self, _: Cell, _: Cell) -> bool {
            true
        }
    }

    fn shows(picture: &str, only: Option<Side>, wanted: &str) -> i64 {
        let wanted: Vec<&str> = wanted.lines().map(str::trim).collect();
        let (found, progress) = Drawn::new(picture).planned(only);
        assert_eq!(found, wanted.join("\n"));
        progress
    }

    #[test]
    fn ties_prefer_cells_ahead_and_to_the_right() {
        let picture = "....g
             .....
             s....
             .....
             .....";
        let cost = shows(
            picture,
            None,
            "....o
             ...o.
             soo..
             .....
             .....",
        );
        assert_eq!(cost, 2 * STRAIGHT + 2 * DIAGONAL);
    }

    #[test]
    fn an_obstacle_is_passed_on_the_right_when_both_sides_are_equal() {
        let picture = ".......
             ...#...
             s..#..g
             ...#...
             .......";
        shows(
            picture,
            None,
            ".......
             ...#...
             so.#..o
             ..o#.o.
             ...oo..",
        );
    }

    #[test]
    fn a_plan_can_be_kept_to_one_side() {
        let picture = ".......
             ...#...
             s..#..g
             ...#...
             .......";
        shows(
            picture,
            Some(Side::Left),
            "...o...
             ..o#o..
             so.#.oo
             ...#...
             .......",
        );
    }

    #[test]
    fn without_progress_the_search_ends_at_the_best_cell() {
        let picture = "........#g
             ........##
             s.........
             ..........
             ..........";
        let progress = shows(
            picture,
            None,
            ".......o#g
             ......o.##
             sooooo....
             ..........
             ..........",
        );
        // Seven columns, two of them diagonally, and two cells are left.
        assert_eq!(progress, 5 * STRAIGHT + 2 * DIAGONAL + 2 * 2 * STRAIGHT);
    }

    #[test]
    fn the_search_gives_up_after_72_cells_without_progress() {
        // The path around is longer than that.
        let row = |inside: &str| format!("{inside}{}", ".".repeat(8));
        let wall = "............#";
        let mut rows = vec![row(wall); 21];
        rows[10] = row("......s.....#").replace("........", "..g.....");
        let picture = rows.join("\n");
        let mut drawn = Drawn::new(&picture);
        let (grid, goal) = (drawn.grid(), drawn.find("g"));
        assert_eq!(plan(&grid, (goal, None), 72, &mut drawn).cells.last(), Some(&(11, 10)));
    }

    #[test]
    fn forbidden_ground_is_left_at_ten_times_the_cost_and_never_entered() {
        let picture = "......
             .##...
             .#S#.g
             .###..
             ......";
        // Diagonally, the next cell is free; straight ahead there is another blocked cell.
        let cost = shows(
            picture,
            None,
            "......
             .##o..
             .#S#oo
             .###..
             ......",
        );
        assert_eq!(cost, 2 * DIAGONAL + STRAIGHT);
        let picture = "#####.
             #####.
             ##S##g
             #####.
             #####.";
        let cost = shows(
            picture,
            None,
            "#####.
             #####.
             ##Sooo
             #####.
             #####.",
        );
        assert_eq!(cost, 2 * FORBIDDEN * STRAIGHT + STRAIGHT);
    }
}
