//! The state of a world, and its tick.
//!
//! [`world`] holds state and nothing else; [`tick`] is everything that changes it, one file a phase;
//! [`behaviours`] makes the behaviours that species choose.

#![forbid(unsafe_code)]

pub mod behaviours;
pub mod tick;
pub mod world;
