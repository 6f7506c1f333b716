//! Images of charts: pixels as PNG, lines and text as SVG or PDF.

use std::io::{self, Write};
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::pdf::PdfBackend;
use super::plot::PlotError;
use super::style;
use crate::{atomic_file, png_file};

/// A backend on which charts can be drawn.
pub trait Backend: DrawingBackend<ErrorType: 'static> {}

impl<B: DrawingBackend<ErrorType: 'static>> Backend for B {}

/// A drawing area of any backend.
pub type Area<B> = DrawingArea<B, Shift>;

/// What can be drawn on any backend.
pub trait Drawing {
    /// Draws it on a white area.
    fn draw<B: Backend>(&self, area: &Area<B>) -> Result<(), PlotError>;
}

/// The format of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Pixels.
    Png,
    /// Vectors, with fonts by name.
    Svg,
    /// Vectors, with the fonts that they use.
    Pdf,
}

impl ImageFormat {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Pdf => "pdf",
        }
    }
}

/// Encodes an image of this width and height in pixels. Equal drawings give equal bytes.
///
/// # Errors
/// When it cannot be drawn.
pub fn encode(
    drawing: &impl Drawing,
    format: ImageFormat,
    (width, height): (u32, u32),
) -> io::Result<Vec<u8>> {
    style::register_fonts();
    match format {
        ImageFormat::Png => {
            let mut pixels = vec![u8::MAX; 3 * width as usize * height as usize];
            paint(drawing, BitMapBackend::with_buffer(&mut pixels, (width, height)))?;
            png_file::encode(width, height, &pixels)
        }
        ImageFormat::Svg => {
            let mut text = String::new();
            paint(drawing, SVGBackend::with_string(&mut text, (width, height)))?;
            Ok(text.into_bytes())
        }
        ImageFormat::Pdf => {
            let mut bytes = Vec::new();
            paint(drawing, PdfBackend::new(&mut bytes, (width, height)))?;
            Ok(bytes)
        }
    }
}

/// Writes an image to `path`, atomically. See [`encode`].
///
/// # Errors
/// When it cannot be drawn or written. An existing file is unchanged then.
pub fn save(
    drawing: &impl Drawing,
    format: ImageFormat,
    size: (u32, u32),
    path: &Path,
) -> io::Result<()> {
    let bytes = encode(drawing, format, size)?;
    atomic_file::write(path, |file| file.write_all(&bytes))
}

fn paint<B: Backend>(drawing: &impl Drawing, backend: B) -> io::Result<()> {
    let area = backend.into_drawing_area();
    let filled = area.fill(&WHITE).map_err(PlotError::from);
    let drawn = filled.and_then(|()| drawing.draw(&area)).and_then(|()| Ok(area.present()?));
    drawn.map_err(io::Error::other)
}
