//! A small board around start and goal, with all its shortest paths precomputed.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::{Parameter, ParameterValues};
use terrarium_space::geometry::{Aabb, DVec2};

use super::CELL;
use super::endpoints::{cells_around, sees};
use super::query::GridQuery;
use super::squares::{Grid, Place};
use super::steps::{STEPS, after};
use super::string_pulling::StringPulling;
use super::successor_board::{MAX_SQUARES, STRAIGHT_COST, Squares, SuccessorBoard};
use crate::inflated::{InflatedObstacles, target_in_room};
use crate::{
    Description, FailureReason, Guarantee, Navigator, Obstacles, Outcome, Request, Search,
};

/// The navigator that lays a small board of squares over start and goal, computes all shortest
/// paths on it, and applies string pulling to the one it needs.
///
/// The squares are at least as large as requested, and so large that the board contains both ends
/// with one square to spare. A step between two squares is possible where the straight segment
/// between their centres is free. Obstacles outside the board are not queried.
///
/// Obstacles that do not change can offer a [board](Obstacles::board) that was computed once, as the
/// source does when a map is loaded. It is used for agents of its size that ignore no obstacle, where
/// it contains both ends and its squares are at least as large as requested. A path then takes only
/// table lookups, and string pulling.
#[derive(Debug, Clone, Copy)]
pub struct Successor;

const SQUARES: Parameter = Parameter {
    name: "squares",
    unit: "squares",
    default: 15.0,
    min: 4.0,
    max: MAX_SQUARES as f64,
    meaning: "the number of squares on a side of the board; rounded down",
};

impl Navigator for Successor {
    fn description(&self) -> &'static Description {
        &Description {
            name: "successor",
            about: "a small board around start and goal, with all shortest paths precomputed",
            guarantee: Guarantee::CompleteOnGrid,
            parameters: &[CELL, SQUARES],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        let query = GridQuery::new(request, settings);
        let squares = settings.get(SQUARES.name) as u32;
        Search::Successor(SuccessorSearch { query, squares, local: None, pulling: None })
    }
}

/// A search of [`Successor`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SuccessorSearch {
    query: GridQuery,
    squares: u32,
    local: Option<Box<Local>>,
    pulling: Option<StringPulling>,
}

/// The board, and the connections of start and goal to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Local {
    grid: Grid,
    target: Aabb,
    /// Whether the obstacles offer the board. There are no squares to query then.
    is_offered: bool,
    squares: Squares,
    has_begun: bool,
    /// The squares near the start and those near the goal that have not been tested yet.
    ahead: [Vec<u32>; 2],
    /// The squares connected to the start, and those connected to the goal, each with the segment's
    /// end.
    joined: [Vec<(u32, DVec2)>; 2],
}

impl SuccessorSearch {
    /// Continues the search. See [`Search::advance`]. A step is one query of the obstacles; all
    /// paths on the board are computed in one step.
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let Self { query, squares, local, pulling } = self;
        query.advance(steps, |request, cell| {
            if let Some(pulling) = pulling {
                return pulling
                    .step(request, obstacles)
                    .map_or(Ok(()), |path| Err(Outcome::Found(path)));
            }
            let Some(search) = local else {
                *local = Some(Box::new(Local::new(request, (cell, *squares), obstacles)?));
                return Ok(());
            };
            if search.step(request, obstacles)? {
                *pulling = Some(StringPulling::new(&search.path(request.start, obstacles)?));
                *local = None;
            }
            Ok(())
        })
    }

    /// The path from square to square, before string pulling, including the start.
    #[must_use]
    pub fn walk(&self) -> Vec<DVec2> {
        self.pulling.as_ref().map_or_else(Vec::new, |pulling| pulling.path().to_vec())
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.query.steps()
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.query.is_sound()
            && (1..=MAX_SQUARES).contains(&self.squares)
            && self.local.as_ref().is_none_or(|local| local.is_sound())
            && self.pulling.as_ref().is_none_or(StringPulling::is_sound)
    }
}

impl Local {
    fn new(
        request: &Request,
        (cell, squares): (f64, u32),
        obstacles: &dyn Obstacles,
    ) -> Result<Self, Outcome> {
        let inflated = InflatedObstacles::new(obstacles, request.half, &request.ignore);
        let target = target_in_room(request, &inflated).ok_or(Outcome::Outside)?;
        let board = obstacles.board().filter(|board| {
            let grid = board.grid();
            let aim = target.nearest_point(request.start);
            let is_on = |at: DVec2| grid.holds_point(at);
            grid.half() == request.half
                && request.ignore.is_empty()
                && grid.side() >= cell
                && is_on(request.start)
                && is_on(aim)
        });
        let grid = match board {
            Some(board) => *board.grid(),
            None => board_around(request, &target, (cell, squares), obstacles)?,
        };
        let is_offered = board.is_some();
        let squares = Squares::unseen(&grid);
        let own = grid.cell_at(request.start);
        let own = [own.0.cast_signed(), own.1.cast_signed()];
        let near = core::iter::once(own).chain(STEPS.map(|step| after(own, step)));
        let numbered = |places: Vec<Place>| -> Vec<u32> {
            let there = places.into_iter().rev().filter(|&place| grid.holds(place));
            there.map(|place| grid.number(place)).collect()
        };
        let goal = cells_around(&grid, &target);
        let rows = goal.min[1]..=goal.max[1];
        let goals = rows.flat_map(|y| (goal.min[0]..=goal.max[0]).map(move |x| [x, y]));
        let ahead = [numbered(near.collect()), numbered(goals.collect())];
        let joined = [Vec::new(), Vec::new()];
        Ok(Self { grid, target, is_offered, squares, has_begun: false, ahead, joined })
    }

    /// Takes a step with one query. Returns whether all queries are done; or the outcome.
    fn step(&mut self, request: &Request, obstacles: &dyn Obstacles) -> Result<bool, Outcome> {
        if !self.has_begun {
            let at = request.start;
            let is_there = self.target.nearest_point(at) == at;
            if is_there && sees(request, obstacles, at, at) {
                return Err(Outcome::Found(Vec::new()));
            }
            self.has_begun = true;
            return Ok(false);
        }
        if !self.is_offered && self.squares.step(&self.grid, request, obstacles) {
            return Ok(false);
        }
        for end in [0, 1] {
            while let Some(square) = self.ahead[end].pop() {
                if !self.is_offered && !self.squares.is_free(square) {
                    continue;
                }
                let centre = self.grid.centre_of(square);
                let to = if end == 0 { request.start } else { self.target.nearest_point(centre) };
                if sees(request, obstacles, centre, to) {
                    self.joined[end].push((square, to));
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The shortest path over the board, including the start.
    fn path(&self, start: DVec2, obstacles: &dyn Obstacles) -> Result<Vec<DVec2>, Outcome> {
        let computed;
        let board = if self.is_offered {
            let offered = obstacles.board().filter(|board| *board.grid() == self.grid);
            // The obstacles changed, and with them the board.
            offered.ok_or(Outcome::GaveUp)?
        } else {
            computed = SuccessorBoard::from_squares(self.grid, &self.squares);
            &computed
        };
        let place_of = |square: u32| (square % self.grid.columns, square / self.grid.columns);
        let unit = self.grid.side() / f64::from(STRAIGHT_COST);
        let mut best: Option<(f64, u32, u32, DVec2)> = None;
        for &(from, at) in &self.joined[0] {
            for &(to, arrival) in &self.joined[1] {
                let Some(cost) = board.cost(place_of(from), place_of(to)) else { continue };
                let endpoints = at.distance(self.grid.centre_of(from))
                    + arrival.distance(self.grid.centre_of(to));
                let length = endpoints + f64::from(cost) * unit;
                if best.is_none_or(|(known, ..)| length < known) {
                    best = Some((length, from, to, arrival));
                }
            }
        }
        let none = Outcome::Failed(FailureReason::NoneOnGrid);
        let Some((_, from, to, arrival)) = best else { return Err(none) };
        let squares = board.path(place_of(from), place_of(to)).ok_or(none)?;
        let centres = squares.into_iter().map(|(x, y)| self.grid.centre(x, y));
        Ok(core::iter::once(start).chain(centres).chain([arrival]).collect())
    }

    fn is_sound(&self) -> bool {
        let cells = if self.grid.is_sound() { self.grid.cells() } else { return false };
        let Aabb { min, max } = self.target;
        self.grid.columns.max(self.grid.rows) <= MAX_SQUARES
            && min.is_finite()
            && max.is_finite()
            && min.cmple(max).all()
            && self.squares.is_sound(&self.grid)
            && self.ahead.iter().flatten().all(|&square| square < cells)
            && self.joined.iter().flatten().all(|&(square, at)| square < cells && at.is_finite())
    }
}

/// A board for one search: over the start and the target, with a square to spare.
fn board_around(
    request: &Request,
    target: &Aabb,
    (cell, squares): (f64, u32),
    obstacles: &dyn Obstacles,
) -> Result<Grid, Outcome> {
    let none = || Outcome::Failed(FailureReason::NoneOnGrid);
    let bounds = obstacles.bounds();
    let whole = Grid::new(bounds, request.half, cell).ok_or_else(none)?;
    let endpoints = Aabb::spanning(request.start, target.nearest_point(request.start));
    let room = f64::from(squares.saturating_sub(2).max(1));
    let side = whole.side().max(endpoints.size().max_element() / room);
    // A board that extends beyond the world is moved inwards, and clipped if it does so on both
    // sides.
    let half = DVec2::splat(side * f64::from(squares) * 0.5);
    let centre = endpoints.centre().min(bounds.max - half).max(bounds.min + half);
    let area = Aabb::around(centre, half).intersection(&bounds);
    let grid = area.and_then(|area| Grid::new(area, request.half, side));
    let grid = grid.filter(|grid| grid.columns.max(grid.rows) <= MAX_SQUARES);
    grid.ok_or_else(none)
}
