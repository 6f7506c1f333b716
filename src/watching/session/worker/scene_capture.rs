//! Scenes of a part of the run, fetched in slices.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::{SLICE, Worker};
use crate::clock;
use crate::playback::{PlaybackError, Progress};
use crate::watching::session::request::SceneSequence;

/// Scenes that are being fetched.
pub(super) struct SceneCapture {
    /// The ticks that are still to come, the next one last.
    ticks: Vec<u64>,
    film: SceneSequence,
    reply: Sender<SceneSequence>,
    /// Where one was before.
    here: u64,
}

impl Worker {
    /// Sets out for scenes of some ticks.
    pub(super) fn film(
        &mut self,
        ticks: RangeInclusive<u64>,
        most: usize,
        reply: Sender<SceneSequence>,
    ) {
        self.stop_filming();
        let (first, last) = (*ticks.start(), (*ticks.end()).min(self.frame_source.frontier()));
        let first = first.clamp(self.frame_source.first_tick(), last);
        let every = ((last - first) / most.max(1) as u64 + 1).max(1);
        let step = usize::try_from(every).unwrap_or(usize::MAX);
        let mut ticks: Vec<u64> = (first..=last).step_by(step).take(most).collect();
        ticks.reverse();
        let here = self.sought.take().unwrap_or(self.frame_source.tick());
        let begun = self.frame_source.begin_seek(first);
        if self.check(begun) {
            self.scene_capture =
                Some(SceneCapture { ticks, film: SceneSequence::new(), reply, here });
        }
    }

    /// Some more of the way.
    pub(super) fn film_on(&mut self) {
        let begun = clock::now();
        while begun.elapsed() < SLICE {
            let Some(scene_capture) = self.scene_capture.take() else { return };
            match self.film_a_tick(scene_capture) {
                Ok(scene_capture) => self.scene_capture = scene_capture,
                Err(error) => self.note(error.to_string(), true),
            }
        }
    }

    fn film_a_tick(
        &mut self,
        mut scene_capture: SceneCapture,
    ) -> Result<Option<SceneCapture>, PlaybackError> {
        if self.frame_source.advance(1)? != Progress::Arrived {
            return Ok(Some(scene_capture));
        }
        let before = scene_capture.film.last().map(|scene| &**scene);
        scene_capture.film.push(Arc::new(self.frame_source.scene(before)?));
        scene_capture.ticks.pop();
        if let Some(&next) = scene_capture.ticks.last() {
            self.frame_source.begin_seek(next)?;
            return Ok(Some(scene_capture));
        }
        // Whoever asked may have gone.
        let _ = scene_capture.reply.send(scene_capture.film);
        self.seek(scene_capture.here);
        Ok(None)
    }

    /// Whoever goes elsewhere meanwhile wants no scenes any more.
    pub(super) fn stop_filming(&mut self) {
        self.scene_capture = None;
    }
}
