//! The shortest way from cell to cell: A* over neighbours.

use super::CELL;
use super::climb::ClimbSearch;
use crate::input::parameter::{Parameter, ParameterValues};
use crate::{Guarantee, Navigator, Request, Search};

/// The navigator that finds the shortest way of straight and diagonal steps from the middle of a
/// free cell to the middle of another, cell by cell.
///
/// No step cuts a corner: a diagonal one needs both cells beside it free. Of the cells that promise
/// the same the one nearer to the goal is taken up first, and of these the one that was reached
/// first. [`JumpPoint`](super::JumpPoint) finds ways of the same length sooner.
#[derive(Debug, Clone, Copy)]
pub struct GridAStar;

impl Navigator for GridAStar {
    fn name(&self) -> &'static str {
        "grid-astar"
    }

    fn about(&self) -> &'static str {
        "the shortest way over a grid: A* from cell to cell"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::ShortestOnGrid
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[CELL]
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        Search::GridAStar(ClimbSearch::new(request, settings, false))
    }
}
