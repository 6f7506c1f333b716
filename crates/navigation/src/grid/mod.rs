//! Path finding on grids: the world divided into square cells, and searches over the free ones.
//!
//! A cell of a [`Grid`] is free when an agent at its centre, of its own size or that of the cell,
//! whichever is larger, is within the world and overlaps no obstacle. Straight and diagonal steps
//! between free cells that cut no corner are then free without another query. Start and goal need
//! not be at centres of cells: straight free segments connect them to the cells around them. There
//! may be paths that no grid path represents, so a search without a result
//! [fails](crate::FailureReason::NoneOnGrid) and proves nothing.
//!
//! A search determines which cells are free as it proceeds, a block of 64 × 64 cells per query. An
//! [`OccupancyGrid`] precomputes this for many searches.
//!
//! Polygons count as their bounding boxes.

mod astar;
mod astar_search;
mod endpoints;
mod frontier;
mod jump;
mod jump_point;
mod jump_table;
mod jumps;
mod landmarks;
mod nodes;
mod occupancy;
mod query;
mod section_tree;
mod sections;
mod sources;
mod squares;
mod step_costs;
mod steps;
mod string_pulling;
mod successor;
mod successor_board;
mod taut;
mod wave;
mod waypoints;

use terrarium_input::parameter::Parameter;

pub use astar::GridAStar;
pub use astar_search::AStarSearch;
pub use jump_point::JumpPoint;
pub use occupancy::{OccupancyGrid, OnGrid};
pub use sections::{Sections, SectionsSearch};
pub use squares::{Grid, MAX_CELLS_PER_SIDE};
pub use successor::{Successor, SuccessorSearch};
pub use successor_board::{DIAGONAL_COST, MAX_SQUARES, STRAIGHT_COST, SuccessorBoard};
pub use wave::{Wave, WaveSearch};

/// The size of cells.
const CELL: Parameter = Parameter {
    name: "cell",
    unit: "units",
    default: 0.0,
    min: 0.0,
    max: 1_048_576.0,
    meaning: "the side of a cell; 0 for the agent's smaller side, or, if that is 0, 1/64 of the \
              world's",
};
