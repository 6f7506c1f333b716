//! The view state of a session: everything that is needed to paint a frame.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::clock;
use terrarium_picture::{ColourBy, Colouring, OverlayData};
use terrarium_playback::inspection::{Section, SiteReport};
use terrarium_playback::{Chronicle, FounderLineage, Inspection, Timeline};
use terrarium_run::record::Scene;
use terrarium_session::KnownLife;
use terrarium_sim::tick::{Command, EditPlan};
use terrarium_studies::charts::ChartDetails;

use super::Pace;

/// Everything that a viewer shows of a session at a moment.
#[derive(Debug, Clone)]
pub struct ViewState {
    /// The number of earlier view states.
    pub number: u64,
    /// The scene before the current one.
    pub before: Arc<Scene>,
    /// The current scene.
    pub now: Arc<Scene>,
    /// When the current scene was published.
    pub since: Instant,
    /// The duration of the transition from `before` to `now` on the screen.
    pub duration: Duration,
    /// The state of the simulation time.
    pub time: Time,
    /// The timelines of all branches, including the current one.
    pub timelines: Arc<[TimelineView]>,
    /// The index of the current timeline.
    pub present: usize,
    /// The selected organism.
    pub selected: Option<OrganismId>,
    /// Details of the selected organism, while it exists.
    pub inspection: Option<Arc<Inspection>>,
    /// Details of the selected base, nest or sentry.
    pub site: Option<Arc<SiteReport>>,
    /// The data of the requested overlays.
    pub overlay: Option<Arc<OverlayData>>,
    /// The colours of organisms, if they are not those of their species.
    pub colours: ColoursView,
    /// The lineages, if they were requested.
    pub lineages: Option<Arc<LineagesView>>,
    /// The kin of an organism, if it was requested.
    pub kin: Option<Arc<KinView>>,
    /// The branch that is shown beside the current one.
    pub beside: Option<BesideView>,
    /// What the command that is planned would do.
    pub plan: Option<PlanView>,
    /// The life that was requested.
    pub life: Option<LifeView>,
    /// The search that is under way, or the last one.
    pub search: Option<SearchView>,
    /// What the chart that is shown needs beyond the chronicle.
    pub chart_details: ChartDetails,
    /// The latest messages, the oldest first.
    pub notes: Arc<[Notice]>,
    /// The path of the recording, if the run is recorded.
    pub recording: Option<PathBuf>,
    /// Whether the session has ended.
    pub is_over: bool,
}

/// The time between two pictures that suffices for smooth movement. More of them would take processor time from a
/// simulation that is late.
pub(crate) const PICTURE_INTERVAL: Duration = Duration::from_nanos(33_300_000);

/// The state of the simulation time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Time {
    /// Whether the simulation is running.
    pub is_playing: bool,
    /// The requested speed.
    pub pace: Pace,
    /// The measured speed, in ticks per second.
    pub rate: f64,
    /// The current tick.
    pub tick: u64,
    /// The first tick that can be shown.
    pub first: u64,
    /// The last simulated tick.
    pub frontier: u64,
    /// The target of the seek in progress, if there is one.
    pub seek_target: Option<u64>,
}

/// A timeline of the run, as shown by a viewer.
#[derive(Debug, Clone)]
pub struct TimelineView {
    /// Its name.
    pub name: String,
    /// The index of the timeline it branched off, and the tick after which it did.
    pub parent: Option<(usize, u64)>,
    /// Its history.
    pub chronicle: Arc<Chronicle>,
}

/// Another branch at the same tick.
#[derive(Debug, Clone)]
pub struct BesideView {
    /// Its name.
    pub name: String,
    /// Its scene; `None` while it is replayed, and after its last tick.
    pub scene: Option<Arc<Scene>>,
    /// The colours of its organisms, if they are not those of their species.
    pub colouring: Option<Arc<Colouring>>,
}

/// What organisms can be coloured by, and their colours if they are not those of their species.
#[derive(Debug, Clone, Default)]
pub struct ColoursView {
    /// What they can be coloured by.
    pub choices: Arc<[ColourBy]>,
    /// What was requested.
    pub by: Option<ColourBy>,
    /// The colours, once they are known.
    pub colouring: Option<Arc<Colouring>>,
    /// Why they are not known.
    pub note: Option<String>,
}

/// The lineages of a world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineagesView {
    /// All of them, by species, those with the most living members first.
    pub all: Vec<FounderLineage>,
    /// The tick whose organisms are the founders.
    pub first_tick: u64,
    /// Why they are not known.
    pub note: Option<String>,
}

/// The relatives of an organism, living and dead.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KinView {
    /// The organism.
    pub organism: OrganismId,
    /// Its species, if it is known.
    pub species: Option<SpeciesId>,
    /// Whether it is alive.
    pub is_alive: bool,
    /// When it was born and died, in words.
    pub fate: String,
    /// Its relatives, as sections of lines.
    pub sections: Vec<Section>,
    /// Why they are not known.
    pub note: Option<String>,
}

/// A command that is planned.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanView {
    /// The command that was requested.
    pub command: Command,
    /// What it would do, or why it would be refused.
    pub plan: Result<EditPlan, String>,
}

/// The life of an organism, as far as it is known.
#[derive(Debug, Clone)]
pub struct LifeView {
    /// The organism.
    pub organism: OrganismId,
    /// Its life, once it has been replayed.
    pub known: Option<Arc<KnownLife>>,
    /// The progress of the replay, or why there is no life to show.
    pub note: Option<String>,
}

/// A search for a tick in which a condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchView {
    /// Its progress or its result.
    pub text: String,
    /// The tick that it has found.
    pub hit: Option<u64>,
    /// Whether it is under way.
    pub is_underway: bool,
    /// Whether it failed.
    pub is_bad: bool,
}

impl Time {
    /// Whether the simulation runs slower than requested.
    #[must_use]
    pub fn is_late(&self) -> bool {
        /// Measured speeds vary a little.
        const TOLERANCE: f64 = 0.95;
        self.is_playing && self.rate < self.pace.ticks_per_second() * TOLERANCE
    }
}

impl TimelineView {
    /// Copies the current state of a timeline.
    pub(super) fn new(timeline: &Timeline) -> Self {
        Self {
            name: timeline.name().to_owned(),
            parent: timeline.parent(),
            chronicle: Arc::new(timeline.chronicle().clone()),
        }
    }
}

/// A message to the user.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// When it was reported.
    pub at: Instant,
    /// The text.
    pub text: String,
    /// Whether it reports an error.
    pub is_bad: bool,
}

impl ViewState {
    /// Returns the history of the current branch.
    #[must_use]
    pub fn chronicle(&self) -> &Chronicle {
        &self.timelines[self.present].chronicle
    }

    /// Returns the progress of the transition from `before` to `now`, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.duration.is_zero() {
            return 1.0;
        }
        let passed = clock::now().saturating_duration_since(self.since);
        (passed.as_secs_f64() / self.duration.as_secs_f64()).min(1.0)
    }
}

/// What holds the newest view state, shared by the worker and its display.
#[derive(Debug, Clone)]
pub(super) struct LatestView(Arc<Mutex<Arc<ViewState>>>);

impl LatestView {
    pub fn new(view_state: ViewState) -> Self {
        Self(Arc::new(Mutex::new(Arc::new(view_state))))
    }

    pub fn newest(&self) -> Arc<ViewState> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn publish(&self, view_state: ViewState) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(view_state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulation_is_late_while_it_is_slower_than_requested() {
        let cases = [
            (true, Pace::NORMAL, 30.0, false),
            (true, Pace::NORMAL, 29.5, false),
            (true, Pace::NORMAL, 20.0, true),
            (true, Pace::SLOWEST, 3.7, false),
            (true, Pace::UNBOUNDED, 9999.0, true),
            (false, Pace::UNBOUNDED, 0.0, false),
            (false, Pace::NORMAL, 0.0, false),
        ];
        for (is_playing, pace, rate, is_late) in cases {
            let (tick, seek_target) = (9, None);
            let time = Time { is_playing, pace, rate, tick, first: 0, frontier: 9, seek_target };
            assert_eq!(time.is_late(), is_late, "{time:?}");
        }
    }
}
