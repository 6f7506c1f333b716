//! The thread that simulates the world of a session.

mod album;
mod applying;
mod beside;
mod derived;
mod ending;
mod publishing;
mod rate;
mod scene_capture;
mod searches;
mod sharing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::clock;
use terrarium_picture::Overlays;
use terrarium_playback::{FrameSource, PlaybackError, Progress};
use terrarium_run::Reloader;
use terrarium_run::record::Scene;
use terrarium_session::RecentScenes;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;
use terrarium_studies::charts::ChartDetails;

use beside::Beside;
use derived::{Findings, Wanted};
use ending::Record;
use publishing::timelines_of;
use rate::Rate;
use scene_capture::SceneCapture;
use searches::Searches;

use super::request::Request;
use super::view_state::{
    ColoursView, LatestView, Notice, PICTURE_INTERVAL, Time, TimelineView, ViewState,
};
use super::{Options, Pace, SessionSummary};

/// The least time between two published view states; shorter than a frame of common displays.
const FRAME_INTERVAL: Duration = Duration::from_millis(12);

/// How long a seek runs before requests are handled.
pub(super) const SLICE: Duration = Duration::from_millis(15);

/// The time between two view states during a seek: publishing and painting take processor time from the replay.
const SEEK_INTERVAL: Duration = Duration::from_millis(120);

/// The time between two checks of the creature folders.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The state of the session's thread.
pub(super) struct Worker {
    frame_source: FrameSource,
    requests: Receiver<Request>,
    latest: LatestView,
    is_playing: bool,
    pace: Pace,
    /// When the next tick is due.
    due: Instant,
    /// The target of the seek in progress.
    seek_target: Option<u64>,
    /// Requests that are not handled yet.
    waiting: VecDeque<Request>,
    selected: Option<OrganismId>,
    /// The place of the selected base, nest or sentry.
    site: Option<DVec2>,
    overlays: Overlays,
    /// The species whose marks are traced.
    marked: Option<SpeciesId>,
    /// Whether the steps of the turns of the selected organism are traced.
    shows_steps: bool,
    reloader: Option<Reloader>,
    creatures_checked: Instant,
    record: Option<Record>,
    notes: Vec<Notice>,
    reports_difference: bool,
    rate: Rate,
    recent: RecentScenes,
    shown: Arc<Scene>,
    transition: FrameTransition,
    scene_capture: Option<SceneCapture>,
    number: u64,
    published: Instant,
    /// How long it took to publish the last view state.
    cost: Duration,
    timelines: Vec<CachedTimeline>,
    shows_beside: bool,
    beside: Option<Beside>,
    /// The command whose effects are planned.
    planned: Option<Command>,
    searches: Searches,
    wanted: Wanted,
    findings: Findings,
    is_over: bool,
}

/// The transition from the scene before to the current scene.
struct FrameTransition {
    before: Arc<Scene>,
    since: Instant,
    duration: Duration,
}

/// A copy of a timeline for view states.
struct CachedTimeline {
    view: TimelineView,
    copied: Instant,
    cost: Duration,
}

impl Worker {
    pub fn new(
        frame_source: FrameSource,
        options: Options,
        requests: Receiver<Request>,
    ) -> Result<(Self, LatestView), PlaybackError> {
        let now = clock::now();
        let shown = Arc::new(frame_source.scene(None)?);
        let time = Time {
            is_playing: options.is_playing,
            pace: options.pace,
            rate: 0.0,
            tick: frame_source.tick(),
            first: frame_source.first_tick(),
            frontier: frame_source.frontier(),
            seek_target: None,
        };
        let timelines = timelines_of(&frame_source, now);
        let first = ViewState {
            number: 0,
            before: Arc::clone(&shown),
            now: Arc::clone(&shown),
            since: now,
            duration: Duration::ZERO,
            time,
            timelines: timelines.iter().map(|cached| cached.view.clone()).collect(),
            present: 0,
            selected: None,
            inspection: None,
            site: None,
            overlay: None,
            colours: ColoursView::default(),
            lineages: None,
            kin: None,
            beside: None,
            plan: None,
            life: None,
            search: None,
            chart_details: ChartDetails::default(),
            notes: Arc::default(),
            recording: None,
            is_over: false,
        };
        let latest = LatestView::new(first);
        let worker = Self {
            frame_source,
            requests,
            latest: latest.clone(),
            is_playing: options.is_playing,
            pace: options.pace,
            due: now,
            seek_target: None,
            waiting: VecDeque::new(),
            selected: None,
            site: None,
            overlays: Overlays::NONE,
            marked: None,
            shows_steps: false,
            reloader: options.reloader,
            creatures_checked: now,
            record: options.recorded.map(|path| Record { path, timeline: 0, is_written: true }),
            notes: Vec::new(),
            reports_difference: true,
            rate: Rate::default(),
            recent: RecentScenes::default(),
            transition: FrameTransition {
                before: Arc::clone(&shown),
                since: now,
                duration: Duration::ZERO,
            },
            scene_capture: None,
            shown,
            number: 0,
            published: now,
            cost: Duration::ZERO,
            timelines,
            shows_beside: false,
            beside: None,
            planned: None,
            searches: Searches::default(),
            wanted: Wanted::default(),
            findings: Findings::default(),
            is_over: false,
        };
        Ok((worker, latest))
    }

    /// Runs until a request ends the session.
    pub fn run(mut self) -> SessionSummary {
        if let FrameSource::Keyframes { why, .. } = &self.frame_source {
            let text = format!("only the keyframes of this recording can be shown: {why}");
            self.note(text, true);
        }
        self.update_colour_choices();
        self.publish(Duration::ZERO);
        while !self.is_over {
            self.handle_requests();
            if self.is_over {
                break;
            }
            let has_news = self.follow_search() | self.follow_derived() | self.advance_beside();
            let is_at_rest = self.seek_target.is_none() && self.scene_capture.is_none();
            if has_news && is_at_rest {
                self.publish(Duration::ZERO);
            }
            if self.scene_capture.is_some() {
                self.continue_capture();
            } else if self.seek_target.is_some() {
                self.continue_seek();
            } else if self.is_playing {
                self.play();
            }
        }
        self.end()
    }

    /// Handles requests. Waits for one until the next tick is due, or without limit if there is
    /// nothing else to do.
    fn handle_requests(&mut self) {
        let now = clock::now();
        let timeout = if self.seek_target.is_some()
            || self.scene_capture.is_some()
            || self.is_beside_late()
        {
            Duration::ZERO
        } else if self.is_playing {
            self.due.saturating_duration_since(now)
        } else if self.reloader.is_some() || self.searches.is_busy() || self.is_finding_out() {
            CHECK_INTERVAL
        } else {
            Duration::MAX
        };
        let first = match timeout {
            Duration::MAX => self.requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Duration::ZERO => self.requests.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            timeout => self.requests.recv_timeout(timeout),
        };
        match first {
            Ok(request) => self.waiting.push_back(request),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.is_over = true,
        }
        self.waiting.extend(self.requests.try_iter());
        self.reload_creatures();
        if self.waiting.is_empty() {
            return;
        }
        while let Some(request) = self.waiting.pop_front() {
            // Of consecutive seeks only the last is carried out.
            let is_overtaken = matches!(request, Request::Seek(_))
                && matches!(self.waiting.front(), Some(Request::Seek(_)));
            if !is_overtaken {
                self.apply(request);
            }
        }
        if self.seek_target.is_none() && self.scene_capture.is_none() {
            self.publish(Duration::ZERO);
        }
    }

    fn seek(&mut self, tick: u64) {
        let tick = tick.clamp(self.frame_source.first_tick(), self.frame_source.frontier());
        let started = self.frame_source.begin_seek(tick);
        if self.check(started) {
            self.seek_target = Some(tick);
            self.continue_seek();
        }
    }

    /// Continues a seek for a while.
    fn continue_seek(&mut self) {
        let started = clock::now();
        let progress = loop {
            match self.frame_source.advance(1) {
                Ok(Progress::Underway { .. }) if started.elapsed() < SLICE => {}
                other => break other,
            }
        };
        match progress {
            // While the turns of the tick that is shown are replayed, it stays.
            Ok(Progress::Underway { .. }) if self.seek_target == Some(self.shown.tick) => return,
            Ok(Progress::Underway { .. }) if self.published.elapsed() < SEEK_INTERVAL => return,
            Ok(Progress::Underway { .. }) => {}
            Ok(Progress::Arrived) => self.finish_seek(),
            Err(error) => {
                self.note(error.to_string(), true);
                self.finish_seek();
            }
        }
        self.publish(Duration::ZERO);
    }

    fn finish_seek(&mut self) {
        (self.seek_target, self.due) = (None, clock::now());
        self.rate = Rate::default();
        self.report_difference();
    }

    fn play(&mut self) {
        let now = clock::now();
        if now < self.due {
            return;
        }
        if self.frame_source.is_at_end() {
            self.is_playing = false;
            self.publish(Duration::ZERO);
            return;
        }
        let was_decided = self.is_decided();
        if !self.advance_tick() {
            self.is_playing = false;
        }
        if self.is_decided() && !was_decided {
            self.is_playing = false;
            self.note("the conquest is decided; the simulation is paused".to_owned(), false);
        }
        self.report_difference();
        let stepped_at = clock::now();
        self.rate.count(stepped_at);
        // A late tick does not shorten the time to the next.
        self.due = (self.due + self.pace.tick()).max(now);
        self.publish_tick(stepped_at, stepped_at.saturating_duration_since(now));
    }

    /// Publishes the state after a tick that took so long, unless the viewer needs only a later one.
    fn publish_tick(&mut self, stepped_at: Instant, took: Duration) {
        let passed = stepped_at.saturating_duration_since(self.published);
        let is_late = stepped_at > self.due;
        let is_time =
            if is_late { passed + took > PICTURE_INTERVAL } else { passed >= FRAME_INTERVAL };
        // Publishing takes at most a fifth of the time.
        if (is_time && passed >= self.cost * 4) || !self.is_playing {
            // Where a tick takes longer than a picture, the pictures until the next one show movement.
            let is_slow = is_late && took > PICTURE_INTERVAL;
            let usual = self.due.saturating_duration_since(stepped_at).max(self.pace.tick());
            self.publish(match is_late {
                _ if is_slow => passed,
                true => usual.max(passed.min(PICTURE_INTERVAL * 2)),
                false => usual,
            });
        }
    }

    /// Goes one tick on. Returns whether it could.
    fn advance_tick(&mut self) -> bool {
        let stepped = self.frame_source.step();
        if let FrameSource::Run(playback) = &self.frame_source
            && self.wanted.chart.column.is_some()
        {
            self.findings.known.replays.record(playback);
        }
        self.check(stepped)
    }

    fn is_decided(&self) -> bool {
        let FrameSource::Run(playback) = &self.frame_source else { return false };
        let conquest = playback.simulation().world().conquest();
        conquest.is_some_and(|conquest| conquest.verdict.is_some())
    }

    fn report_difference(&mut self) {
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let Some(difference) = playback.difference().filter(|_| self.reports_difference) else {
            return;
        };
        self.reports_difference = false;
        let tick = difference.tick;
        self.note(format!("the re-run differs from the recording from tick {tick} on"), true);
    }

    /// Reports an error, if there is one, and returns whether there was none.
    fn check(&mut self, done: Result<(), PlaybackError>) -> bool {
        let problem = done.err();
        if let Some(problem) = &problem {
            self.note(problem.to_string(), true);
        }
        problem.is_none()
    }

    fn note(&mut self, text: String, is_bad: bool) {
        const KEPT: usize = 8;
        self.notes.push(Notice { at: clock::now(), text, is_bad });
        let surplus = self.notes.len().saturating_sub(KEPT);
        self.notes.drain(..surplus);
    }
}
