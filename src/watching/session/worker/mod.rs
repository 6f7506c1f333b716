//! The thread in which a world lives while it is watched.

mod applying;
mod ending;
mod rate;
mod scene_capture;
mod showing;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::frame_source::FrameSource;
use super::request::Request;
use super::view_state::{Notice, Slot, Time, TimelineView, ViewState};
use super::{Options, Pace, SessionSummary};
use crate::behaviour::OrganismId;
use crate::clock;
use crate::playback::{PlaybackError, Progress};
use crate::record::Scene;
use crate::run::Reloader;
use crate::view::Overlays;
use ending::Record;
use rate::Rate;
use scene_capture::SceneCapture;
use showing::pasts_of;

/// The time between two pictures, at least: more than screens show.
const BETWEEN: Duration = Duration::from_millis(12);

/// How long requests wait while a tick is sought.
pub(super) const SLICE: Duration = Duration::from_millis(15);

/// The time between two looks at the folders of creatures.
const PAUSE: Duration = Duration::from_millis(100);

/// A world that lives while it is watched.
pub(super) struct Worker {
    frame_source: FrameSource,
    requests: Receiver<Request>,
    slot: Slot,
    plays: bool,
    pace: Pace,
    /// When the next tick is due.
    due: Instant,
    /// The tick that is being sought.
    sought: Option<u64>,
    /// What was asked while nobody listened.
    waiting: VecDeque<Request>,
    selected: Option<OrganismId>,
    overlays: Overlays,
    reloader: Option<Reloader>,
    looked: Instant,
    record: Option<Record>,
    notes: Vec<Notice>,
    tells_difference: bool,
    rate: Rate,
    recent: VecDeque<Arc<Scene>>,
    shown: Arc<Scene>,
    way: FrameTransition,
    scene_capture: Option<SceneCapture>,
    number: u64,
    published: Instant,
    /// How long the last picture took to make.
    cost: Duration,
    pasts: Vec<Kept>,
    is_over: bool,
}

/// The way from one scene to the one that is shown.
struct FrameTransition {
    before: Arc<Scene>,
    since: Instant,
    span: Duration,
}

/// A chronicle as it was handed out last.
struct Kept {
    past: TimelineView,
    copied: Instant,
    cost: Duration,
}

impl Worker {
    pub fn new(
        frame_source: FrameSource,
        options: Options,
        requests: Receiver<Request>,
    ) -> Result<(Self, Slot), PlaybackError> {
        let now = clock::now();
        let shown = Arc::new(frame_source.scene(None)?);
        let time = Time {
            plays: options.plays,
            pace: options.pace,
            rate: 0.0,
            tick: frame_source.tick(),
            first: frame_source.first_tick(),
            frontier: frame_source.frontier(),
            sought: None,
        };
        let pasts = pasts_of(&frame_source, now);
        let first = ViewState {
            number: 0,
            before: Arc::clone(&shown),
            now: Arc::clone(&shown),
            since: now,
            span: Duration::ZERO,
            time,
            timelines: pasts.iter().map(|kept| kept.past.clone()).collect(),
            present: 0,
            selected: None,
            inspection: None,
            overlay: None,
            notes: Arc::default(),
            recording: None,
            is_over: false,
        };
        let slot = Slot::new(first);
        let worker = Self {
            frame_source,
            requests,
            slot: slot.clone(),
            plays: options.plays,
            pace: options.pace,
            due: now,
            sought: None,
            waiting: VecDeque::new(),
            selected: None,
            overlays: Overlays::NONE,
            reloader: options.reloader,
            looked: now,
            record: options.recorded.map(|path| Record { path, timeline: 0, is_written: true }),
            notes: Vec::new(),
            tells_difference: true,
            rate: Rate::default(),
            recent: VecDeque::new(),
            way: FrameTransition { before: Arc::clone(&shown), since: now, span: Duration::ZERO },
            scene_capture: None,
            shown,
            number: 0,
            published: now,
            cost: Duration::ZERO,
            pasts,
            is_over: false,
        };
        Ok((worker, slot))
    }

    /// Lives until it is asked to end.
    pub fn live(mut self) -> SessionSummary {
        if let FrameSource::Pictures { why, .. } = &self.frame_source {
            let text = format!("only the pictures of this recording can be shown: {why}");
            self.note(text, true);
        }
        self.publish(Duration::ZERO);
        while !self.is_over {
            self.listen();
            if self.is_over {
                break;
            }
            if self.scene_capture.is_some() {
                self.film_on();
            } else if self.sought.is_some() {
                self.seek_on();
            } else if self.plays {
                self.play();
            }
        }
        self.end()
    }

    /// Does what was asked. Waits for somebody to ask something if there is nothing else to do, and
    /// otherwise until the next tick is due.
    fn listen(&mut self) {
        let now = clock::now();
        let patience = if self.sought.is_some() || self.scene_capture.is_some() {
            Duration::ZERO
        } else if self.plays {
            self.due.saturating_duration_since(now)
        } else if self.reloader.is_some() {
            PAUSE
        } else {
            Duration::MAX
        };
        let first = match patience {
            Duration::MAX => self.requests.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Duration::ZERO => self.requests.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            patience => self.requests.recv_timeout(patience),
        };
        match first {
            Ok(request) => self.waiting.push_back(request),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.is_over = true,
        }
        self.waiting.extend(self.requests.try_iter());
        self.look_after_creatures();
        if self.waiting.is_empty() {
            return;
        }
        while let Some(request) = self.waiting.pop_front() {
            // Of a row of ticks that are sought only the last is gone to.
            let is_overtaken = matches!(request, Request::Seek(_))
                && matches!(self.waiting.front(), Some(Request::Seek(_)));
            if !is_overtaken {
                self.apply(request);
            }
        }
        if self.sought.is_none() && self.scene_capture.is_none() {
            self.publish(Duration::ZERO);
        }
    }

    fn seek(&mut self, tick: u64) {
        let tick = tick.clamp(self.frame_source.first_tick(), self.frame_source.frontier());
        let begun = self.frame_source.begin_seek(tick);
        if self.check(begun) {
            self.sought = Some(tick);
            self.seek_on();
        }
    }

    /// A part of the way to the tick that is sought.
    fn seek_on(&mut self) {
        let begun = clock::now();
        let progress = loop {
            match self.frame_source.advance(1) {
                Ok(Progress::Underway { .. }) if begun.elapsed() < SLICE => {}
                other => break other,
            }
        };
        match progress {
            Ok(Progress::Underway { .. }) => {}
            Ok(Progress::Arrived) => self.arrive(),
            Err(error) => {
                self.note(error.to_string(), true);
                self.arrive();
            }
        }
        self.publish(Duration::ZERO);
    }

    fn arrive(&mut self) {
        (self.sought, self.due) = (None, clock::now());
        self.rate = Rate::default();
        self.tell_difference();
    }

    fn play(&mut self) {
        let now = clock::now();
        if now < self.due {
            return;
        }
        if self.frame_source.is_at_end() {
            self.plays = false;
            self.publish(Duration::ZERO);
            return;
        }
        let was_decided = self.is_decided();
        let stepped = self.frame_source.step();
        if !self.check(stepped) {
            self.plays = false;
        }
        if self.is_decided() && !was_decided {
            self.plays = false;
            self.note(
                "the conquest is decided; time stands still until you let it pass".to_owned(),
                false,
            );
        }
        self.tell_difference();
        let lived = clock::now();
        self.rate.count(lived);
        // Who is late does not hurry afterwards.
        self.due = (self.due + self.pace.tick()).max(now);
        // Making pictures takes a fifth of the time at most.
        let between = BETWEEN.max(self.cost * 4);
        if lived.saturating_duration_since(self.published) >= between || !self.plays {
            let span = self.due.saturating_duration_since(lived).max(self.pace.tick());
            self.publish(span);
        }
    }

    fn is_decided(&self) -> bool {
        let FrameSource::Run(playback) = &self.frame_source else { return false };
        let conquest = playback.simulation().world().conquest.as_ref();
        conquest.is_some_and(|conquest| conquest.verdict.is_some())
    }

    fn tell_difference(&mut self) {
        let FrameSource::Run(playback) = &self.frame_source else { return };
        let Some(difference) = playback.difference().filter(|_| self.tells_difference) else {
            return;
        };
        self.tells_difference = false;
        let tick = difference.tick;
        self.note(
            format!("this is not the run that was recorded: it differs from tick {tick} on"),
            true,
        );
    }

    /// Tells what went wrong, if anything did.
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
