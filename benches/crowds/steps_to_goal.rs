//! The number of steps between the cells of a scene.

use std::collections::VecDeque;

use super::scene::Scene;

/// The number of steps where there is no path.
const UNREACHED: u16 = u16::MAX;

/// The cells of a scene by number, row by row, and the steps between any two of them.
pub struct StepsToGoal {
    columns: usize,
    rows: usize,
    /// Each free cell with its free neighbours.
    neighbours: Vec<Vec<usize>>,
    /// By the cell of the goal, then by cell.
    steps: Vec<Vec<u16>>,
}

impl StepsToGoal {
    pub fn new(scene: &Scene) -> Self {
        let [columns, rows] = scene.cells();
        let mut grid = Self { columns, rows, neighbours: Vec::new(), steps: Vec::new() };
        let neighbours = |cell| grid.free_neighbours(scene, cell);
        grid.neighbours = (0..columns * rows).map(neighbours).collect();
        grid.steps = (0..columns * rows).map(|goal| grid.steps_to(goal)).collect();
        grid
    }

    fn free_neighbours(&self, scene: &Scene, cell: usize) -> Vec<usize> {
        let [column, row] = self.column_and_row(cell);
        if scene.is_wall(column, row) {
            return Vec::new();
        }
        let beside = [
            (column > 0).then(|| [column - 1, row]),
            (column + 1 < self.columns).then(|| [column + 1, row]),
            (row > 0).then(|| [column, row - 1]),
            (row + 1 < self.rows).then(|| [column, row + 1]),
        ];
        let free = beside.into_iter().flatten().filter(|&[c, r]| !scene.is_wall(c, r));
        free.map(|[column, row]| row * self.columns + column).collect()
    }

    fn steps_to(&self, goal: usize) -> Vec<u16> {
        let mut steps = vec![UNREACHED; self.neighbours.len()];
        let mut queue = VecDeque::from([goal]);
        steps[goal] = 0;
        while let Some(cell) = queue.pop_front() {
            for &next in &self.neighbours[cell] {
                if steps[next] == UNREACHED {
                    steps[next] = steps[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub fn column_and_row(&self, cell: usize) -> [usize; 2] {
        [cell % self.columns, cell / self.columns]
    }

    /// The cell with these coordinates in sides of a cell. Beyond the last cell it is that one.
    pub fn cell_at(&self, [x, y]: [f64; 2]) -> usize {
        let (column, row) = (x as usize, y as usize);
        row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)
    }

    pub fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    pub fn steps(&self, cell: usize, goal: usize) -> u16 {
        self.steps[goal][cell]
    }
}
