//! Pictures: what there is in a world, painted on a canvas.
//!
//! A [`Canvas`] shows an area of a world; x grows to the right and y downward, as on maps. What is
//! painted on it has a file each: a [`PathDrawing`], many of
//! them [`SideBySide`], a [`Plan`].
//!
//! A living world is painted on a [`Framebuffer`] of pixels, as it is seen through a [`Camera`];
//! [`Letters`] are written on it. A [`Painter`] paints a [`View`] of it, with [`Overlays`] if asked. A
//! window only shows the sheet, and a file only holds it.

pub mod actions;
mod camera;
mod canvas;
mod framebuffer;
pub mod gif;
mod overlay;
mod painter;
pub mod panel;
mod path_drawing;
mod plan;
mod side_by_side;
mod text;

pub use camera::Camera;
pub use canvas::{Canvas, Colour, Pen};
pub use framebuffer::{Framebuffer, Rect};
pub use glam::Vec2;
pub use overlay::{Overlay, OverlayData, Overlays, PathFigure, UnknownOverlay};
pub use painter::{Caption, Painter, View, palette_of};
pub use path_drawing::PathDrawing;
pub use plan::Plan;
pub use side_by_side::{Pane, SideBySide};
pub use text::{Face, Letters, Writing};
