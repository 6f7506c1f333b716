//! How start and goal are joined to the cells about them.

use serde::{Deserialize, Serialize};

use super::occupancy::{CellKnowledge, ExploredCells, OccupancyGrid, Unknown};
use super::squares::{Grid, Place};
use super::steps::{STEPS, after};
use crate::geometry::{Aabb, Axis, DVec2, Segment};
use crate::inflated::InflatedObstacles;
use crate::perimeter::target_in_room;
use crate::{FailureReason, Obstacles, Outcome, Request};

/// What all searches over cells begin with: the cells, where to arrive, and from which cells and to
/// which there are straight free ways to the ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Endpoints {
    known: ExploredCells,
    target: Aabb,
    goal: Span,
    /// The cells whose centres can be got to straight from the start, the one that holds it first.
    starts: Vec<u32>,
    /// What has been done to find them.
    stage: u8,
}

/// A rectangle of cells, from the least to the greatest, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub min: Place,
    pub max: Place,
}

impl Span {
    pub fn holds(&self, [x, y]: Place) -> bool {
        (self.min[0]..=self.max[0]).contains(&x) && (self.min[1]..=self.max[1]).contains(&y)
    }

    /// How many columns and rows a cell is away.
    pub fn distance_to(&self, place: Place) -> [u32; 2] {
        [0, 1].map(|axis| {
            let away = (self.min[axis] - place[axis]).max(place[axis] - self.max[axis]);
            away.max(0).cast_unsigned()
        })
    }
}

impl Endpoints {
    /// Begins, without looking at an obstacle; or answers at once.
    pub fn new(request: &Request, cell: f64, obstacles: &dyn Obstacles) -> Result<Self, Outcome> {
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        let target = target_in_room(request, &inflated).ok_or(Outcome::Outside)?;
        let grid = Grid::new(obstacles.bounds(), request.half, cell)
            .ok_or(Outcome::Failed(FailureReason::NoneOnGrid))?;
        let goal = about(&grid, &target);
        let known = ExploredCells::nothing(grid);
        Ok(Self { known, target, goal, starts: Vec::new(), stage: 0 })
    }

    /// Looks once. Whether all is known that it takes to begin; or the answer.
    pub fn look(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Result<bool, Outcome> {
        let stage = self.stage;
        let Some(stage_after) = stage.checked_add(1).filter(|&stage| stage <= LAST) else {
            return Ok(true);
        };
        match stage {
            // A start that is covered is joined to nothing, and the search ends by that.
            0 => {
                let at = request.start;
                let nearest = self.target.nearest_point(at);
                let is_near = self.grid().cell_at(at) == self.grid().cell_at(nearest);
                if is_near && sees(request, obstacles, at, nearest) {
                    let way = if at == nearest { Vec::new() } else { vec![nearest] };
                    return Err(Outcome::Found(way));
                }
            }
            1 => {
                let grid = self.grid();
                let own = grid.cell_at(self.target.min);
                let is_centre = self.target == point(grid.centre(own.0, own.1));
                let own = [own.0.cast_signed(), own.1.cast_signed()];
                match self.ground(request, obstacles).is_free(own) {
                    Err(unknown) => {
                        self.find_out(unknown, request, obstacles);
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
                        self.find_out(unknown, request, obstacles);
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

    /// The cells from which one may arrive.
    pub fn goal(&self) -> Span {
        self.goal
    }

    /// What is known of which cells are free: all when the obstacles know it themselves.
    pub fn ground<'a>(
        &'a self,
        request: &Request,
        obstacles: &'a dyn Obstacles,
    ) -> CellKnowledge<'a> {
        let occupancy =
            obstacles.occupancy().filter(|occupancy| occupancy.serves(self.grid(), request));
        occupancy.map_or_else(|| self.known.ground(), OccupancyGrid::ground)
    }

    /// Looks at what is not known yet.
    pub fn find_out(&mut self, unknown: Unknown, request: &Request, obstacles: &dyn Obstacles) {
        self.known.look(unknown, obstacles, request);
    }

    /// Looks where the straight way from a cell's centre arrives; `None` when it is not free.
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

    /// All cells from which one may arrive, without those from which one has arrived long since.
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

    /// Whether its cells are there, and all numbers are finite.
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

/// The stage at which nothing is left to do.
const LAST: u8 = 11;

/// Looks whether the straight way is free.
pub(super) fn sees(request: &Request, obstacles: &dyn Obstacles, from: DVec2, to: DVec2) -> bool {
    let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
    let way = Segment::new(from, to);
    let mut is_free = inflated.room().is_some_and(|room| room.contains_box(&way.bounds()));
    if is_free {
        inflated.visit(inflated.way(from, to), |reach, body| {
            if way.enters(&body.aabb) {
                is_free = false;
                reach.close();
            }
        });
    }
    is_free
}

fn point(at: DVec2) -> Aabb {
    Aabb { min: at, max: at }
}

/// The cells from which one may arrive at a target: for a point the cell that holds it and the
/// eight about that, for an area all whose centres are no more than a cell away.
pub(super) fn about(grid: &Grid, target: &Aabb) -> Span {
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
