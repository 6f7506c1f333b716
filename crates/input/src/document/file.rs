//! Reads text files that users name, which may be anything.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::DocumentError;
use crate::encoding;

/// The maximum size of a file, in bytes: 1 MiB.
pub const MAX_BYTES: u64 = 1 << 20;

/// Reads the text of the file at `path`.
///
/// # Errors
/// When it cannot be read, is not a regular file, is larger than [`MAX_BYTES`], or is neither UTF-8 nor UTF-16.
pub fn read_text(path: &Path) -> Result<String, DocumentError> {
    let unreadable = |source| DocumentError::Unreadable { path: path.to_owned(), source };
    // Checked before opening, because opening a pipe waits for a writer.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(DocumentError::NotAFile { path: path.to_owned() });
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    text_of(path, bytes)
}

/// Returns the text in the `bytes` of a file, which messages call `path`.
///
/// # Errors
/// When it is larger than [`MAX_BYTES`], or is neither UTF-8 nor UTF-16.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, DocumentError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(DocumentError::TooLarge { path: path.to_owned() });
    }
    let text = encoding::decode(bytes);
    text.map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        DocumentError::NotText { path: path.to_owned(), line }
    })
}
