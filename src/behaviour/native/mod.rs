//! The behaviours that come with the program, in Rust.
