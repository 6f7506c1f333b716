//! Bytes in memory that grow without being moved: a recording of many megabytes would otherwise be copied to ever larger
//! pieces of memory, which a WebAssembly module never gives back.

use std::io::{self, Read, Seek, SeekFrom, Write};

/// The bytes of a page.
const PAGE: usize = 1 << 16;

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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone)]
    enum Act {
        Read(usize),
        Write(Vec<u8>),
        Seek(SeekFrom),
        Truncate,
    }

    fn act() -> impl Strategy<Value = Act> {
        let far = 3 * PAGE;
        let by = -200_000_i64..200_000;
        prop_oneof![
            (0..far).prop_map(Act::Read),
            (0..far, any::<u8>()).prop_map(|(count, byte)| Act::Write(vec![byte; count])),
            (0..far as u64).prop_map(|to| Act::Seek(SeekFrom::Start(to))),
            by.clone().prop_map(|by| Act::Seek(SeekFrom::End(by))),
            by.prop_map(|by| Act::Seek(SeekFrom::Current(by))),
            Just(Act::Truncate),
        ]
    }

    proptest! {
        /// Pages are as a vector with a cursor.
        #[test]
        fn pages_hold_what_a_vector_holds(
            begin in proptest::collection::vec(any::<u8>(), 0..100),
            acts in proptest::collection::vec(act(), 0..20),
        ) {
            let mut pages = Pages::of_bytes(&begin);
            let mut model = Cursor::new(begin);
            for act in acts {
                match act {
                    Act::Read(count) => {
                        let (mut one, mut other) = (Vec::new(), Vec::new());
                        Read::by_ref(&mut pages).take(count as u64).read_to_end(&mut one).unwrap();
                        Read::by_ref(&mut model).take(count as u64).read_to_end(&mut other).unwrap();
                        prop_assert!(one == other);
                    }
                    Act::Write(bytes) => {
                        pages.write_all(&bytes).unwrap();
                        model.write_all(&bytes).unwrap();
                    }
                    Act::Seek(to) => {
                        let (one, other) = (pages.seek(to), model.seek(to));
                        prop_assert_eq!(one.ok(), other.ok());
                    }
                    Act::Truncate => {
                        pages.truncate();
                        let end = usize::try_from(model.position()).unwrap();
                        model.get_mut().truncate(end);
                    }
                }
                prop_assert_eq!(pages.length(), model.get_ref().len() as u64);
                prop_assert_eq!(pages.stream_position().unwrap(), model.position());
            }
        }
    }
}
