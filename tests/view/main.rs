//! Tests of pictures, the window and the terminal view.

#[path = "../../navigation/tests/navigation/support/environment.rs"]
mod environment;
mod painting;
#[path = "../support/picture.rs"]
mod picture;
mod stage;
mod watch_terminal;
mod watch_window;
mod watching;
