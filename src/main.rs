//! The command `terrarium`.
#![forbid(unsafe_code)]

fn main() {}
