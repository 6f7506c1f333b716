//! The tiles of the ground, polygons from meshes, and an index of the bodies on the ground.

#![forbid(unsafe_code)]

mod district;
pub mod geometry;
pub mod hilbert;
mod index;
pub mod mesh;
mod table;
pub mod terrain;

pub use district::{DISTRICT_SIDE, District};
pub use index::{Block, Index, Mobility, Near, Slot, WideNodes};
pub use table::{Table, TableKey};
