//! The JSON files of a run. They are read and written as bytes in memory: `serde_json` is compiled for each type once more
//! for each kind of reader and of writer.

use std::io::Read;
use std::path::Path;

use terrarium_input::regular_file;

use super::ReadError;

/// Returns the bytes of the file at `path`.
pub(super) fn bytes_of(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = regular_file::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_err(ReadError::opening(path))?;
    Ok(bytes)
}
