//! The shortest path from cell to cell: A* over neighbours.

use terrarium_input::parameter::ParameterValues;

use super::CELL;
use super::astar_search::AStarSearch;
use crate::{Description, Guarantee, Navigator, Request, Search};

/// The navigator that finds the shortest path of straight and diagonal steps between the centres of
/// free cells, with plain A*.
///
/// No step cuts a corner: a diagonal step needs both cells beside it free. Of cells with equal
/// bounds the one nearer to the goal is expanded first, and of these the one reached first.
/// [`JumpPoint`](super::JumpPoint) finds paths of the same length faster.
///
/// Where the [ground](crate::Obstacles::ground) counts, the path is the cheapest on the grid.
#[derive(Debug, Clone, Copy)]
pub struct GridAStar;

impl Navigator for GridAStar {
    fn description(&self) -> &'static Description {
        &Description {
            name: "grid-astar",
            about: "the shortest path on a grid: A* from cell to cell",
            guarantee: Guarantee::ShortestOnGrid,
            parameters: &[CELL],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        Search::GridAStar(AStarSearch::new(request, settings, false))
    }
}
