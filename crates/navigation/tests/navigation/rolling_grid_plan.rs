//! The plans of the rover, drawn.

#[path = "../../src/rolling_grid/grid.rs"]
#[allow(
    dead_code,
    clippy::wrong_self_convention,
    reason = "it is public, and plans need a part of it"
)]
mod grid;
#[path = "../../src/rolling_grid/plan.rs"]
mod plan;

use terrarium_navigation::geometry::DVec2;

use grid::{Cell, GridShape, LocalGrid};
use plan::{DIAGONAL, Ground, STRAIGHT, Side, plan};

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
        let mut cells = cells.flat_map(|(j, row)| (0..).zip(row).map(move |(i, &c)| ((i, j), c)));
        cells.find(|&(_, mark)| marks.contains(mark)).map(|(cell, _)| cell).unwrap()
    }

    fn grid(&self) -> LocalGrid {
        let (i, j) = self.find("sS");
        let side = u16::try_from(j).unwrap();
        assert_eq!(self.rows.len(), usize::from(2 * side + 1), "the rover is in the middle row");
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
    let mut drawn = Drawn::new(picture);
    let (grid, goal) = (drawn.grid(), drawn.find("g"));
    for only in [Side::Left, Side::Right] {
        let found = plan(&grid, (goal, Some(only)), 72, &mut drawn);
        assert_eq!(found.side(grid.rover(), goal), Some(only));
    }
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
    assert_eq!(cost, 2 * 10 * STRAIGHT + STRAIGHT);
}
