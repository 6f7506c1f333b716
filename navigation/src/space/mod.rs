//! What stands where: the ground's tiles, and an index of everything that stands or moves on them.

mod district;
mod index;
pub mod terrain;

pub use district::District;
pub use index::{Index, Mobility, Slot};
