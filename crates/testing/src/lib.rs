//! What the tests and benchmarks of several packages share: worlds drawn as text, a small world full of events,
//! single turns, pictures that are compared, folders in which the command runs, and what not every machine has.

#![forbid(unsafe_code)]

pub mod by_hand;
pub mod environment;
pub mod neighbourhood;
pub mod picture;
mod repeatability;
mod scenario;
mod small_world;
pub mod strategic;
pub mod turn_costs;
pub mod turns;
pub mod workdir;

pub use repeatability::{state_hashes, ticked, with_threads};
pub use scenario::scenario;
pub use small_world::{simulated, simulation_of, small_world, small_world_with_mutation};
pub use workdir::Workdir;
