//! What runs write: files that appear whole or not at all, directories of runs, compressed frames, tables, and
//! pictures of pixels.
//!
//! Parquet tables are for file systems: in a browser there are none.

#![forbid(unsafe_code)]

pub mod atomic_file;
pub mod colour;
pub mod compression;
mod error;
pub mod png_file;
pub mod run_dir;
pub mod table;

pub use error::{ReadError, RecordError};
pub use run_dir::{MANIFEST, NewFile, RunDir, START};
pub use table::TableFiles;

/// The version of the program, as its files carry it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
