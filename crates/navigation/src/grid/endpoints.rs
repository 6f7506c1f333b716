//! Connecting start and goal to the cells around them.

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, Axis, DVec2, Segment};

use super::occupancy::{ExploredCells, KnownCells, OccupancyGrid, UnknownBlock};
use super::squares::{Grid, Place};
use super::steps::{STEPS, after};
use crate::inflated::{InflatedObstacles, target_in_room};
use crate::{FailureReason, Obstacles, Outcome, Request};

/// The common beginning of all searches over cells: the grid, the target, and the cells that are
/// connected to start and goal by straight free segments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Endpoints {
    known: ExploredCells,
    target: Aabb,
    goal: Span,
    /// The cells whose centres are reachable straight from the start, the one that contains it
    /// first.
    starts: Vec<u32>,
    /// The number of tests done to find them.
    stage: u8,
}

/// A rectangle of cells, from the minimum to the maximum, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub min: Place,
    pub max: Place,
}

impl Span {
    /// The only cell; `None` if there are more.
    pub fn only(&self) -> Option<Place> {
        (self.min == self.max).then_some(self.min)
    }

    pub fn holds(&self, [x, y]: Place) -> bool {
        (self.min[0]..=self.max[0]).contains(&x) && (self.min[1]..=self.max[1]).contains(&y)
    }

    /// The distance of a cell in columns and rows.
    pub fn distance_to(&self, place: Place) -> [u32; 2] {
        [0, 1].map(|axis| {
            let away = (self.min[axis] - place[axis]).max(place[axis] - self.max[axis]);
            away.max(0).cast_unsigned()
        })
    }
}

impl Endpoints {
    /// Begins without querying an obstacle; or returns the outcome at once.
    pub fn new(request: &Request, cell: f64, obstacles: &dyn Obstacles) -> Result<Self, Outcome> {
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        let target = target_in_room(request, &inflated).ok_or(Outcome::Outside)?;
        let grid = Grid::new(obstacles.bounds(), request.half, cell)
            .ok_or(Outcome::Failed(FailureReason::NoneOnGrid))?;
        let goal = cells_around(&grid, &target);
        let known = ExploredCells::nothing(grid);
        Ok(Self { known, target, goal, starts: Vec::new(), stage: 0 })
    }

    /// Takes a step. Returns whether the search can begin; or the outcome.
    pub fn step(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Result<bool, Outcome> {
        let stage = self.stage;
        let Some(stage_after) = stage.checked_add(1).filter(|&stage| stage <= LAST) else {
            return Ok(true);
        };
        match stage {
            // A covered start has no connection, which ends the search.
            0 => {
                let at = request.start;
                let nearest = self.target.nearest_point(at);
                let is_near = self.grid().cell_at(at) == self.grid().cell_at(nearest);
                if is_near && sees(request, obstacles, at, nearest) {
                    let path = if at == nearest { Vec::new() } else { vec![nearest] };
                    return Err(Outcome::Found(path));
                }
            }
            1 => {
                let grid = self.grid();
                let own = grid.cell_at(self.target.min);
                let is_centre = self.target == point(grid.centre(own.0, own.1));
                let own = [own.0.cast_signed(), own.1.cast_signed()];
                match self.ground(request, obstacles).is_free(own) {
                    Err(unknown) => {
                        self.explore(unknown, request, obstacles);
                        return Ok(false);
                    }
                    Ok(is_free) if is_free && is_centre => self.goal = Span { min: own, max: own },
                    Ok(_) => {}
                }
            }
            _ => {
                let own = self.grid().cell_at(request.start);
                let own = [own.0.cast_signed(), own.1.cast_signed()];
                let place =
                    if stage == 2 { own } else { after(own, STEPS[usize::from(stage - 3)]) };
                match self.ground(request, obstacles).is_free(place) {
                    Err(unknown) => {
                        self.explore(unknown, request, obstacles);
                        return Ok(false);
                    }
                    Ok(false) => {}
                    Ok(true) => {
                        let cell = self.grid().number(place);
                        let centre = self.grid().centre_of(cell);
                        if centre == request.start {
                            self.starts.push(cell);
                            self.stage = LAST;
                            return Ok(true);
                        }
                        if sees(request, obstacles, request.start, centre) {
                            self.starts.push(cell);
                        }
                    }
                }
            }
        }
        self.stage = stage_after;
        if stage_after == LAST && self.starts.is_empty() {
            return Err(Outcome::Failed(FailureReason::NoneOnGrid));
        }
        Ok(stage_after == LAST)
    }

    pub fn is_done(&self) -> bool {
        self.stage >= LAST
    }

    pub fn grid(&self) -> &Grid {
        self.known.grid()
    }

    /// The cells to begin at.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The cells from which the goal may be reached straight.
    pub fn goal(&self) -> Span {
        self.goal
    }

    /// The free cells as far as they are known: all if the obstacles provide an occupancy grid.
    pub fn ground<'a>(&'a self, request: &Request, obstacles: &'a dyn Obstacles) -> KnownCells<'a> {
        let occupancy = self.occupancy(request, obstacles);
        occupancy.map_or_else(|| self.known.ground(), OccupancyGrid::ground)
    }

    /// The occupancy grid of the obstacles, if they provide one for this search.
    pub fn occupancy<'a>(
        &self,
        request: &Request,
        obstacles: &'a dyn Obstacles,
    ) -> Option<&'a OccupancyGrid> {
        obstacles.occupancy().filter(|occupancy| occupancy.serves(self.grid(), request))
    }

    /// Queries an unknown block.
    pub fn explore(&mut self, unknown: UnknownBlock, request: &Request, obstacles: &dyn Obstacles) {
        self.known.query(unknown, obstacles, request);
    }

    /// The point at which the straight segment from a cell's centre reaches the goal; `None` when
    /// it is not free.
    pub fn arrival(
        &self,
        cell: u32,
        request: &Request,
        obstacles: &dyn Obstacles,
    ) -> Option<DVec2> {
        let centre = self.grid().centre_of(cell);
        let arrival = self.target.nearest_point(centre);
        (arrival == centre || sees(request, obstacles, centre, arrival)).then_some(arrival)
    }

    /// All cells from which the goal may be reached straight, except those deep inside the target.
    pub fn goal_cells(&self) -> Vec<u32> {
        let (grid, Span { min, max }) = (self.grid(), self.goal);
        let inner = self.target.inflated(DVec2::splat(-grid.side()));
        let behind_inner = grid.nearest(Axis::X, inner.max.x);
        let mut cells = Vec::new();
        for y in min[1]..=max[1] {
            let mut x = min[0];
            while x <= max[0] {
                let cell = grid.number([x, y]);
                let is_inner = inner.contains_inside(grid.centre_of(cell));
                if !is_inner {
                    cells.push(cell);
                }
                x = if is_inner { behind_inner.max(x + 1) } else { x + 1 };
            }
        }
        cells
    }

    /// Whether all cells exist and all numbers are finite.
    pub fn is_sound(&self) -> bool {
        let span = Span { min: [0, 0], max: self.known.grid().last() };
        let Aabb { min, max } = self.target;
        self.known.is_sound()
            && min.is_finite()
            && max.is_finite()
            && min.cmple(max).all()
            && span.holds(self.goal.min)
            && span.holds(self.goal.max)
            && (0..2).all(|axis| self.goal.min[axis] <= self.goal.max[axis])
            && self.starts.len() <= 9
            && self.starts.iter().all(|&cell| cell < self.grid().cells())
    }
}

/// The last stage.
const LAST: u8 = 11;

/// Queries whether the straight segment is free.
pub(super) fn sees(request: &Request, obstacles: &dyn Obstacles, from: DVec2, to: DVec2) -> bool {
    let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
    let segment = Segment::new(from, to);
    let mut is_free = inflated.room().is_some_and(|room| room.contains_box(&segment.bounds()));
    if is_free {
        inflated.visit(inflated.segment(from, to), |swept, body| {
            if segment.enters(&body.aabb) {
                is_free = false;
                swept.close();
            }
        });
    }
    is_free
}

fn point(at: DVec2) -> Aabb {
    Aabb { min: at, max: at }
}

/// The cells from which a target may be reached straight: for a point the cell that contains it and
/// its eight neighbours, for an area all cells whose centres are at most one cell away.
pub(super) fn cells_around(grid: &Grid, target: &Aabb) -> Span {
    let [last_x, last_y] = grid.last();
    let (min, max) = if target.min == target.max {
        let (x, y) = grid.cell_at(target.min);
        let [x, y] = [x.cast_signed(), y.cast_signed()];
        ([x - 1, y - 1], [x + 1, y + 1])
    } else {
        let least = [Axis::X, Axis::Y].map(|axis| grid.nearest(axis, axis.of(target.min)) - 1);
        let greatest = [Axis::X, Axis::Y].map(|axis| grid.nearest(axis, axis.of(target.max)) + 1);
        (least, greatest)
    };
    Span {
        min: [min[0].clamp(0, last_x), min[1].clamp(0, last_y)],
        max: [max[0].clamp(0, last_x), max[1].clamp(0, last_y)],
    }
}
