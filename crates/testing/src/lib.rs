//! What the tests of several packages share: worlds drawn as text, a small world full of events, pictures that
//! are compared, and what not every machine has.

#![forbid(unsafe_code)]

pub mod by_hand;
pub mod environment;
pub mod picture;
mod small_world;
pub mod strategic;

pub use small_world::{simulated, simulation_of, small_world, small_world_with_mutation};
