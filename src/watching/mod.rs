//! Watching: a run that lives in its own thread while somebody looks at it.

mod desk;
mod frames;
mod input;
mod session;
#[cfg(feature = "cli")]
pub mod terminal;
#[cfg(feature = "window")]
pub mod window;

pub use desk::{Desk, Furnishing, Keeping, most_interesting};
pub use frames::Frames;
pub use input::{Button, Input};
pub use session::{
    Farewell, Film, NoPace, Note, Options, Pace, Past, Picture, Reel, Request, Session, Time,
};
