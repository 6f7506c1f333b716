//! What a session shows: the newest of everything, to be painted from without asking anybody.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Pace;
use crate::behaviour::OrganismId;
use crate::clock;
use crate::playback::{Chronicle, Inspection, Timeline};
use crate::record::Scene;
use crate::view::OverlayData;

/// All that there is to see of a session at a moment.
#[derive(Debug, Clone)]
pub struct ViewState {
    /// How many pictures there were before it.
    pub number: u64,
    /// The world as it looked before.
    pub before: Arc<Scene>,
    /// The world as it looks now.
    pub now: Arc<Scene>,
    /// When it came to look like that.
    pub since: Instant,
    /// How long the way from `before` to `now` should take whoever shows it.
    pub span: Duration,
    /// Whether time passes, how fast, and where to.
    pub time: Time,
    /// The history of every future, the present one among them.
    pub timelines: Arc<[TimelineView]>,
    /// Which of them is the present one.
    pub present: usize,
    /// Who is looked into.
    pub selected: Option<OrganismId>,
    /// What there is to know of it, while it is there.
    pub inspection: Option<Arc<Inspection>>,
    /// What the overlays that were asked for show.
    pub overlay: Option<Arc<OverlayData>>,
    /// What there is to tell, oldest first: the latest few.
    pub notes: Arc<[Notice]>,
    /// Into which file the run is recorded.
    pub recording: Option<PathBuf>,
    /// Whether the session has ended.
    pub is_over: bool,
}

/// How time passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Time {
    /// Whether it does.
    pub plays: bool,
    /// How fast it should.
    pub pace: Pace,
    /// How many ticks a second were lived lately.
    pub rate: f64,
    /// The tick that is shown.
    pub tick: u64,
    /// The first that can be gone to.
    pub first: u64,
    /// The last that was lived.
    pub frontier: u64,
    /// The tick that is being sought, if one is.
    pub sought: Option<u64>,
}

/// One course of the run.
#[derive(Debug, Clone)]
pub struct TimelineView {
    /// What it is called.
    pub name: String,
    /// Which it left, and after which tick.
    pub parent: Option<(usize, u64)>,
    /// What became of it.
    pub chronicle: Arc<Chronicle>,
}

impl TimelineView {
    /// One of the futures of a run, as it is now.
    pub(super) fn of(timeline: &Timeline) -> Self {
        Self {
            name: timeline.name().to_owned(),
            parent: timeline.parent(),
            chronicle: Arc::new(timeline.chronicle().clone()),
        }
    }
}

/// Something told to whoever watches.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// When.
    pub at: Instant,
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub is_bad: bool,
}

impl ViewState {
    /// The history of the present future.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        &self.timelines[self.present].chronicle
    }

    /// How far the way from `before` to `now` has gone, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.span.is_zero() {
            return 1.0;
        }
        let passed = clock::now().saturating_duration_since(self.since);
        (passed.as_secs_f64() / self.span.as_secs_f64()).min(1.0)
    }
}

/// Where the newest picture hangs.
#[derive(Debug, Clone)]
pub(super) struct Slot(Arc<Mutex<Arc<ViewState>>>);

impl Slot {
    pub fn new(view_state: ViewState) -> Self {
        Self(Arc::new(Mutex::new(Arc::new(view_state))))
    }

    pub fn newest(&self) -> Arc<ViewState> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn hang(&self, view_state: ViewState) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(view_state);
    }
}
