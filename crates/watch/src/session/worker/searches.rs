//! The search for a tick in which a condition holds, in the background.

use terrarium_playback::life_history::ReplayProgress;

use super::Worker;
use super::lives::replaying;
use crate::session::background_replay::BackgroundReplay;
use crate::session::request::SearchRequest;
use crate::session::view_state::SearchView;

/// A search under way, or the last one.
#[derive(Default)]
pub(super) struct Searches {
    view: Option<SearchView>,
    replay: Option<BackgroundReplay<Finding>>,
    progress: Option<ReplayProgress>,
}

/// The result of a search.
struct Finding {
    /// The tick in which the condition holds.
    tick: Option<u64>,
    /// What it reads there, or why there is none.
    text: String,
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
    /// Begins a search from the tick that is shown. It replaces one that is under way.
    pub(super) fn find(&mut self, request: SearchRequest) {
        self.searches = Searches::default();
        let (tick, first) = (self.frame_source.tick(), self.frame_source.first_tick());
        let last = self.frame_source.frontier();
        let from = if request.is_backward { tick.checked_sub(1) } else { tick.checked_add(1) };
        let Some(from) = from.filter(|from| (first..=last).contains(from)) else {
            let end = if request.is_backward { "first" } else { "last" };
            return self.searches.report(format!("this is the {end} tick of the run"), false);
        };
        let recording = self
            .frame_source
            .run()
            .and_then(|playback| playback.recorded().map_err(|error| error.to_string()));
        match recording {
            Ok(recording) => {
                let search = BackgroundReplay::begin(recording, move |playback, observer| {
                    search(&request, from, playback, observer)
                });
                self.searches.replay = Some(search);
                let text = replaying(ReplayProgress { done: 0, ticks: 0 });
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
            let progress = replay.progress();
            let has_changed = self.searches.progress.replace(progress) != Some(progress);
            if let Some(view) = &mut self.searches.view {
                view.text = replaying(progress);
            }
            return has_changed;
        };
        self.searches.replay = None;
        match answer {
            Ok(Finding { tick: Some(tick), text }) => {
                let hit = Some(tick);
                self.searches.view =
                    Some(SearchView { text, hit, is_underway: false, is_bad: false });
                self.is_playing = false;
                self.cancel_capture();
                self.seek(tick);
            }
            Ok(Finding { tick: None, text }) => self.searches.report(text, false),
            Err(problem) => self.searches.report(problem, true),
        }
        true
    }
}

fn search(
    request: &SearchRequest,
    from: u64,
    playback: &mut terrarium_playback::Playback,
    observer: &mut terrarium_playback::life_history::ReplayObserver<'_>,
) -> Result<Finding, String> {
    use terrarium_playback::watchpoint::{Direction, Watchpoint};

    let mut watchpoint = Watchpoint::parse(&request.condition).map_err(|error| error.problem)?;
    let direction = if request.is_backward { Direction::Backward } else { Direction::Forward };
    let search = watchpoint
        .search(playback, request.organism, direction, Some(from), observer)
        .map_err(|error| error.to_string())?;
    let tick = search.hit.as_ref().map(|hit| hit.tick);
    Ok(Finding { tick, text: search.summary(request.organism) })
}
