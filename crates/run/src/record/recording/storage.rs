//! Where the bytes of a recording are: in a file, or in memory.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::pages::Pages;

/// The bytes of a recording, with a position for reading and writing.
#[derive(Debug)]
pub(super) enum Storage {
    /// In an open file.
    File(File),
    /// In memory, where there are no files or the recording is not worth one.
    Memory(Pages),
}

impl Storage {
    /// A copy of these bytes in memory.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::Memory(Pages::of_bytes(bytes))
    }

    pub fn is_in_memory(&self) -> bool {
        matches!(self, Self::Memory(_))
    }

    /// The number of bytes.
    pub fn length(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Memory(pages) => Ok(pages.length()),
        }
    }

    /// Ends it at the current position, and syncs a file to the disk.
    pub fn complete(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => {
                let end = file.stream_position()?;
                file.set_len(end)?;
                file.sync_all()
            }
            Self::Memory(pages) => {
                pages.truncate();
                Ok(())
            }
        }
    }
}

impl Read for Storage {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Memory(pages) => pages.read(into),
        }
    }
}

impl Write for Storage {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Memory(pages) => pages.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Memory(_) => Ok(()),
        }
    }
}

impl Seek for Storage {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Memory(pages) => pages.seek(to),
        }
    }
}
