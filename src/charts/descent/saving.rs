//! Pictures of descent as files.

use std::io::{self, Write};
use std::path::Path;

use super::{LineageTree, MullerPlot, TraitHistory};
use crate::atomic_file;
use crate::charts::file::Format;
use crate::record::chart::image::{self, Drawing};

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
    /// Writes the history to `path`, atomically; a picture of this size in pixels, or as CSV a row for each tick and trait.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, format: Format, path: &Path, size: (u32, u32)) -> io::Result<()> {
        save(self, || self.as_csv(), format, path, size)
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
