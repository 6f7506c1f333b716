//! Sheets as PNG files.

use std::io;
use std::path::Path;

use super::Framebuffer;
use crate::png_file;

impl Framebuffer {
    /// The sheet as the bytes of a PNG file.
    ///
    /// # Errors
    /// When it cannot be compressed, which takes memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        png_file::encode(self.width, self.height, &self.rgb())
    }

    /// The sheet of the bytes of a PNG file, on white where it lets something through.
    ///
    /// # Errors
    /// When they are no PNG file, or one larger than a sheet can be.
    pub fn from_png(bytes: &[u8]) -> io::Result<Self> {
        let decoder = tiny_skia::Pixmap::decode_png(bytes).map_err(io::Error::other)?;
        let (width, height) = (decoder.width(), decoder.height());
        if width > Self::MOST || height > Self::MOST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut framebuffer = Self::new(width, height, [255; 4]);
        for (pixel, from) in framebuffer.pixels.iter_mut().zip(decoder.pixels()) {
            let over = |part: u8| part.saturating_add(255 - from.alpha());
            *pixel =
                u32::from_be_bytes([0, over(from.red()), over(from.green()), over(from.blue())]);
        }
        Ok(framebuffer)
    }

    /// Writes the sheet into a PNG file at `path`, which appears whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written. Nothing is left behind then, and a file that was there
    /// stays.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        png_file::save(path, self.width, self.height, &self.rgb())
    }

    /// Red, green and blue of all pixels, row by row.
    #[must_use]
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect()
    }
}
