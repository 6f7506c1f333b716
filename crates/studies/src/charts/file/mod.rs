//! Charts as files: pictures as PNG, SVG or PDF, and their numbers as CSV.

mod csv;

use std::io::{self, Write};
use std::path::Path;

use terrarium_drawing::image::{self, ImageFormat};
use terrarium_output::atomic_file;

use super::drawing::{ChartView, legible_height};
use super::{Chart, ChartKind};

/// The format of a file with a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A picture of pixels.
    Png,
    /// A picture of lines and text, which can be enlarged and edited.
    Svg,
    /// A page of lines and text, of the size of the picture: for papers.
    Pdf,
    /// The numbers as comma-separated values.
    Csv,
}

/// The usual size of a picture in pixels.
pub const SIZE: (u32, u32) = (1280, 720);

/// The usual size of a PDF page in pixels of 0.2 mm: as wide as the text of a page.
pub const PAGE: (u32, u32) = (900, 560);

/// The range of sides of a picture, in pixels.
pub const SIDES: std::ops::RangeInclusive<u32> = 240..=8192;

/// The number of points in each curve of a picture, and of intervals of births: more are not visible.
const POINTS: usize = 2048;
const INTERVALS: usize = 256;

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Png, Self::Svg, Self::Pdf, Self::Csv];

    /// Returns the ending of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        self.image().map_or("csv", ImageFormat::ending)
    }

    /// Returns the format of its image; `None` for tables.
    fn image(self) -> Option<ImageFormat> {
        match self {
            Self::Png => Some(ImageFormat::Png),
            Self::Svg => Some(ImageFormat::Svg),
            Self::Pdf => Some(ImageFormat::Pdf),
            Self::Csv => None,
        }
    }

    /// Returns the format that the name of a file ends with.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    /// Returns the size of its picture of a chart in pixels, unless another one is asked for: higher than usual if the
    /// chart has many rows.
    #[must_use]
    pub fn size(self, chart: &Chart) -> (u32, u32) {
        let (width, height) = if self == Self::Pdf { PAGE } else { SIZE };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            reason = "casts saturate"
        )]
        #[expect(clippy::cast_sign_loss, reason = "it is positive")]
        let legible = (legible_height(chart) as f32 * image::SCALE) as u32;
        (width, height.max(legible).min(*SIDES.end()))
    }

    /// Returns how many points each curve of a chart should have: all in tables.
    #[must_use]
    pub fn points(self, kind: ChartKind) -> usize {
        match (self, kind) {
            (Self::Csv, _) => usize::MAX,
            (_, ChartKind::Births) => INTERVALS,
            _ => POINTS,
        }
    }
}

/// Writes a chart to `path`, atomically; a picture of this size in pixels.
///
/// # Errors
/// When the file cannot be written.
pub fn save(chart: &Chart, format: Format, path: &Path, size: (u32, u32)) -> io::Result<()> {
    let bytes = encode(chart, format, size)?;
    atomic_file::write(path, |file| file.write_all(&bytes))
}

/// Encodes a chart; a picture of this size in pixels.
///
/// # Errors
/// When memory is not enough. In a browser there are no PDF files.
pub fn encode(chart: &Chart, format: Format, size: (u32, u32)) -> io::Result<Vec<u8>> {
    let Some(image) = format.image() else { return csv::encode(chart) };
    image::encode(image, size, |pen| {
        let page = pen.surface.bounds();
        ChartView { chart, tick: u64::MAX, selected: None }.paint(pen, page);
    })
}
