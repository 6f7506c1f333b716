//! Watching: a run that lives in its own thread while somebody looks at it.

mod clock;
mod frames;
mod input;
mod session;
#[cfg(feature = "cli")]
pub mod terminal;
#[cfg(feature = "window")]
pub mod window;

pub use frames::{Frame, Frames};
pub use input::{Button, Held, Input, Key};
pub use session::{
    Farewell, Film, NoPace, Note, Options, Pace, Past, Picture, Reel, Request, Session, Time,
};
