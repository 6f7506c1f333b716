//! The search for a tick in which a condition holds, in the background.

use std::sync::Arc;

use terrarium_playback::Playback;
use terrarium_session::background::Task;
use terrarium_session::{Found, Search};

use super::Worker;
use crate::session::thread_work::ThreadWork;
use crate::session::view_state::SearchView;

/// A search under way, or the last one.
#[derive(Default)]
pub(super) struct Searches {
    view: Option<SearchView>,
    replay: Option<ThreadWork<Found>>,
}

impl Searches {
    pub fn view(&self) -> Option<SearchView> {
        self.view.clone()
    }

    pub fn is_busy(&self) -> bool {
        self.replay.is_some()
    }

    fn report(&mut self, text: impl Into<String>, is_bad: bool) {
        self.view = Some(SearchView { text: text.into(), hit: None, is_underway: false, is_bad });
    }
}

impl Worker {
    /// Begins a search. It replaces one that is under way.
    pub(super) fn find(&mut self, search: Search) {
        self.searches = Searches::default();
        let recording = self
            .frame_source
            .run()
            .and_then(|playback| playback.recorded().map_err(|error| error.to_string()));
        match recording {
            Ok(recording) => {
                self.searches.replay = Some(ThreadWork::spawn(move |shared| {
                    let playback = Playback::of_recorded(recording);
                    let mut playback = playback.map_err(|error| error.to_string())?;
                    playback.cancel_with(Arc::clone(&shared.is_cancelled));
                    let found =
                        search.run(&mut playback, &mut |it| shared.report(it.done, it.ticks));
                    found.map_err(|refusal| refusal.to_string())
                }));
                let text = "replaying …".to_owned();
                self.searches.view =
                    Some(SearchView { text, hit: None, is_underway: true, is_bad: false });
            }
            Err(problem) => self.searches.report(problem, true),
        }
    }

    /// Cancels the search that is under way.
    pub(super) fn cancel_search(&mut self) {
        let was_underway = self.searches.replay.take().is_some();
        self.searches = Searches::default();
        if was_underway {
            self.searches.report("the search was stopped", false);
        }
    }

    /// Continues a search, and goes to the tick that it has found. Returns whether there is something
    /// new to show.
    pub(super) fn follow_search(&mut self) -> bool {
        let Some(replay) = &self.searches.replay else { return false };
        let Some(answer) = replay.answer() else {
            let (Some(view), Some((done, ticks))) = (&mut self.searches.view, replay.progress())
            else {
                return false;
            };
            let text = format!("replaying … tick {done} of at most {ticks}");
            let has_changed = view.text != text;
            view.text = text;
            return has_changed;
        };
        self.searches.replay = None;
        match answer {
            Ok(Found { tick: Some(tick), text }) => {
                let hit = Some(tick);
                self.searches.view =
                    Some(SearchView { text, hit, is_underway: false, is_bad: false });
                self.is_playing = false;
                self.cancel_capture();
                self.seek(tick);
            }
            Ok(Found { tick: None, text }) => self.searches.report(text, false),
            Err(problem) => self.searches.report(problem, true),
        }
        true
    }
}
