//! Writing of PNG files.

use std::io::{self, Write};
use std::path::Path;

use crate::atomic_file;

/// Encodes an image of this width and height in pixels as PNG. `rgb` has the red, green and blue of
/// all pixels, row by row.
///
/// # Errors
/// When `rgb` has another length.
pub fn encode(width: u32, height: u32, rgb: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(rgb).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(bytes)
}

/// Writes an image as PNG to `path`, atomically. See [`encode`].
///
/// # Errors
/// When the file cannot be written. An existing file is unchanged then.
pub fn save(path: &Path, width: u32, height: u32, rgb: &[u8]) -> io::Result<()> {
    let bytes = encode(width, height, rgb)?;
    atomic_file::write(path, |file| file.write_all(&bytes))
}
