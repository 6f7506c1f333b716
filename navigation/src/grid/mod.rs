//! Ways from cell to cell: the world cut into squares, and searches over those that are free.
//!
//! A cell of a [`Grid`] is free when a mover in its middle, of its own size or that of the cell,
//! whichever is more, is within the world and overlaps no obstacle. Straight and diagonal steps
//! between free cells that cut no corner are then free for the mover without another look. Start
//! and goal need not be in the middle of a cell: straight free ways join them to the cells about them.
//! What none of this leads through may still be a way, so who finds none
//! [fails](crate::Shortfall::NoneOnGrid) and proves nothing.
//!
//! Which cells are free a search finds out as it gets there, a block of 64 × 64 cells at a look,
//! and remembers. Where the same question is asked often, a [`OccupancyGrid`] knows it in advance.
//!
//! Polygons count as the smallest boxes around them.

mod astar;
mod climb;
mod endpoints;
mod frontier;
mod jump;
mod jump_point;
mod nodes;
mod occupancy;
mod pull;
mod quarters;
mod query;
mod sections;
mod sources;
mod squares;
mod steps;
mod successor;
mod successor_board;
mod wave;
mod way;

pub use astar::GridAStar;
pub use climb::ClimbSearch;
pub use jump_point::JumpPoint;
pub use occupancy::{OccupancyGrid, OnGrid};
pub use sections::{Sections, SectionsSearch};
pub use squares::{Grid, MOST_CELLS_ABREAST};
pub use successor::{Successor, SuccessorSearch};
pub use successor_board::{DIAGONAL_COST, MOST_SQUARES, STRAIGHT_COST, SuccessorBoard};
pub use wave::{Wave, WaveSearch};

use crate::input::parameter::Parameter;

/// How large cells are.
const CELL: Parameter = Parameter {
    name: "cell",
    unit: "units",
    default: 0.0,
    min: 0.0,
    max: 1_048_576.0,
    meaning: "the side of a cell; 0 for the mover's own smaller side, or, if it has none, a 64th of \
              the world's",
};
