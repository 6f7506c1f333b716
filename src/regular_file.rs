//! Opening a file that a user named, whatever it really is.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens the file at `path` for reading, if it is one: a pipe would wait until somebody writes
/// into it, and a device may go on for ever.
///
/// # Errors
/// When it cannot be opened, or is a directory, a pipe, a device or the like.
pub fn open(path: &Path) -> io::Result<File> {
    // Asked before opening, which is where a pipe waits.
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        let problem = "this is a directory, pipe or device; give the path of a regular file";
        Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
    }
}
