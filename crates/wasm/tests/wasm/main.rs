//! Modules as behaviours: their records, their stack, and where they fail.

mod frames;
mod names;
mod records;
mod stack;

// Private to the library, and whole in themselves: they are compiled once more, beside their tests.
#[path = "../../src/authors_code.rs"]
mod authors_code;
#[path = "../../src/debug_info.rs"]
mod debug_info;
