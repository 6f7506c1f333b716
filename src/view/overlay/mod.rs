//! Overlays: layers of information over the world, chosen by name or key.

mod data;
mod flags;
pub(super) mod paint;

pub use data::{OverlayData, PathFigure};
pub use flags::{Overlay, Overlays, UnknownOverlay};
