//! The shortest path from cell to cell with few expansions: jump point search.

use terrarium_input::parameter::ParameterValues;

use super::CELL;
use super::astar_search::AStarSearch;
use crate::{Description, Guarantee, Navigator, Request, Search};

/// The navigator that finds a path as short as that of [`GridAStar`](super::GridAStar), but expands
/// only jump points, which it finds 64 cells at a time.
///
/// After Harabor and Grastien, *Online Graph Pruning for Pathfinding on Grid Maps* (2011), in the
/// variant without cut corners, and *Improving Jump Point Search* (2014).
///
/// Where the [ground](crate::Obstacles::ground) counts, there are no jump points, and the search is that
/// of [`GridAStar`](super::GridAStar).
#[derive(Debug, Clone, Copy)]
pub struct JumpPoint;

impl Navigator for JumpPoint {
    fn description(&self) -> &'static Description {
        &Description {
            name: "jump-point",
            about: "the shortest path on a grid: A* from jump point to jump point",
            guarantee: Guarantee::ShortestOnGrid,
            parameters: &[CELL],
            is_stepwise: false,
        }
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        Search::JumpPoint(AStarSearch::new(request, settings, true))
    }
}
