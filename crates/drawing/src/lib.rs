//! What pictures are drawn with: shapes and text on pixels or on a page, and the parts of charts.
//!
//! A [`Surface`] takes shapes and text. A [`Framebuffer`] is one of pixels, for windows and pictures; with
//! [`image::encode`] the same drawing becomes a PNG, SVG or PDF file. Text is set in [`Font`]s that are a part of the
//! program, so that pictures are equal on every machine.
//!
//! A [`chart`] is drawn with a [`ChartPen`](chart::ChartPen): axes in a [`Frame`](chart::Frame), curves with their names,
//! legends, and plots beside each other.

#![forbid(unsafe_code)]

pub mod chart;
mod colour;
pub mod framebuffer;
pub mod image;
#[cfg(not(target_family = "wasm"))]
mod pdf;
#[cfg(not(target_family = "wasm"))]
mod pdf_font;
mod rect;
mod surface;
mod svg;
mod text;

pub use colour::{Colour, opaque, pale};
pub use framebuffer::Framebuffer;
pub use glam::Vec2;
pub use rect::Rect;
pub use surface::Surface;
pub use text::{Font, FontFace, TextStyle};
