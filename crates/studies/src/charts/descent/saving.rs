//! Pictures of descent as files.

use std::io::{self, Write};
use std::path::Path;

use terrarium_output::atomic_file;
use terrarium_output::colour::Rgb;
use terrarium_output::drawing::image::{self, Drawing};

use super::{LineageTree, MullerPlot, TraitHistory};
use crate::charts::Axis;
use crate::charts::file::{self, Format};

/// The colour of histories of traits.
const COLOUR: Rgb = [38, 104, 160];

impl MullerPlot {
    /// Writes the plot to `path`, atomically; a picture of this size in pixels, or as CSV a row for each tick and band.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, format: Format, path: &Path, size: (u32, u32)) -> io::Result<()> {
        save(self, || self.as_csv(), format, path, size)
    }
}

impl TraitHistory {
    /// Writes the history to `path`, atomically; a picture of this size in pixels, or as CSV a row for each trait and tick.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, format: Format, path: &Path, size: (u32, u32)) -> io::Result<()> {
        let ticks = Axis::ticks(self.ticks[0], self.ticks[self.ticks.len() - 1]);
        file::save(&self.chart(COLOUR, &ticks), format, path, size)
    }
}

impl LineageTree {
    /// Writes the tree as SVG to `path`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let text = self.as_svg();
        atomic_file::write(path, |file| file.write_all(text.as_bytes()))
    }
}

fn save(
    drawing: &impl Drawing,
    as_csv: impl FnOnce() -> io::Result<Vec<u8>>,
    format: Format,
    path: &Path,
    size: (u32, u32),
) -> io::Result<()> {
    let bytes = match format.image() {
        Some(image) => image::encode(drawing, image, size)?,
        None => as_csv()?,
    };
    atomic_file::write(path, |file| file.write_all(&bytes))
}
