//! Opening a file that a user named, whatever it really is.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Whether the file at `path` can be read, and begins like this.
pub fn begins_with(path: &Path, beginning: &[u8]) -> bool {
    let mut first = vec![0; beginning.len()];
    let read = open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == beginning
}

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
