//! A session: a world that lives in a thread of its own while somebody watches it.
//!
//! Whoever watches asks with [`Request`]s, and finds the newest [`ViewState`] whenever there is time
//! to paint one. Neither waits for the other: a painter that is slow misses pictures, and the world no ticks.

mod frame_source;
mod pace;
mod request;
#[cfg(test)]
mod tests;
mod view_state;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use crate::playback::PlaybackError;
use crate::run::Reloader;
use view_state::Slot;
use worker::Worker;

pub use frame_source::FrameSource;
pub use pace::{NoPace, Pace};
pub use request::{Request, SceneSequence};
pub use view_state::{Notice, Time, TimelineView, ViewState};

/// How a session begins.
pub struct Options {
    /// Whether time passes.
    pub plays: bool,
    /// How fast.
    pub pace: Pace,
    /// On how many threads the world lives; without, on as many as the machine has.
    pub threads: Option<usize>,
    /// Into which file the run is recorded already.
    pub recorded: Option<PathBuf>,
    /// Who looks after the folders of creatures.
    pub reloader: Option<Reloader>,
}

impl Default for Options {
    fn default() -> Self {
        let pace = Pace::default();
        Self { plays: true, pace, threads: None, recorded: None, reloader: None }
    }
}

/// What is left when a session has ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionSummary {
    /// The tick at which it stood.
    pub tick: u64,
    /// What was recorded.
    pub saved: Vec<PathBuf>,
    /// What could not be saved, and why.
    pub problem: Option<String>,
}

/// A world that lives while it is watched. Dropped, it ends, and what was to be kept is saved.
pub struct Session {
    requests: Sender<Request>,
    slot: Slot,
    thread: Option<JoinHandle<SessionSummary>>,
}

impl Session {
    /// Has a world live from now on.
    ///
    /// # Errors
    /// When there is nothing to be seen of it.
    pub fn begin(
        frame_source: impl Into<FrameSource>,
        options: Options,
    ) -> Result<Self, PlaybackError> {
        let (requests, receiver) = channel();
        let threads = options.threads.unwrap_or(0);
        let (worker, slot) = Worker::new(frame_source.into(), options, receiver)?;
        let live = move || {
            match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(|| worker.live()),
                // Slower, but it lives.
                Err(_) => worker.live(),
            }
        };
        let thread = thread::Builder::new().name("world".to_owned()).spawn(live);
        let thread = thread.map_err(|problem| PlaybackError::Contradiction {
            path: PathBuf::from("terrarium"),
            problem: format!("no thread can be started: {problem}"),
        })?;
        Ok(Self { requests, slot, thread: Some(thread) })
    }

    /// Asks for something.
    pub fn ask(&self, request: Request) {
        // Whoever has ended does nothing any more.
        let _ = self.requests.send(request);
    }

    /// Who can ask as well.
    #[must_use]
    pub fn requests(&self) -> Sender<Request> {
        self.requests.clone()
    }

    /// All that there is to see now.
    #[must_use]
    pub fn view_state(&self) -> Arc<ViewState> {
        self.slot.newest()
    }

    /// Whether the world lives no more, for whatever reason.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Ends, and saves what was to be kept.
    #[must_use]
    pub fn end(mut self) -> SessionSummary {
        self.finish().unwrap_or_default()
    }

    fn finish(&mut self) -> Option<SessionSummary> {
        self.ask(Request::End);
        let thread = self.thread.take()?;
        Some(thread.join().unwrap_or_else(|_| SessionSummary {
            problem: Some("the world came to an end it should not have".to_owned()),
            ..SessionSummary::default()
        }))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}
