//! What can be wrong with a map or with constants for strategic travel.

use thiserror::Error;

use super::{MAX_LINES, MAX_NODES};
use crate::space::terrain::{Cell, Tile};

/// Why there is no strategic travel on a map, told so that its author can mend it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StrategicProblem {
    /// A constant is out of its range.
    #[error("`{name}` is {value}; it may be {most} at most")]
    Setting {
        /// Which constant.
        name: &'static str,
        /// What is given.
        value: u32,
        /// The most that it may be.
        most: u32,
    },
    /// There are more nodes than are possible.
    #[error(
        "the map has {0} nodes or more (capture points, spawn points, both sides of passages), but \
         at most {MAX_NODES} are possible; take some off the map, or cut it"
    )]
    TooManyNodes(usize),
    /// All lines between nodes together are longer than is possible.
    #[error(
        "the lines between the {nodes} nodes cross {tiles} tiles or more, but at most {MAX_LINES} \
         are possible; take some capture or spawn points off the map, or cut it"
    )]
    LinesTooLong {
        /// How many nodes there are.
        nodes: usize,
        /// How many tiles their lines cross.
        tiles: u64,
    },
    /// A base is taken from where nobody can stand.
    #[error(
        "the capture tile {cell} of control point `{name}` is {tile}, where nobody can stand; move \
         it onto ground"
    )]
    BaseOutOfReach {
        /// The control point.
        name: String,
        /// Where it is taken.
        cell: Cell,
        /// What is there.
        tile: Tile,
    },
    /// A place is outside the map.
    #[error(
        "{cell} is outside the map; it has columns 0 to {} and rows 0 to {}", width - 1, height - 1
    )]
    Outside {
        /// The place.
        cell: Cell,
        /// How many columns the map has.
        width: u32,
        /// How many rows the map has.
        height: u32,
    },
    /// Nobody can stand at a place.
    #[error("{cell} is {tile}, where nobody can stand; choose a tile of ground")]
    Closed {
        /// The place.
        cell: Cell,
        /// What is there.
        tile: Tile,
    },
    /// Saved nodes are none of this map.
    #[error("the saved nodes are damaged: {0}; use another copy")]
    Damaged(&'static str),
}
