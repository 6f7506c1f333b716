//! What steps cost on a grid over ground of different costs.

use terrarium_space::geometry::{Aabb, DVec2, Segment};

use super::squares::Place;
use super::steps::{DIAGONAL, STRAIGHT, in_units};
use super::{Grid, endpoints::Span};
use crate::ground::Ground;

/// The costs of cells, as far as a search has asked for them.
#[derive(Debug, Clone, Default)]
pub(super) struct CellCosts {
    /// Runs of cells by their number. Cells that were not asked for are [`UNKNOWN`], and those on
    /// ground of several costs are [`MIXED`].
    pages: Vec<Option<Box<[f64; PAGE]>>>,
}

/// The number of cells per page.
const PAGE: usize = 1024;

const UNKNOWN: f64 = 0.0;

const MIXED: f64 = f64::INFINITY;

impl PartialEq for CellCosts {
    /// They follow from the ground.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The costs of steps, in units of [`STRAIGHT`]: on plain ground their lengths.
pub(super) struct StepCosts<'a> {
    pub ground: Option<&'a Ground>,
    pub grid: Grid,
    pub cells: &'a mut CellCosts,
}

impl StepCosts<'_> {
    /// The cost of a step to a neighbour, whose length is [`STRAIGHT`] or [`DIAGONAL`].
    pub fn step(&mut self, from: Place, to: Place, length: u64) -> u64 {
        let Some(ground) = self.ground else { return length };
        let [a, b] = [from, to].map(|place| self.cell(ground, self.grid.number(place)));
        if a.is_finite() && b.is_finite() {
            return (length as f64 * ((a + b) * 0.5)) as u64;
        }
        let [from, to] = [from, to].map(|place| self.grid.centre_of(self.grid.number(place)));
        self.segment(from, to)
    }

    /// The cost of a straight line.
    pub fn segment(&self, from: DVec2, to: DVec2) -> u64 {
        let segment = Segment::new(from, to);
        let cost = self.ground.map_or_else(|| segment.length(), |ground| ground.cost(&segment));
        in_units(cost / self.grid.side())
    }

    /// A lower bound of the cost from a cell to the goal.
    pub fn ahead(&self, goal: Span, from: Place) -> u64 {
        let [x, y] = goal.distance_to(from);
        let (less, more) = (x.min(y), x.max(y));
        let cheapest = self.ground.map_or(1.0, Ground::cheapest);
        let [straight, diagonal] = [STRAIGHT, DIAGONAL].map(|it| (it as f64 * cheapest) as u64);
        u64::from(less) * diagonal + u64::from(more - less) * straight
    }

    /// The cost of a unit of path all over a cell; [`MIXED`] if it is not the same.
    fn cell(&mut self, ground: &Ground, number: u32) -> f64 {
        let (page, within) = (number as usize / PAGE, number as usize % PAGE);
        if page >= self.cells.pages.len() {
            self.cells.pages.resize(page + 1, None);
        }
        let page = self.cells.pages[page].get_or_insert_with(|| Box::new([UNKNOWN; PAGE]));
        if page[within] == UNKNOWN {
            let cell = Aabb::square(self.grid.centre_of(number), self.grid.side() * 0.5);
            page[within] = ground.cost_within(&cell).unwrap_or(MIXED);
        }
        page[within]
    }
}
