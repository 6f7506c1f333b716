//! The shortest way from cell to cell, without taking up most of them: jump-point search.

use super::CELL;
use super::climb::ClimbSearch;
use crate::input::parameter::{Parameter, ParameterValues};
use crate::{Guarantee, Navigator, Request, Search};

/// The navigator that finds a way as short as that of [`GridAStar`](super::GridAStar), but takes up
/// only the cells at which there is something to decide, and finds these 64 cells at a time.
///
/// After Harabor and Grastien, *Online Graph Pruning for Pathfinding on Grid Maps* (2011), in the
/// form for ways that cut no corner, and *Improving Jump Point Search* (2014).
#[derive(Debug, Clone, Copy)]
pub struct JumpPoint;

impl Navigator for JumpPoint {
    fn name(&self) -> &'static str {
        "jump-point"
    }

    fn about(&self) -> &'static str {
        "the shortest way over a grid: A* from jump point to jump point"
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::ShortestOnGrid
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[CELL]
    }

    fn begin_with(&self, request: Request, settings: &ParameterValues) -> Search {
        Search::JumpPoint(ClimbSearch::new(request, settings, true))
    }
}
