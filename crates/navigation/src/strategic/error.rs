//! Errors in maps and constants for strategic travel.

use terrarium_space::terrain::{Cell, Tile};
use thiserror::Error;

use super::{MAX_LINES, MAX_NODES};

/// Why strategic travel on a map is impossible, and how to fix the map.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StrategicProblem {
    /// A constant is out of its range.
    #[error("`{name}` is {value}; it may be {most} at most")]
    Constant {
        /// The name of the constant.
        name: &'static str,
        /// The given value.
        value: u32,
        /// The greatest possible value.
        most: u32,
    },
    /// There are too many nodes.
    #[error(
        "the map has {0} nodes or more (capture points, spawn points, both sides of passages), but \
         at most {MAX_NODES} are possible; remove some, or crop the map"
    )]
    TooManyNodes(usize),
    /// The total length of all lines between nodes is too great.
    #[error(
        "the lines between the {nodes} nodes cross {tiles} tiles or more, but at most {MAX_LINES} \
         are possible; remove some capture or spawn points, or crop the map"
    )]
    LinesTooLong {
        /// The number of nodes.
        nodes: usize,
        /// The number of tiles that their lines cross.
        tiles: u64,
    },
    /// The capture tile of a base is impassable.
    #[error(
        "the capture tile {cell} of control point `{name}` is {tile}, which is impassable; move \
         it to passable ground"
    )]
    BaseImpassable {
        /// The name of the control point.
        name: String,
        /// Its capture tile.
        cell: Cell,
        /// The kind of that tile.
        tile: Tile,
    },
    /// A cell is outside the map.
    #[error(
        "{cell} is outside the map; it has columns 0 to {} and rows 0 to {}", width - 1, height - 1
    )]
    Outside {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// A cell is impassable.
    #[error("{cell} is {tile}, which is impassable; choose a passable tile")]
    Closed {
        /// The cell.
        cell: Cell,
        /// The kind of tile there.
        tile: Tile,
    },
    /// Saved nodes do not fit this map.
    #[error("the saved nodes are damaged: {0}; use another copy")]
    Damaged(&'static str),
}
