//! The terminal.

mod cells;
mod colour;
mod screen;
