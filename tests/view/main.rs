//! Tests of pictures, the window and the terminal view.

mod painting;
mod stage;
mod watch_terminal;
mod watch_window;
mod watching;
