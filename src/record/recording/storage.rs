//! Where the bytes of a recording are: in a file, or in memory.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

/// The bytes of a recording, with a position for reading and writing.
#[derive(Debug)]
pub(super) enum Storage {
    /// In an open file.
    File(File),
    /// In memory, where there are no files or the recording is not worth one.
    Memory(Cursor<Vec<u8>>),
}

impl Storage {
    /// Bytes in memory.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self::Memory(Cursor::new(bytes))
    }

    pub fn is_in_memory(&self) -> bool {
        matches!(self, Self::Memory(_))
    }

    /// The number of bytes.
    pub fn length(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Memory(bytes) => Ok(bytes.get_ref().len() as u64),
        }
    }

    /// Ends it at the current position, and syncs a file to the disk.
    pub fn complete(&mut self) -> io::Result<()> {
        let end = self.stream_position()?;
        match self {
            Self::File(file) => {
                file.set_len(end)?;
                file.sync_all()
            }
            Self::Memory(bytes) => {
                bytes.get_mut().truncate(usize::try_from(end).map_err(io::Error::other)?);
                Ok(())
            }
        }
    }
}

impl Read for Storage {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(into),
            Self::Memory(bytes) => bytes.read(into),
        }
    }
}

impl Write for Storage {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Memory(memory) => memory.write(bytes),
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
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}
