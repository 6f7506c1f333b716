//! A flood fill of the free cells from the goal: Lee's algorithm.

use serde::{Deserialize, Serialize};
use terrarium_input::parameter::ParameterValues;

use super::CELL;
use super::astar_search::EXPANSIONS_PER_STEP;
use super::endpoints::Endpoints;
use super::query::GridQuery;
use super::sources::Sources;
use super::steps::{STEPS, after, is_open};
use super::waypoints::to_waypoints;
use crate::{
    Description, FailureReason, Guarantee, Navigator, Obstacles, Outcome, Request, Search,
};

/// The navigator that flood-fills the free cells from the goal until it reaches the start, and then
/// traces the flood back.
///
/// It swaps two wave fronts, the old one and the new one that grows from it; each cell records the
/// direction from which it was flooded. So the path has the fewest possible steps, but since
/// diagonal steps count as much as straight ones, it is often longer than necessary. After Lee, *An
/// Algorithm for Path Connections and Its Applications* (1961).
#[derive(Debug, Clone, Copy)]
pub struct Wave;

impl Navigator for Wave {
    fn description(&self) -> &'static Description {
        &Description {
            name: "wave",
            about: "a flood fill of a grid from the goal until it reaches the start",
            guarantee: Guarantee::CompleteOnGrid,
            parameters: &[CELL],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        let query = GridQuery::new(request, settings);
        Search::Wave(WaveSearch { query, touched: 0, flood: None })
    }
}

/// A search of [`Wave`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WaveSearch {
    query: GridQuery,
    touched: u32,
    flood: Option<Box<Flood>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Flood {
    endpoints: Endpoints,
    sources: Sources,
    is_flooding: bool,
    marks: Marks,
    old: Vec<u32>,
    new: Vec<u32>,
    /// The number of cells of the old front that were expanded.
    at: u32,
}

impl WaveSearch {
    /// Continues the search. See [`Search::advance`]. A step is one query of the obstacles, or up
    /// to 64 expansions without one.
    pub fn advance(&mut self, obstacles: &dyn Obstacles, steps: u32) -> Option<Outcome> {
        let Self { query, touched, flood } = self;
        let answer = query.advance(steps, |request, cell| {
            match flood {
                None => {
                    *flood = Some(Box::new(Flood::new(Endpoints::new(request, cell, obstacles)?)))
                }
                Some(flood) => flood.step(request, obstacles, touched)?,
            }
            Ok(())
        });
        if answer.is_some() {
            self.flood = None;
        }
        answer
    }

    /// The number of steps taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.query.steps()
    }

    /// The number of flooded cells.
    #[must_use]
    pub fn touched(&self) -> u32 {
        self.touched
    }

    /// See [`Search::is_sound`].
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.query.is_sound() && self.flood.as_ref().is_none_or(|flood| flood.is_sound())
    }
}

impl Flood {
    fn new(endpoints: Endpoints) -> Self {
        let marks = Marks::unflooded(endpoints.grid().cells());
        let (sources, old, new) = (Sources::default(), Vec::new(), Vec::new());
        Self { endpoints, sources, is_flooding: false, marks, old, new, at: 0 }
    }

    /// Queries an endpoint, or expands.
    fn step(
        &mut self,
        request: &Request,
        obstacles: &dyn Obstacles,
        touched: &mut u32,
    ) -> Result<(), Outcome> {
        if !self.endpoints.is_done() {
            self.endpoints.step(request, obstacles)?;
        } else if !self.is_flooding {
            self.is_flooding = self.sources.step(&mut self.endpoints, request, obstacles);
            if self.is_flooding {
                self.begin(request, touched)?;
            }
        } else {
            self.expand(request, obstacles, touched)?;
        }
        Ok(())
    }

    /// Floods the cells from which the goal can be reached straight.
    fn begin(&mut self, request: &Request, touched: &mut u32) -> Result<(), Outcome> {
        self.old = self.sources.arrivals().keys().copied().collect();
        for &cell in &self.old {
            self.marks.set(cell, SOURCE);
        }
        *touched = self.old.len() as u32;
        match self.old.iter().find(|cell| self.endpoints.starts().contains(cell)) {
            Some(&cell) => Err(self.path_from(cell, request)),
            None => Ok(()),
        }
    }

    /// Expands cells of the old front.
    fn expand(
        &mut self,
        request: &Request,
        obstacles: &dyn Obstacles,
        touched: &mut u32,
    ) -> Result<(), Outcome> {
        let grid = *self.endpoints.grid();
        for _ in 0..EXPANSIONS_PER_STEP {
            let Some(&cell) = self.old.get(self.at as usize) else {
                if self.new.is_empty() {
                    return Err(Outcome::Failed(FailureReason::NoneOnGrid));
                }
                core::mem::swap(&mut self.old, &mut self.new);
                self.new.clear();
                self.at = 0;
                continue;
            };
            let (from, ground) = (grid.place(cell), self.endpoints.ground(request, obstacles));
            let mut result = Ok(());
            for (step, by) in STEPS.into_iter().zip(1..) {
                let is_open = match is_open(&ground, from, step) {
                    Ok(is_open) => is_open,
                    Err(unknown) => {
                        result = Err(unknown);
                        break;
                    }
                };
                let next = if is_open { grid.number(after(from, step)) } else { continue };
                if self.marks.get(next) == UNFLOODED {
                    self.marks.set(next, by);
                    self.new.push(next);
                    *touched = touched.saturating_add(1);
                    if self.endpoints.starts().contains(&next) {
                        return Err(self.path_from(next, request));
                    }
                }
            }
            if let Err(unknown) = result {
                // Neighbours that this cell flooded before the query stay flooded.
                self.endpoints.explore(unknown, request, obstacles);
                return Ok(());
            }
            self.at += 1;
        }
        Ok(())
    }

    /// The path, traced back from the start.
    fn path_from(&self, mut cell: u32, request: &Request) -> Outcome {
        let grid = self.endpoints.grid();
        let mut cells = vec![cell];
        // No cell occurs twice, unless the stored search was altered.
        for _ in 0..grid.cells() {
            let Some(&[x, y]) = STEPS.get(usize::from(self.marks.get(cell)).wrapping_sub(1)) else {
                break;
            };
            let [from_x, from_y] = grid.place(cell);
            let before = [from_x - x, from_y - y];
            if !grid.holds(before) {
                break;
            }
            cell = grid.number(before);
            cells.push(cell);
        }
        match self.sources.arrivals().get(&cell) {
            Some(&arrival) => Outcome::Found(to_waypoints(request.start, grid, &cells, arrival)),
            None => Outcome::GaveUp,
        }
    }

    fn is_sound(&self) -> bool {
        let cells = self.endpoints.grid().cells();
        self.endpoints.is_sound()
            && self.sources.is_sound(cells)
            && self.marks.is_sound(cells)
            && self.old.iter().chain(&self.new).all(|&cell| cell < cells)
            && self.at as usize <= self.old.len()
    }
}

/// The marks of an unflooded cell and of a source; in between, one more than the direction in which
/// a cell was flooded.
const UNFLOODED: u8 = 0;
const SOURCE: u8 = 9;

/// A mark for each cell, stored only for pages that have any.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Marks {
    /// For each page one more than its index among the stored ones, 0 when it is not stored.
    places: Vec<u32>,
    marks: Vec<u8>,
}

/// The number of consecutive cells per page.
const PAGE: u32 = 1024;

impl Marks {
    fn unflooded(cells: u32) -> Self {
        Self { places: vec![0; cells.div_ceil(PAGE) as usize], marks: Vec::new() }
    }

    fn get(&self, cell: u32) -> u8 {
        let place = self.places[(cell / PAGE) as usize];
        place
            .checked_sub(1)
            .map_or(UNFLOODED, |page| self.marks[(page * PAGE + cell % PAGE) as usize])
    }

    fn set(&mut self, cell: u32, mark: u8) {
        let place = &mut self.places[(cell / PAGE) as usize];
        if *place == 0 {
            self.marks.resize(self.marks.len() + PAGE as usize, UNFLOODED);
            *place = self.marks.len() as u32 / PAGE;
        }
        self.marks[((*place - 1) * PAGE + cell % PAGE) as usize] = mark;
    }

    fn is_sound(&self, cells: u32) -> bool {
        let pages = self.marks.len() as u32 / PAGE;
        self.places.len() == cells.div_ceil(PAGE) as usize
            && self.marks.len().is_multiple_of(PAGE as usize)
            && self.places.iter().all(|&place| place <= pages)
    }
}
