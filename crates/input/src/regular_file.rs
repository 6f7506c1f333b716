//! Opening regular files named by users.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Whether the file at `path` can be read and begins with these bytes.
pub fn begins_with(path: &Path, beginning: &[u8]) -> bool {
    let mut first = vec![0; beginning.len()];
    let read = open(path).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && first == beginning
}

/// Opens the regular file at `path` for reading. Other kinds are rejected: opening a pipe would
/// block until a process writes to it, and a device may never end.
///
/// # Errors
/// When it cannot be opened, or is a directory, pipe or device.
pub fn open(path: &Path) -> io::Result<File> {
    // Checked before opening, because opening a pipe blocks.
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        let problem = "this is a directory, pipe or device; give the path of a regular file";
        Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
    }
}
