//! Mazes: a single way from anywhere to anywhere.

use super::{block, ground};
use crate::geometry::{Aabb, DVec2};
use crate::navigation_benchmark::Problem;
use crate::navigation_benchmark::chance::ProblemRng;

/// How many corridors lie beside each other.
const CELLS: u32 = 12;

/// How wide a corridor is with one of its walls, which are 1 thick, in units.
const PITCH: u32 = 4;

/// From one corner of a maze to the opposite one.
pub fn problem(chance: &mut ProblemRng) -> Problem {
    let side = CELLS * PITCH + 1;
    let ground = ground(side.into(), walls(&passages(chance)));
    let middle = |cell: u32| f64::from(cell * PITCH) + 2.5;
    let (near, far) = (middle(0), middle(CELLS - 1));
    let (start, goal) = if chance.in_ten(5) {
        (DVec2::new(near, near), DVec2::new(far, far))
    } else {
        (DVec2::new(far, near), DVec2::new(near, far))
    };
    super::problem(ground, start, goal)
}

/// Which neighbouring cells are joined: by column and row, whether to the right and whether down.
struct Passages([[[bool; 2]; CELLS as usize]; CELLS as usize]);

impl Passages {
    /// Whether the way from a cell to the right, or down, is open.
    fn is_open(&self, x: u32, y: u32, down: bool) -> bool {
        self.0[x as usize][y as usize][usize::from(down)]
    }

    fn open(&mut self, from: (u32, u32), to: (u32, u32)) {
        let (x, y) = from.min(to);
        self.0[x as usize][y as usize][usize::from(from.0 == to.0)] = true;
    }
}

/// A walk at random that goes on into cells where it has not been yet, and back where there are
/// none, opens what it goes through.
fn passages(chance: &mut ProblemRng) -> Passages {
    let mut passages = Passages(Default::default());
    let mut seen = [[false; CELLS as usize]; CELLS as usize];
    let mut trail = vec![(chance.below(0, CELLS), chance.below(0, CELLS))];
    while let Some(&at) = trail.last() {
        let (x, y) = at;
        seen[x as usize][y as usize] = true;
        let about = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let is_new = |&(x, y): &(u32, u32)| x < CELLS && y < CELLS && !seen[x as usize][y as usize];
        let new: Vec<(u32, u32)> = about.into_iter().filter(is_new).collect();
        if new.is_empty() {
            trail.pop();
            continue;
        }
        let next = chance.one_of(&new);
        passages.open(at, next);
        trail.push(next);
    }
    passages
}

/// The walls between cells that are not joined, and those around all.
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
