//! Interactive viewing of a run that is simulated in a thread of its own.

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
    BesideView, ColourRequest, FrameSource, KnownLife, LifeView, Notice, Options, Pace,
    ParsePaceError, PlanView, Request, SceneSequence, SearchRequest, SearchView, Session,
    SessionSummary, Time, TimelineView, ViewState,
};
pub use viewer::{FirstLook, SaveLocation, Viewer, ViewerOptions, most_interesting};
