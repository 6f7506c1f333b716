//! Pictures of worlds, paths and maps, and the panels of viewers.
//!
//! A [`Canvas`] shows an area of a world, with x to the right and y downward, for drawings in
//! vector style: a [`PathDrawing`], several of them [`PathComparison`], or a [`MapDrawing`].
//!
//! A [`Framebuffer`] holds the pixels of a window or a picture file. A [`Painter`] paints a
//! [`View`] of a world into it, as seen through a [`Camera`] and with [`Overlays`]; [`Font`]
//! write text. A [`Picture`] does all of that for a simulation as it stands.

#![forbid(unsafe_code)]

pub mod actions;
mod camera;
mod canvas;
mod colouring;
pub mod gif;
mod overlay;
mod painter;
mod path_comparison;
mod path_drawing;
mod picture;
mod plan;
pub mod theme;
mod tour_camera;
pub mod video;

pub use glam::Vec2;
pub use terrarium_drawing::{Colour, Font, FontFace, Framebuffer, Rect, TextStyle};

pub use camera::Camera;
pub use canvas::{Canvas, Pen};
pub use colouring::{ColourBy, Colouring, Descent, Key, LineageColour, UnknownColour};
pub use overlay::{MAX_MARKS, Overlay, OverlayData, Overlays, PathFigure, UnknownOverlay};
pub use painter::{
    Caption, DENSITY_CELL, DensityCache, GROUND, LABEL, LABEL_INK, Painter, Portrait, View,
    colour_note, palette_of, tile_colour,
};
pub use path_comparison::{Pane, PathComparison};
pub use path_drawing::PathDrawing;
pub use picture::Picture;
pub use plan::MapDrawing;
