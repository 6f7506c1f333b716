//! Watching: a run that lives in its own thread while somebody looks at it.

mod frames;
mod input;
mod session;
#[cfg(feature = "cli")]
pub mod terminal;
mod viewer;
#[cfg(feature = "window")]
pub mod window;

pub use frames::Frames;
pub use input::{Button, Input};
pub use session::{
    FrameSource, NoPace, Notice, Options, Pace, Request, SceneSequence, Session, SessionSummary,
    Time, TimelineView, ViewState,
};
pub use viewer::{SaveLocation, Viewer, ViewerOptions, most_interesting};
