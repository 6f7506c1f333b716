//! Bytes in memory that grow without being moved: a recording of many megabytes would otherwise be copied to ever larger
//! pieces of memory, which a WebAssembly module never gives back.

use std::io::{self, Read, Seek, SeekFrom, Write};

/// The bytes of a page.
pub(super) const PAGE: usize = 1 << 16;

/// Bytes in pages, with a position for reading and writing.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// Full of zeros after the length.
    pages: Vec<Box<[u8]>>,
    length: usize,
    position: usize,
}

impl Pages {
    /// A copy of these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let page = |bytes: &[u8]| {
            let mut page = empty_page();
            page[..bytes.len()].copy_from_slice(bytes);
            page
        };
        let pages = bytes.chunks(PAGE).map(page).collect();
        Self { pages, length: bytes.len(), position: 0 }
    }

    /// The number of bytes.
    pub fn length(&self) -> u64 {
        self.length as u64
    }

    /// Ends the bytes at the position.
    pub fn truncate(&mut self) {
        if self.position >= self.length {
            return;
        }
        self.length = self.position;
        self.pages.truncate(self.length.div_ceil(PAGE));
        if let Some(last) = self.pages.last_mut() {
            last[(self.length - 1) % PAGE + 1..].fill(0);
        }
    }
}

fn empty_page() -> Box<[u8]> {
    vec![0; PAGE].into_boxed_slice()
}

impl Read for Pages {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let begin = self.position % PAGE;
        let left = self.length.saturating_sub(self.position);
        let count = into.len().min(left).min(PAGE - begin);
        if count > 0 {
            let page = &self.pages[self.position / PAGE];
            into[..count].copy_from_slice(&page[begin..begin + count]);
            self.position += count;
        }
        Ok(count)
    }
}

impl Write for Pages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begin = self.position % PAGE;
        let count = bytes.len().min(PAGE - begin);
        if count > 0 {
            let page = self.position / PAGE;
            while self.pages.len() <= page {
                self.pages.push(empty_page());
            }
            self.pages[page][begin..begin + count].copy_from_slice(&bytes[..count]);
            self.position += count;
            self.length = self.length.max(self.position);
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Pages {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let moved = match to {
            SeekFrom::Start(position) => usize::try_from(position).ok(),
            SeekFrom::End(by) => {
                isize::try_from(by).ok().and_then(|by| self.length.checked_add_signed(by))
            }
            SeekFrom::Current(by) => {
                isize::try_from(by).ok().and_then(|by| self.position.checked_add_signed(by))
            }
        };
        let outside =
            || io::Error::new(io::ErrorKind::InvalidInput, "a position outside of memory");
        self.position = moved.ok_or_else(outside)?;
        Ok(self.position as u64)
    }
}
