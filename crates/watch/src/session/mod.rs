//! A session: a world that is simulated in a thread of its own, for interactive viewing.
//!
//! A viewer sends [`Request`]s and fetches the newest [`ViewState`] for each frame. Neither side
//! waits for the other: a slow viewer skips view states, but the simulation skips no ticks.

mod pace;
mod request;
#[cfg(test)]
mod tests;
mod thread_work;
mod view_state;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

pub use terrarium_playback::FrameSource;
use terrarium_playback::PlaybackError;
use terrarium_run::Reloader;

pub use pace::{Pace, ParsePaceError};
pub use request::{ColourRequest, Request, SceneSequence};
use view_state::LatestView;
pub(super) use view_state::PICTURE_INTERVAL;
pub use view_state::{
    BesideView, LifeView, Notice, PlanView, SearchView, Time, TimelineView, ViewState,
};
use worker::Worker;

/// Options of a session.
pub struct Options {
    /// Whether the simulation runs at first.
    pub is_playing: bool,
    /// The initial speed.
    pub pace: Pace,
    /// The number of threads for the simulation; by default as many as the machine has.
    pub threads: Option<usize>,
    /// The path of the recording, if the frame source is recording already.
    pub recorded: Option<PathBuf>,
    /// Reloads creatures when their files change.
    pub reloader: Option<Reloader>,
}

impl Default for Options {
    fn default() -> Self {
        let pace = Pace::default();
        Self { is_playing: true, pace, threads: None, recorded: None, reloader: None }
    }
}

/// The result of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionSummary {
    /// The current tick at the end.
    pub tick: u64,
    /// The paths of the saved recordings, first that of the branch in which the recording began.
    pub saved: Vec<PathBuf>,
    /// What could not be saved and why, if anything.
    pub problem: Option<String>,
}

/// A running session. Dropping it ends it and saves its recordings.
pub struct Session {
    requests: Sender<Request>,
    latest: LatestView,
    thread: Option<JoinHandle<SessionSummary>>,
}

impl Session {
    /// Starts a session.
    ///
    /// # Errors
    /// If the first scene cannot be read, or no thread can be started.
    pub fn start(
        frame_source: impl Into<FrameSource>,
        options: Options,
    ) -> Result<Self, PlaybackError> {
        let (requests, receiver) = channel();
        let threads = options.threads.unwrap_or(0);
        let (worker, latest) = Worker::new(frame_source.into(), options, receiver)?;
        let run = move || {
            match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(|| worker.run()),
                // Without a pool of its own, run on the global one.
                Err(_) => worker.run(),
            }
        };
        let thread = thread::Builder::new().name("world".to_owned()).spawn(run);
        let thread = thread.map_err(|problem| PlaybackError::Contradiction {
            path: PathBuf::from("terrarium"),
            problem: format!("cannot start a thread: {problem}"),
        })?;
        Ok(Self { requests, latest, thread: Some(thread) })
    }

    /// Sends a request.
    pub fn send(&self, request: Request) {
        // Sending fails once the session is over.
        let _ = self.requests.send(request);
    }

    /// Returns another sender of requests.
    #[must_use]
    pub fn requests(&self) -> Sender<Request> {
        self.requests.clone()
    }

    /// Returns the newest view state.
    #[must_use]
    pub fn view_state(&self) -> Arc<ViewState> {
        self.latest.newest()
    }

    /// Whether the session's thread has ended, for any reason.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Ends the session, saves its recordings and returns the result.
    #[must_use]
    pub fn end(mut self) -> SessionSummary {
        self.finish().unwrap_or_default()
    }

    fn finish(&mut self) -> Option<SessionSummary> {
        self.send(Request::End);
        let thread = self.thread.take()?;
        Some(thread.join().unwrap_or_else(|_| SessionSummary {
            problem: Some("the simulation ended unexpectedly".to_owned()),
            ..SessionSummary::default()
        }))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}
