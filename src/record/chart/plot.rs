//! A plot on white ground, written as a PNG file.

use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::style;
use crate::png_file;

/// What charts are drawn on.
pub(crate) type Plot<'a> = DrawingArea<BitMapBackend<'a>, Shift>;

/// A drawing error, whatever it is about.
pub(crate) type PlotError = Box<dyn std::error::Error + Send + Sync>;

/// Draws a plot of this width and height in pixels into a PNG file at `path`, which appears whole or
/// not at all.
///
/// # Errors
/// When it cannot be drawn or the file cannot be written.
pub(crate) fn save(
    path: &Path,
    (width, height): (u32, u32),
    draw: impl FnOnce(&Plot<'_>) -> Result<(), PlotError>,
) -> io::Result<()> {
    style::register_fonts();
    let mut pixels = vec![u8::MAX; 3 * width as usize * height as usize];
    let plot = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    draw(&plot).and_then(|()| Ok(plot.present()?)).map_err(io::Error::other)?;
    drop(plot);
    png_file::save(path, width, height, &pixels)
}
