//! What worlds look like: pictures, the window and the terminal.

mod painting;
mod stage;
mod watch_terminal;
mod watch_window;
mod watching;
