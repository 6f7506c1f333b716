//! Replays in the background of what follows from all ticks, where ticks of it are not known.

use terrarium_playback::life_history::ReplayProgress;
use terrarium_playback::{History, Playback};

use super::lives::replaying;
use crate::session::background_replay::BackgroundReplay;

/// The replay of a history up to the last recorded tick.
pub(super) struct CatchUp<H> {
    replay: Option<BackgroundReplay<H>>,
    /// The timeline that the replay is of.
    timeline: usize,
    /// The progress of the replay, or why the history is not known.
    note: Option<String>,
    has_failed: bool,
}

impl<H> Default for CatchUp<H> {
    fn default() -> Self {
        Self { replay: None, timeline: 0, note: None, has_failed: false }
    }
}

impl<H: History + Send + 'static> CatchUp<H> {
    /// Whether a replay is under way.
    pub fn is_busy(&self) -> bool {
        self.replay.is_some()
    }

    /// Its progress, or why the history is not known.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Ends a replay that is no longer needed. Returns whether there is something new to show.
    pub fn stop(&mut self) -> bool {
        let had_note = self.note.is_some();
        *self = Self { timeline: self.timeline, ..Self::default() };
        had_note
    }

    /// Continues a history that is not known up to the current tick: `known` is what is known of it. Returns the history
    /// once it is replayed, and whether there is something new to show.
    pub fn follow(
        &mut self,
        playback: &mut Playback,
        known: impl FnOnce(&Playback) -> Option<H>,
    ) -> (Option<H>, bool) {
        if self.timeline != playback.present() {
            *self = Self { timeline: playback.present(), ..Self::default() };
        }
        if self.has_failed {
            return (None, false);
        }
        let note = match &self.replay {
            None => match playback.recorded() {
                Ok(recording) => {
                    let known = known(playback);
                    self.replay =
                        Some(BackgroundReplay::begin(recording, move |playback, observer| {
                            let report = |done, ticks| observer(ReplayProgress { done, ticks });
                            caught_up(known, playback, report)
                        }));
                    replaying(ReplayProgress::default())
                }
                Err(error) => self.failed(error.to_string()),
            },
            Some(replay) => match replay.answer() {
                None => replaying(replay.progress()),
                Some(Ok(history)) => {
                    (self.replay, self.note) = (None, None);
                    return (Some(history), true);
                }
                Some(Err(problem)) => self.failed(problem),
            },
        };
        let has_changed = self.note.as_ref() != Some(&note);
        self.note = Some(note);
        (None, has_changed)
    }

    fn failed(&mut self, problem: String) -> String {
        (self.replay, self.has_failed) = (None, true);
        problem
    }
}

/// A history up to the last recorded tick.
fn caught_up<H: History>(
    known: Option<H>,
    playback: &mut Playback,
    progress: impl FnMut(u64, u64),
) -> Result<H, String> {
    let last = playback.frontier();
    let history = match known {
        Some(mut history) => history.extend(playback, last, progress).map(|()| history),
        None => H::replayed(playback, last, progress),
    };
    history.map_err(|error| error.to_string())
}
