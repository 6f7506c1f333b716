//! Playback: a run with a past, told by tick, and what there is to know of one creature in it.

pub mod chronicle;
pub mod inspection;

pub use chronicle::Chronicle;
pub use inspection::Inspection;
