//! Another branch at the same tick, to be shown beside the current one.

use terrarium_input::clock;
use terrarium_playback::PlaybackError;
use terrarium_session::SideBranch;

use super::{SLICE, Worker};
use crate::session::view_state::BesideView;

/// The branch that is shown beside the current one.
pub(super) struct Beside {
    branch: SideBranch,
    /// The index of its timeline, and of the timeline beside which it is shown.
    timelines: (usize, usize),
    name: String,
}

impl Worker {
    /// The other branch, if it is shown.
    pub(super) fn beside_view(&self) -> Option<BesideView> {
        let Beside { branch, timelines, name } =
            self.beside.as_ref().filter(|_| self.shows_beside)?;
        let scene = branch.scene().cloned();
        let tick = branch.simulation().world().tick();
        let is_shown = scene.as_ref().is_some_and(|it| it.tick == tick);
        let colouring =
            is_shown.then(|| self.colouring_of(timelines.0, branch.simulation())).flatten();
        Some(BesideView { name: name.clone(), scene, colouring })
    }

    /// Shows another branch beside the current one, or no more.
    pub(super) fn set_beside(&mut self, is_on: bool) {
        self.beside = None;
        self.shows_beside = is_on;
        if is_on && self.other_timeline().is_none() {
            self.shows_beside = false;
            self.note("there is only one branch; press B to start another".to_owned(), false);
        }
    }

    /// The timeline that the current one branched from, or else the last one that branched from it.
    fn other_timeline(&mut self) -> Option<usize> {
        let playback = self.frame_source.run().ok()?;
        let present = playback.present();
        let parent = playback.timeline().parent().map(|(parent, _)| parent);
        let is_child = |which: &usize| {
            playback.timelines()[*which].parent().is_some_and(|(parent, _)| parent == present)
        };
        parent.or_else(|| (0..playback.timelines().len()).rev().find(is_child))
    }

    /// Advances the other branch towards the tick that is shown, for a while. Returns whether there is
    /// something new to show.
    pub(super) fn advance_beside(&mut self) -> bool {
        if !self.shows_beside || self.seek_target.is_some() || self.scene_capture.is_some() {
            return false;
        }
        match self.try_advance_beside() {
            Ok(is_new) => is_new,
            Err(error) => {
                (self.shows_beside, self.beside) = (false, None);
                self.note(error.to_string(), true);
                true
            }
        }
    }

    /// Whether the other branch is not yet at the tick that is shown.
    pub(super) fn is_beside_late(&self) -> bool {
        let tick = self.frame_source.tick();
        self.shows_beside && self.beside.as_ref().is_none_or(|beside| beside.branch.is_late(tick))
    }

    fn try_advance_beside(&mut self) -> Result<bool, PlaybackError> {
        let Some(other) = self.other_timeline() else {
            let was_shown = self.beside.take().is_some();
            return Ok(was_shown);
        };
        let tick = self.frame_source.tick();
        let Ok(playback) = self.frame_source.run() else { return Ok(false) };
        let timelines = (other, playback.present());
        let frontier = playback.timelines()[other].frontier();
        let is_current =
            |beside: &Beside| beside.timelines == timelines && beside.branch.frontier() == frontier;
        if !self.beside.as_ref().is_some_and(is_current) {
            let name = playback.timelines()[other].name().to_owned();
            let branch = SideBranch::new(playback, other)?;
            self.beside = Some(Beside { branch, timelines, name });
        }
        let Some(Beside { branch, .. }) = &mut self.beside else { return Ok(false) };
        let started = clock::now();
        loop {
            let is_new = branch.advance(tick, 1)?;
            if is_new || !branch.is_late(tick) || started.elapsed() > SLICE {
                return Ok(is_new);
            }
        }
    }
}
