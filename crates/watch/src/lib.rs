//! Interactive viewing of a run that is simulated in a thread of its own.

#![forbid(unsafe_code)]

mod frames;
mod input;
mod panel;
mod session;
pub mod terminal;
mod viewer;
pub mod window;

pub use frames::Frames;
pub use input::{Button, Input};
pub use session::{
    BesideView, ColourRequest, FrameSource, LifeView, Notice, Options, Pace, ParsePaceError,
    PlanView, Request, SceneSequence, SearchView, Session, SessionSummary, Time, TimelineView,
    ViewState,
};
pub use viewer::{FirstLook, SaveLocation, Viewer, ViewerOptions, Wish, most_interesting};
