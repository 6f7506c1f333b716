//! A run as one file, which can be played: any tick of it is soon reached.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `terrarium record` |
//! | 4 | the format, little-endian like all numbers |
//! | 20 | the version of the program, filled up with zeros |
//! | the rest | chunks, one after the other, as the run went |
//!
//! A chunk begins with 40 bytes, which are the same in every format, so that any version can find its
//! way through any recording:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | its kind: four letters |
//! | 4 | the length of its content, in bytes |
//! | 8 | the tick it is about: the last, if it is about several |
//! | 16 | the first half of BLAKE3 of its content |
//! | 8 | XXH3 of these 32 bytes |
//!
//! | kind | content |
//! |---|---|
//! | `HEAD` | the [`RecordingHead`] as JSON: always first, and there once |
//! | `WRLD` | a keyframe: the world after its tick, as [`snapshot`](super::snapshot) writes it |
//! | `SCEN` | how the world looked then: a [`Scene`](super::scene::Scene), compressed |
//! | `CMND` | a command that was obeyed after its tick, as JSON, compressed (with zstd, like all that is) |
//! | `TICK` | state hashes of some ticks, and what the history holds of them, compressed |
//! | `INDX` | where all other chunks are; after it 16 bytes tell where it begins. Only if the run ended well |
//!
//! A chunk is written whole before the next begins, so at any moment the file can be played up to its
//! last whole chunk; whoever opens one without an index looks at all chunks. The system brings what
//! was written to the disk in its own time: a killed run loses the ticks since its last chunk, a power
//! cut perhaps some more.

mod block;
mod chunk;
mod error;
mod head;
mod pace;
mod reading;
mod writer;

pub use error::{RecordingError, RecordingProblem};
pub use head::RecordingHead;
pub use reading::{MissingEnd, Recording, is_recording};
pub use writer::{Place, RecordingWriter};

/// The format of recordings that this version writes, and reads whole. Of others it shows the scenes.
pub const FORMAT: u32 = 1;

/// What the files are called, by convention.
pub const EXTENSION: &str = "recording";
