//! Mazes without loops: a single path between any two cells.

use terrarium_space::geometry::{Aabb, DVec2};

use super::{block, environment};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::problem_rng::ProblemRng;

/// The number of cells along each side.
const CELLS: u32 = 12;

/// The width of a corridor plus one wall, in units; walls are 1 thick.
const PITCH: u32 = 4;

/// A path from one corner of a maze to the opposite one.
pub fn problem(rng: &mut ProblemRng) -> Problem {
    let side = CELLS * PITCH + 1;
    let environment = environment(side.into(), walls(&passages(rng)));
    let middle = |cell: u32| f64::from(cell * PITCH) + 2.5;
    let (near, far) = (middle(0), middle(CELLS - 1));
    let (start, goal) = if rng.in_ten(5) {
        (DVec2::new(near, near), DVec2::new(far, far))
    } else {
        (DVec2::new(far, near), DVec2::new(near, far))
    };
    super::problem(environment, start, goal)
}

/// Which adjacent cells are connected: by column and row, to the right and downward.
struct Passages([[[bool; 2]; CELLS as usize]; CELLS as usize]);

impl Passages {
    /// Whether a cell is connected to the next on the right, or below.
    fn is_open(&self, x: u32, y: u32, down: bool) -> bool {
        self.0[x as usize][y as usize][usize::from(down)]
    }

    fn open(&mut self, from: (u32, u32), to: (u32, u32)) {
        let (x, y) = from.min(to);
        self.0[x as usize][y as usize][usize::from(from.0 == to.0)] = true;
    }
}

/// Carves passages by a random depth-first search.
fn passages(rng: &mut ProblemRng) -> Passages {
    let mut passages = Passages(Default::default());
    let mut visited = [[false; CELLS as usize]; CELLS as usize];
    let mut stack = vec![(rng.integer(0, CELLS), rng.integer(0, CELLS))];
    while let Some(&at) = stack.last() {
        let (x, y) = at;
        visited[x as usize][y as usize] = true;
        let neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let is_new =
            |&(x, y): &(u32, u32)| x < CELLS && y < CELLS && !visited[x as usize][y as usize];
        let new: Vec<(u32, u32)> = neighbours.into_iter().filter(is_new).collect();
        if new.is_empty() {
            stack.pop();
            continue;
        }
        let next = rng.choose(&new);
        passages.open(at, next);
        stack.push(next);
    }
    passages
}

/// The walls between cells that are not connected, and around the maze.
fn walls(passages: &Passages) -> Vec<Aabb> {
    let side = CELLS * PITCH + 1;
    let mut walls = vec![
        block(0, 0, side, 1),
        block(0, side - 1, side, side),
        block(0, 0, 1, side),
        block(side - 1, 0, side, side),
    ];
    for x in 0..CELLS {
        for y in 0..CELLS {
            let (left, top) = (x * PITCH, y * PITCH);
            let (right, foot) = (left + PITCH, top + PITCH);
            if x + 1 < CELLS && !passages.is_open(x, y, false) {
                walls.push(block(right, top, right + 1, foot + 1));
            }
            if y + 1 < CELLS && !passages.is_open(x, y, true) {
                walls.push(block(left, foot, right + 1, foot + 1));
            }
        }
    }
    walls
}
