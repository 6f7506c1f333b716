//! Plots on a white background, written as PNG files.

use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::style;
use crate::png_file;

/// The drawing area of a chart.
pub type Plot<'a> = DrawingArea<BitMapBackend<'a>, Shift>;

/// Any error of drawing.
pub type PlotError = Box<dyn std::error::Error + Send + Sync>;

/// Draws a plot of this width and height in pixels, and writes it as PNG to `path`, atomically.
///
/// # Errors
/// When `draw` fails or the file cannot be written.
pub fn save(
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
