//! The life of the selected organism, computed in the background and kept up to date.

use std::sync::Arc;
use std::time::{Duration, Instant};

use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::clock;
use terrarium_playback::life_history::{self, ReplayProgress};

use super::Worker;
use crate::session::background_replay::BackgroundReplay;
use crate::session::view_state::{KnownLife, LifeView};

/// The least time between two replays of a life that goes on.
const PAUSE: Duration = Duration::from_secs(2);

/// A life that goes on is replayed at most for a tenth of the time.
const SHARE: u32 = 10;

/// The life that is shown.
#[derive(Default)]
pub(super) struct Lives {
    wanted: Option<OrganismId>,
    view: Option<LifeView>,
    /// The timeline and the last tick that the view is about.
    state: (usize, u64),
    replay: Option<BackgroundReplay<KnownLife>>,
    progress: Option<ReplayProgress>,
    finished: Option<(Instant, Duration)>,
}

impl Lives {
    pub fn view(&self) -> Option<LifeView> {
        self.view.clone()
    }

    /// Whether a replay is under way, or may be due without a request.
    pub fn is_busy(&self) -> bool {
        self.replay.is_some() || (self.wanted.is_some() && !self.is_over())
    }

    /// Whether the organism is known to have died.
    fn is_over(&self) -> bool {
        let known = self.view.as_ref().and_then(|view| view.known.as_ref());
        known.is_some_and(|known| known.life.died.is_some())
    }

    /// Shows the life of this organism, or of none.
    pub fn want(&mut self, organism: Option<OrganismId>) {
        if self.wanted != organism {
            let view = organism.map(|organism| LifeView { organism, known: None, note: None });
            *self = Self { wanted: organism, view, ..Self::default() };
        }
    }

    /// Takes what the replay has found. Returns whether there is something new to show.
    fn advance(&mut self) -> bool {
        let (Some(replay), Some(view)) = (&self.replay, &mut self.view) else { return false };
        let Some(answer) = replay.answer() else {
            let progress = replay.progress();
            let has_changed = self.progress.replace(progress) != Some(progress);
            if view.known.is_none() {
                view.note = Some(replaying(progress));
            }
            return has_changed && view.known.is_none();
        };
        self.finished = Some((clock::now(), replay.elapsed()));
        (self.replay, self.progress) = (None, None);
        match answer {
            Ok(known) => (view.known, view.note) = (Some(Arc::new(known)), None),
            Err(problem) => (view.known, view.note) = (None, Some(problem)),
        }
        true
    }

    /// Whether the life has to be replayed, for the timeline with this index that ends with this tick.
    fn is_due(&self, state: (usize, u64)) -> bool {
        if self.wanted.is_none() || self.replay.is_some() {
            return false;
        }
        let Some((finished, took)) = self.finished else { return true };
        let is_rested = finished.elapsed() > PAUSE.max(took * SHARE);
        state.0 != self.state.0 || (state.1 != self.state.1 && !self.is_over() && is_rested)
    }
}

/// The progress of a replay in a line.
pub(super) fn replaying(progress: ReplayProgress) -> String {
    match progress {
        ReplayProgress { ticks: 0, .. } => "replaying …".to_owned(),
        ReplayProgress { done, ticks } => format!("replaying … tick {done} of at most {ticks}"),
    }
}

impl Worker {
    /// Continues to find out about the life that is shown. Returns whether there is something new to
    /// show.
    pub(super) fn follow_life(&mut self) -> bool {
        let has_news = self.lives.advance();
        let Some(organism) = self.lives.wanted else { return has_news };
        let playback = match self.frame_source.run() {
            Ok(playback) => playback,
            Err(problem) => {
                let is_new = self.lives.finished.is_none();
                self.lives.finished = Some((clock::now(), Duration::ZERO));
                self.lives.view = Some(LifeView { organism, known: None, note: Some(problem) });
                return has_news || is_new;
            }
        };
        let state = (playback.present(), playback.frontier());
        if !self.lives.is_due(state) {
            return has_news;
        }
        let recording = playback.recorded();
        if self.lives.state.0 != state.0
            && let Some(view) = &mut self.lives.view
        {
            view.known = None;
        }
        self.lives.state = state;
        match recording {
            Ok(recording) => {
                self.lives.replay =
                    Some(BackgroundReplay::begin(recording, move |playback, observer| {
                        let life = life_history::of_organism(playback, organism, observer);
                        life.map(KnownLife::new).map_err(|error| error.to_string())
                    }));
            }
            Err(error) => self.note(error.to_string(), true),
        }
        true
    }
}
