//! Pictures of descent: Müller plots, trees over time and the history of traits, from the organisms of a species.
//!
//! All of them are made from the [`Lifetimes`] of a species, at even intervals of time, so that the picture of a run of a million
//! organisms takes seconds.

mod colours;
mod lifetimes;
mod lineage_tree;
mod muller;
mod muller_drawing;
mod svg;
mod trait_drawing;
mod trait_history;

use std::io::{self, Write};
use std::path::Path;

use super::file::Format;
use crate::atomic_file;
use crate::record::chart::image::{self, Drawing};

pub use lifetimes::Lifetimes;
pub use lineage_tree::{LineageTree, Row};
pub use muller::{Band, MullerPlot};
pub use trait_history::{TraitHistory, TraitPanel};

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
