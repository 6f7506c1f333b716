//! Reading and writing of PNG files.

use std::io;
use std::path::Path;

use terrarium_output::png_file;

use super::Framebuffer;

impl Framebuffer {
    /// Encodes the framebuffer as a PNG file.
    ///
    /// # Errors
    /// If it cannot be compressed for lack of memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        png_file::encode(self.width, self.height, &self.rgb())
    }

    /// Decodes a PNG file. Transparent pixels are blended over white.
    ///
    /// # Errors
    /// If the bytes are not a valid PNG file, or the picture is larger than a framebuffer can be.
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

    /// Saves the framebuffer as a PNG file. The write is atomic.
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is left unchanged then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        png_file::save(path, self.width, self.height, &self.rgb())
    }

    /// Returns red, green and blue of all pixels, row by row.
    #[must_use]
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect()
    }

    /// Writes red, green, blue and full opacity of all pixels, row by row, in place of what was there. In memory, the
    /// bytes have this order.
    ///
    /// ```
    /// use terrarium_drawing::Framebuffer;
    ///
    /// let mut rgba = Vec::new();
    /// Framebuffer::new(2, 1, [10, 20, 30, 255]).write_rgba(&mut rgba);
    /// assert_eq!(rgba, [u32::from_ne_bytes([10, 20, 30, 255]); 2]);
    /// ```
    pub fn write_rgba(&self, rgba: &mut Vec<u32>) {
        rgba.clear();
        rgba.extend(self.pixels.iter().map(|pixel| {
            let [_, red, green, blue] = pixel.to_be_bytes();
            u32::from_ne_bytes([red, green, blue, 255])
        }));
    }
}
