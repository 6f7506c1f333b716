//! Overlays: layers of information over the world, chosen by name or key.

mod data;
mod flags;
pub(super) mod marks;
pub(super) mod paint;

pub use data::{MAX_MARKS, OverlayData, PathFigure};
pub use flags::{Overlay, Overlays, UnknownOverlay};
