//! The free cells of a grid, cell by cell from the definition, and the shortest paths between them.

use std::collections::{BTreeMap, BTreeSet};

use terrarium_navigation::Goal;
use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::grid::Grid;

use super::Problem;

/// A cell, by column and row.
pub type Place = (u32, u32);

/// The free cells of a world.
pub struct Cells {
    pub grid: Grid,
    free: BTreeSet<Place>,
}

impl Cells {
    /// Tests each cell; `None` when there are no cells.
    pub fn new(problem: &Problem, side: f64) -> Option<Self> {
        let grid = Grid::new(problem.bounds, problem.half, side)?;
        let all = (0..grid.rows()).flat_map(|y| (0..grid.columns()).map(move |x| (x, y)));
        let reach = problem.half.max(DVec2::splat(grid.side() * 0.5));
        let is_free = |&(x, y): &Place| {
            let agent = Aabb::around(grid.centre(x, y), reach);
            problem.bounds.contains_box(&agent)
                && !problem.boxes.iter().any(|b| covers(b, &agent, problem.half))
        };
        Some(Self { grid, free: all.filter(is_free).collect() })
    }

    pub fn is_free(&self, place: Place) -> bool {
        self.free.contains(&place)
    }

    /// The neighbours that a step reaches, and whether it is diagonal.
    pub fn neighbours(&self, (x, y): Place) -> Vec<(Place, bool)> {
        let at = |by_x: i32, by_y: i32| {
            Some((x.checked_add_signed(by_x)?, y.checked_add_signed(by_y)?))
                .filter(|&place| self.is_free(place))
        };
        let steps = (-1..=1).flat_map(|by_x| (-1..=1).map(move |by_y| (by_x, by_y)));
        let open = steps.filter(|&step| step != (0, 0)).filter_map(|(by_x, by_y)| {
            at(by_x, 0)?;
            at(0, by_y)?;
            Some((at(by_x, by_y)?, by_x != 0 && by_y != 0))
        });
        if self.is_free((x, y)) { open.collect() } else { Vec::new() }
    }

    /// The lengths of the shortest paths from some cells, in cells, by the Bellman–Ford algorithm.
    pub fn lengths_from(&self, starts: &[Place]) -> BTreeMap<Place, f64> {
        let mut lengths: BTreeMap<Place, f64> = starts.iter().map(|&place| (place, 0.0)).collect();
        let mut front: Vec<Place> = starts.to_vec();
        while let Some(place) = front.pop() {
            let here = lengths[&place];
            for (next, is_diagonal) in self.neighbours(place) {
                let there = here + if is_diagonal { 2.0_f64.sqrt() } else { 1.0 };
                if lengths.get(&next).is_none_or(|&known| there < known - 1e-9) {
                    lengths.insert(next, there);
                    front.insert(0, next);
                }
            }
        }
        lengths
    }

    /// The cells around a point that can be reached straight from it.
    pub fn about(&self, problem: &Problem, at: DVec2) -> Vec<Place> {
        let (x, y) = self.grid.cell_at(at);
        let own = (x, y);
        if self.is_free(own) && self.grid.centre(x, y) == at {
            return vec![own];
        }
        let near = |from: u32| from.saturating_sub(1)..=from + 1;
        let all = near(y).flat_map(|y| near(x).map(move |x| (x, y)));
        let joined =
            |&(x, y): &Place| self.is_free((x, y)) && problem.is_free(at, self.grid.centre(x, y));
        all.filter(joined).collect()
    }

    /// Whether there is a path on the grid to a goal that is a point.
    pub fn is_reachable(&self, problem: &Problem) -> bool {
        let Goal::Point(goal) = problem.goal else { panic!("the goal is an area") };
        let lengths = self.lengths_from(&self.about(problem, problem.start));
        self.about(problem, goal).iter().any(|place| lengths.contains_key(place))
    }
}

/// Whether an obstacle blocks a cell for an agent of half-size `half`, if all of `cell` has to be
/// free. An obstacle without thickness on an edge blocks the cell behind it.
fn covers(obstacle: &Aabb, cell: &Aabb, half: DVec2) -> bool {
    let on = |min: f64, max: f64, from: f64, to: f64, half: f64| {
        if min == max { half > 0.0 && from <= min && min < to } else { min < to && from < max }
    };
    // An agent without width passes through obstacles without width.
    let is_there = obstacle.size() + half;
    is_there.cmpgt(DVec2::ZERO).all()
        && on_axis(on, obstacle, cell, half, |p| p.x)
        && on_axis(on, obstacle, cell, half, |p| p.y)
}

fn on_axis(
    on: impl Fn(f64, f64, f64, f64, f64) -> bool,
    obstacle: &Aabb,
    cell: &Aabb,
    half: DVec2,
    of: fn(DVec2) -> f64,
) -> bool {
    on(of(obstacle.min), of(obstacle.max), of(cell.min), of(cell.max), of(half))
}
