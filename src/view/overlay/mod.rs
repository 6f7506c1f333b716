//! What can be laid over a world: chosen by name or key, painted from plain data.

mod data;
mod flags;
pub(super) mod paint;

pub use data::{OverlayData, PathFigure};
pub use flags::{Overlay, Overlays, UnknownOverlay};
