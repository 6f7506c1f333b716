//! Capturing the scenes of a range of ticks, in slices of time.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use terrarium_input::clock;
use terrarium_playback::{PlaybackError, Progress};
use terrarium_session::ColouredScene;

use super::{SLICE, Worker};
use crate::session::request::SceneSequence;

/// A capture in progress.
pub(super) struct SceneCapture {
    /// The remaining ticks, the next one last.
    ticks: Vec<u64>,
    scenes: SceneSequence,
    reply: Sender<SceneSequence>,
    /// The tick to return to.
    return_to: u64,
}

impl Worker {
    /// Starts capturing at most `most` scenes of a range of ticks.
    pub(super) fn capture_scenes(
        &mut self,
        ticks: RangeInclusive<u64>,
        most: usize,
        reply: Sender<SceneSequence>,
    ) {
        self.cancel_capture();
        let (first, last) = (*ticks.start(), (*ticks.end()).min(self.frame_source.frontier()));
        let first = first.clamp(self.frame_source.first_tick(), last);
        let every = ((last - first) / most.max(1) as u64 + 1).max(1);
        let step = usize::try_from(every).unwrap_or(usize::MAX);
        let mut ticks: Vec<u64> = (first..=last).step_by(step).take(most).collect();
        ticks.reverse();
        let return_to = self.seek_target.take().unwrap_or(self.frame_source.tick());
        let started = self.frame_source.begin_seek(first);
        if self.check(started) {
            self.scene_capture =
                Some(SceneCapture { ticks, scenes: SceneSequence::new(), reply, return_to });
        }
    }

    /// Continues the capture for a while.
    pub(super) fn continue_capture(&mut self) {
        let started = clock::now();
        while started.elapsed() < SLICE {
            let Some(scene_capture) = self.scene_capture.take() else { return };
            match self.capture_tick(scene_capture) {
                Ok(scene_capture) => self.scene_capture = scene_capture,
                Err(error) => self.note(error.to_string(), true),
            }
        }
    }

    fn capture_tick(
        &mut self,
        mut scene_capture: SceneCapture,
    ) -> Result<Option<SceneCapture>, PlaybackError> {
        if self.frame_source.advance(1)? != Progress::Arrived {
            return Ok(Some(scene_capture));
        }
        let before = scene_capture.scenes.last().map(|last| &*last.scene);
        let scene = Arc::new(self.frame_source.scene(before)?);
        let colouring = self.colouring();
        scene_capture.scenes.push(ColouredScene { scene, colouring });
        scene_capture.ticks.pop();
        if let Some(&next) = scene_capture.ticks.last() {
            self.frame_source.begin_seek(next)?;
            return Ok(Some(scene_capture));
        }
        let is_uncoloured = scene_capture.scenes.iter().any(|it| it.colouring.is_none());
        if is_uncoloured && self.wanted.colours.is_some() {
            let text = "some images show the colours of species, since no others were known there";
            self.note(text.to_owned(), true);
        }
        // The receiver may be gone.
        let _ = scene_capture.reply.send(scene_capture.scenes);
        self.seek(scene_capture.return_to);
        Ok(None)
    }

    /// Cancels the capture.
    pub(super) fn cancel_capture(&mut self) {
        self.scene_capture = None;
    }
}
