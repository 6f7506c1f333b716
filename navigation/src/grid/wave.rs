//! A wave that floods the free cells from the goal: Lee's algorithm.

use serde::{Deserialize, Serialize};

use super::CELL;
use super::climb::AT_A_TIME;
use super::endpoints::Endpoints;
use super::query::GridQuery;
use super::sources::Sources;
use super::steps::{STEPS, after, is_open};
use super::way::joined;
use crate::input::parameter::{Parameter, ParameterValues};
use crate::{FailureReason, Guarantee, Navigator, Obstacles, Outcome, Request, Search};

/// The navigator that floods the free cells from the goal until the start is wet, and then goes
/// against the stream.
///
/// It keeps two wave fronts, an old one and the new one that comes of it, and swaps them; each cell
/// remembers from where it was flooded. So the way has as few steps as there can be, a diagonal one
/// counting as much as a straight one, and is the longer for it. After
/// Lee, *An Algorithm for Path Connections and Its Applications* (1961).
#[derive(Debug, Clone, Copy)]
pub struct Wave;

impl Navigator for Wave {
    fn name(&self) -> &'static str {
        "wave"
    }

    fn about(&self) -> &'static str {
        "a wave that floods a grid from the goal until it comes to the start"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::CompleteOnGrid
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[CELL]
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
    is_flowing: bool,
    marks: Marks,
    old: Vec<u32>,
    new: Vec<u32>,
    /// How much of the old front has flowed on.
    at: u32,
}

impl WaveSearch {
    /// Goes on with the search. See [`Search::advance`]. A step is one look at the obstacles, or 64
    /// cells flooded from without one.
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

    /// How many steps it has taken.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.query.steps()
    }

    /// How many cells are wet.
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
        let marks = Marks::dry(endpoints.grid().cells());
        let (sources, old, new) = (Sources::default(), Vec::new(), Vec::new());
        Self { endpoints, sources, is_flowing: false, marks, old, new, at: 0 }
    }

    /// Looks about an end, or flows on.
    fn step(
        &mut self,
        request: &Request,
        obstacles: &dyn Obstacles,
        touched: &mut u32,
    ) -> Result<(), Outcome> {
        if !self.endpoints.is_done() {
            self.endpoints.look(request, obstacles)?;
        } else if !self.is_flowing {
            self.is_flowing = self.sources.look(&mut self.endpoints, request, obstacles);
            if self.is_flowing {
                self.begin(request, touched)?;
            }
        } else {
            self.flow(request, obstacles, touched)?;
        }
        Ok(())
    }

    /// Wets the cells from which one arrives.
    fn begin(&mut self, request: &Request, touched: &mut u32) -> Result<(), Outcome> {
        self.old = self.sources.arrivals().keys().copied().collect();
        for &cell in &self.old {
            self.marks.set(cell, SOURCE);
        }
        *touched = self.old.len() as u32;
        match self.old.iter().find(|cell| self.endpoints.starts().contains(cell)) {
            Some(&cell) => Err(self.way_from(cell, request)),
            None => Ok(()),
        }
    }

    /// Flows on from cells of the old front.
    fn flow(
        &mut self,
        request: &Request,
        obstacles: &dyn Obstacles,
        touched: &mut u32,
    ) -> Result<(), Outcome> {
        let grid = *self.endpoints.grid();
        for _ in 0..AT_A_TIME {
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
            let mut looked = Ok(());
            for (step, by) in STEPS.into_iter().zip(1..) {
                let is_open = match is_open(&ground, from, step) {
                    Ok(is_open) => is_open,
                    Err(unknown) => {
                        looked = Err(unknown);
                        break;
                    }
                };
                let next = if is_open { grid.number(after(from, step)) } else { continue };
                if self.marks.get(next) == DRY {
                    self.marks.set(next, by);
                    self.new.push(next);
                    *touched = touched.saturating_add(1);
                    if self.endpoints.starts().contains(&next) {
                        return Err(self.way_from(next, request));
                    }
                }
            }
            if let Err(unknown) = looked {
                // What this cell has wetted so far stays wet.
                self.endpoints.find_out(unknown, request, obstacles);
                return Ok(());
            }
            self.at += 1;
        }
        Ok(())
    }

    /// The way against the stream.
    fn way_from(&self, mut cell: u32, request: &Request) -> Outcome {
        let grid = self.endpoints.grid();
        let mut cells = vec![cell];
        // Nobody comes by a cell twice, unless somebody tampered with the marks.
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
            Some(&arrival) => Outcome::Found(joined(request.start, grid, &cells, arrival)),
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

/// A cell that is dry, and one that the flood comes from; in between, one more than the direction
/// in which it was flooded.
const DRY: u8 = 0;
const SOURCE: u8 = 9;

/// A mark for each cell, kept only where there are any.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Marks {
    /// For each page one more than its place among those that are kept, 0 when it is not.
    places: Vec<u32>,
    marks: Vec<u8>,
}

/// So many cells, one after the other, share a page.
const PAGE: u32 = 1024;

impl Marks {
    fn dry(cells: u32) -> Self {
        Self { places: vec![0; cells.div_ceil(PAGE) as usize], marks: Vec::new() }
    }

    fn get(&self, cell: u32) -> u8 {
        let place = self.places[(cell / PAGE) as usize];
        place.checked_sub(1).map_or(DRY, |page| self.marks[(page * PAGE + cell % PAGE) as usize])
    }

    fn set(&mut self, cell: u32, mark: u8) {
        let place = &mut self.places[(cell / PAGE) as usize];
        if *place == 0 {
            self.marks.resize(self.marks.len() + PAGE as usize, DRY);
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
