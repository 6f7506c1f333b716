//! The tiles of the ground, and an index of the bodies on it.

mod district;
mod index;
pub mod terrain;

pub use district::District;
pub use index::{Index, Mobility, Slot};
