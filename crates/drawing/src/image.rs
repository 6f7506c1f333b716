//! Drawings as files: pixels as PNG, lines and text as SVG or PDF.

use std::io::{self, Write};
use std::path::Path;

use terrarium_output::atomic_file;

use crate::chart::{ChartPen, Ink};
#[cfg(not(target_family = "wasm"))]
use crate::pdf::PdfPage;
use crate::svg::SvgPage;
use crate::{Font, Framebuffer, Surface, opaque};

/// The format of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Pixels.
    Png,
    /// Shapes and text, with fonts by name.
    Svg,
    /// Shapes and text, with the fonts that they use.
    Pdf,
}

/// The scale of text and lines in files.
pub const SCALE: f32 = 1.5;

impl ImageFormat {
    /// The ending of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Pdf => "pdf",
        }
    }
}

/// Encodes an image of this width and height in pixels, drawn with [`Ink::PAPER`]. Equal drawings give equal bytes.
///
/// ```
/// use terrarium_drawing::image::{self, ImageFormat};
/// use terrarium_drawing::{Rect, TextStyle};
///
/// let svg = image::encode(ImageFormat::Svg, (200, 100), |pen| {
///     pen.text("hares & foxes", Rect::new(10.0, 10.0, 180.0, 20.0), &pen.ink.small());
/// })?;
/// assert!(String::from_utf8(svg)?.contains(">hares &amp; foxes</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a side of a PNG picture has more than [`Framebuffer::MOST`] pixels, or memory is not enough. In a browser there are no PDF files.
pub fn encode(
    format: ImageFormat,
    (width, height): (u32, u32),
    draw: impl FnOnce(&mut ChartPen<'_>),
) -> io::Result<Vec<u8>> {
    match format {
        ImageFormat::Png if width.max(height) > Framebuffer::MOST => {
            Err(io::Error::other(format!(
                "a picture of {width}x{height} pixels is too large: a side has at most {} pixels",
                Framebuffer::MOST
            )))
        }
        ImageFormat::Png => {
            let mut pixels = Framebuffer::new(width, height, opaque(Ink::PAPER.ground));
            on(&mut pixels, draw);
            pixels.png()
        }
        ImageFormat::Svg => {
            let mut page = SvgPage::new((width, height));
            page.fill(page.bounds(), opaque(Ink::PAPER.ground));
            on(&mut page, draw);
            Ok(page.finish().into_bytes())
        }
        #[cfg(target_family = "wasm")]
        ImageFormat::Pdf => Err(io::Error::other("this build writes no PDF files")),
        #[cfg(not(target_family = "wasm"))]
        ImageFormat::Pdf => {
            let mut page = PdfPage::new((width, height));
            on(&mut page, draw);
            Ok(page.finish())
        }
    }
}

/// Writes an image to `path`, atomically. See [`encode`].
///
/// # Errors
/// When the file cannot be written. An existing file is unchanged then.
pub fn save(
    path: &Path,
    format: ImageFormat,
    size: (u32, u32),
    draw: impl FnOnce(&mut ChartPen<'_>),
) -> io::Result<()> {
    let bytes = encode(format, size, draw)?;
    atomic_file::write(path, |file| file.write_all(&bytes))
}

fn on(surface: &mut dyn Surface, draw: impl FnOnce(&mut ChartPen<'_>)) {
    let mut font = Font::new(SCALE);
    draw(&mut ChartPen { surface, font: &mut font, ink: &Ink::PAPER, pointer: None });
}
