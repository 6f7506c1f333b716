//! A run in one file that can be played back: any tick is reached from a keyframe before it.
//!
//! | bytes | content |
//! |---|---|
//! | 16 | `terrarium record` |
//! | 4 | the format, little-endian like all numbers |
//! | 20 | the version of the program, padded with zeros |
//! | the rest | chunks, in the order of the run |
//!
//! A chunk begins with a header of 40 bytes. Its layout is the same in every format, so that any
//! version can list the chunks of any recording:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | its kind: four letters |
//! | 4 | the length of its content, in bytes |
//! | 8 | its tick; of several ticks, the last |
//! | 16 | the first half of BLAKE3 of its content |
//! | 8 | XXH3 of these 32 bytes |
//!
//! | kind | content |
//! |---|---|
//! | `HEAD` | the [`RecordingHeader`] as JSON: the first chunk, exactly once |
//! | `WRLD` | a keyframe: the world after its tick, as [`snapshot`](super::snapshot) writes it |
//! | `DIFF` | a keyframe as its difference to an earlier one: the tick of that one (8), the state hash after its tick (16), and the columns of the difference, compressed |
//! | `SCEN` | the appearance of the world at some keyframes: a [`Scene`](super::scene::Scene), compressed |
//! | `CMND` | a command applied after its tick, as JSON, compressed; in formats 1 and 2 with other names |
//! | `ALBM` | what those who watch keep of the run, in the album's own encoding, compressed; the last one counts |
//! | `TICK` | the state hashes of several ticks and their history, compressed |
//! | `INDX` | in finished recordings, the index of all other chunks; 16 bytes with its own offset follow |
//!
//! Compression is zstd. A chunk is written completely before the next begins, so a file can be
//! played up to its last complete chunk at any moment. Without an index, opening a file reads all
//! chunks. The operating system decides when data reaches the disk: a killed run loses the ticks
//! since its last chunk, a power failure may lose more.

mod abandoned;
mod block;
mod chunk;
mod difference;
mod error;
mod hashes;
mod head;
mod keyframe_chain;
mod keyframes;
mod pace;
mod pages;
mod reading;
mod storage;
mod thinning;
mod writer;

pub use abandoned::Abandoned;
pub use difference::Records as WorldRecords;
pub use error::{RecordingError, RecordingProblem};
pub use head::RecordingHeader;
pub use reading::{MissingEnd, Recording, is_recording};
pub use writer::{Place, RecordingWriter};

/// The format of recordings that this version writes. It also reads those since [`OLDEST_FORMAT`], and
/// of others only the scenes.
pub const FORMAT: u32 = 3;

/// The oldest format that this version reads: without differences.
pub const OLDEST_FORMAT: u32 = 1;

/// The conventional file name extension.
pub const EXTENSION: &str = "recording";
