//! What runs write.

mod atomic_file;
mod colour;
mod compression;
mod run_dir;
mod table;
