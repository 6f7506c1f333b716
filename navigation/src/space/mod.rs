//! The tiles of the ground, polygons from meshes, and an index of the bodies on the ground.

mod district;
mod index;
pub mod mesh;
pub mod terrain;

pub use district::{DISTRICT_SIDE, District};
pub use index::{Index, LARGE, Mobility, Slot, WideNodes};
