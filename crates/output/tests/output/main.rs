//! What runs write, and what charts are drawn with.

mod atomic_file;
mod colour;
mod compression;
mod run_dir;
mod scale;
mod style;
mod table;
