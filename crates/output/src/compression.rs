//! Zstandard compression in pure Rust, for snapshots, recordings and journals.

use std::io::{self, Read, Write};

use structured_zstd::decoding::{
    FrameDecoder, StreamingDecoder, frame_header_input_needed, read_frame_header_info,
};
use structured_zstd::encoding::{CompressionLevel, StreamingEncoder, compress_slice_to_vec};

/// The largest window that the decoder accepts, in bytes: far above what [`Compressor`] uses.
const MAX_WINDOW: u64 = 1 << 24;

/// The compression level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The fastest level, where time matters more than some percents of the size.
    Fast,
    /// The level above which worlds hardly get smaller.
    Default,
}

impl Level {
    fn parameter(self) -> CompressionLevel {
        match self {
            Self::Fast => CompressionLevel::Fastest,
            Self::Default => CompressionLevel::Default,
        }
    }
}

/// Compresses bytes into one frame.
pub fn compress(bytes: &[u8], level: Level) -> Vec<u8> {
    compress_slice_to_vec(bytes, level.parameter())
}

/// Decompresses one frame of at most `limit` bytes.
///
/// # Errors
/// When the bytes are not exactly one frame, or decompress to more than the limit.
pub fn decompress(bytes: &[u8], limit: u64) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    Decompressor::new(bytes).take(limit.saturating_add(1)).read_to_end(&mut plain)?;
    if plain.len() as u64 > limit { Err(io::Error::other("it is too long")) } else { Ok(plain) }
}

/// The length of a frame, as far as its beginning shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameLength {
    /// So many bytes.
    Exact(usize),
    /// So many bytes or more: the bytes end before all lengths of its blocks are known.
    AtLeast(usize),
}

/// The length of the frame that begins with these bytes, which may end before it does, or after it. `None` if no
/// frame begins with them.
pub fn frame_length(bytes: &[u8]) -> Option<FrameLength> {
    let needed = frame_header_input_needed(bytes, false).ok()?;
    if bytes.len() < needed {
        return Some(FrameLength::AtLeast(needed));
    }
    let header = read_frame_header_info(bytes, false).ok()?;
    let sum = if header.content_checksum { 4 } else { 0 };
    let mut end = header.header_size;
    loop {
        // RFC 8878, 3.1.1.2: a bit that marks the last block, two of its type, the rest is its size.
        let head = end.checked_add(3)?;
        let Some(&[low, middle, high]) = bytes.get(end..head) else {
            return Some(FrameLength::AtLeast(head + sum));
        };
        let block = u32::from_le_bytes([low, middle, high, 0]);
        let size = match (block >> 1) & 3 {
            0 | 2 => usize::try_from(block >> 3).ok()?,
            1 => 1,
            _ => return None,
        };
        end = head.checked_add(size)?;
        if block & 1 == 1 {
            return Some(FrameLength::Exact(end + sum));
        }
    }
}

/// A writer that compresses into one frame.
pub struct Compressor<W: Write>(StreamingEncoder<W>);

impl<W: Write> Compressor<W> {
    /// Compresses what is written into `out`.
    pub fn new(out: W, level: Level) -> Self {
        Self(StreamingEncoder::new(out, level.parameter()))
    }

    /// Finishes the frame and returns the underlying writer.
    ///
    /// # Errors
    /// When the rest of the frame cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A reader that decompresses one frame. A second frame is an error of the kind
/// [`io::ErrorKind::InvalidData`]; all other errors in the data have other kinds.
pub struct Decompressor<R: Read> {
    decoder: StreamingDecoder<R, FrameDecoder>,
    frames: u32,
}

impl<R: Read> Decompressor<R> {
    /// Decompresses what is read from `source`.
    pub fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW).expect("a window that the format allows");
        Self { decoder: StreamingDecoder::new_with_decoder(source, decoder), frames: 0 }
    }
}

impl<R: Read> Read for Decompressor<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { decoder, frames } = self;
        let read = decoder.read_reporting_frames(buffer, |_| *frames += 1)?;
        // The end of a frame is reported together with the data after it.
        if *frames > u32::from(read == 0) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a second frame follows"));
        }
        Ok(read)
    }
}
