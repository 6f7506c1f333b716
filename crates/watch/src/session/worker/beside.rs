//! Another branch at the same tick, to be shown beside the current one.

use std::sync::Arc;

use terrarium_input::clock;
use terrarium_playback::{Playback, PlaybackError, Progress};
use terrarium_run::record::Scene;

use super::{SLICE, Worker};
use crate::session::view_state::BesideView;

/// The branch that is shown beside the current one, replayed from a copy of its recording.
pub(super) struct Beside {
    playback: Playback,
    /// The index of its timeline, and of the timeline beside which it is shown.
    timelines: (usize, usize),
    name: String,
    scene: Option<Arc<Scene>>,
}

impl Worker {
    /// The other branch, if it is shown.
    pub(super) fn beside_view(&self) -> Option<BesideView> {
        let beside = self.beside.as_ref().filter(|_| self.shows_beside)?;
        let simulation = beside.playback.simulation();
        let is_shown = beside.scene.as_ref().is_some_and(|it| it.tick == simulation.world().tick());
        let colouring =
            is_shown.then(|| self.colouring_of(beside.timelines.0, simulation)).flatten();
        Some(BesideView { name: beside.name.clone(), scene: beside.scene.clone(), colouring })
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
        self.shows_beside
            && self.beside.as_ref().is_none_or(|beside| {
                beside.playback.target().is_some()
                    || beside.scene.as_ref().is_none_or(|scene| scene.tick != tick)
                        && tick <= beside.playback.frontier()
            })
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
        let is_current = self.beside.as_ref().is_some_and(|beside| {
            beside.timelines == timelines && beside.playback.frontier() == frontier
        });
        if !is_current {
            let name = playback.timelines()[other].name().to_owned();
            let recording = playback.recorded_timeline(other)?;
            let playback = Playback::of_recorded(recording)?;
            self.beside = Some(Beside { playback, timelines, name, scene: None });
        }
        let Some(beside) = &mut self.beside else { return Ok(false) };
        if tick > beside.playback.frontier() {
            // The other branch has not been simulated so far.
            return Ok(beside.scene.take().is_some());
        }
        if beside.scene.as_ref().is_some_and(|scene| scene.tick == tick) {
            return Ok(false);
        }
        if beside.playback.target() != Some(tick) {
            beside.playback.begin_seek(tick)?;
        }
        let started = clock::now();
        while beside.playback.advance(1)? != Progress::Arrived {
            if started.elapsed() > SLICE {
                return Ok(false);
            }
        }
        let before = beside.scene.as_deref();
        beside.scene = Some(Arc::new(Scene::new(beside.playback.simulation(), before)));
        Ok(true)
    }
}
