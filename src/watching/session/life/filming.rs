//! Scenes of a part of the run, fetched in slices.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::{Life, SLICE};
use crate::clock;
use crate::playback::{PlaybackError, Progress};
use crate::watching::session::request::Film;

/// Scenes that are being fetched.
pub(super) struct Filming {
    /// The ticks that are still to come, the next one last.
    ticks: Vec<u64>,
    film: Film,
    reply: Sender<Film>,
    /// Where one was before.
    here: u64,
}

impl Life {
    /// Sets out for scenes of some ticks.
    pub(super) fn film(&mut self, ticks: RangeInclusive<u64>, most: usize, reply: Sender<Film>) {
        self.stop_filming();
        let (first, last) = (*ticks.start(), (*ticks.end()).min(self.reel.frontier()));
        let first = first.clamp(self.reel.first_tick(), last);
        let every = ((last - first) / most.max(1) as u64 + 1).max(1);
        let step = usize::try_from(every).unwrap_or(usize::MAX);
        let mut ticks: Vec<u64> = (first..=last).step_by(step).take(most).collect();
        ticks.reverse();
        let here = self.sought.take().unwrap_or(self.reel.tick());
        let begun = self.reel.begin_seek(first);
        if self.check(begun) {
            self.filming = Some(Filming { ticks, film: Film::new(), reply, here });
        }
    }

    /// Some more of the way.
    pub(super) fn film_on(&mut self) {
        let begun = clock::now();
        while begun.elapsed() < SLICE {
            let Some(filming) = self.filming.take() else { return };
            match self.film_a_tick(filming) {
                Ok(filming) => self.filming = filming,
                Err(error) => self.note(error.to_string(), true),
            }
        }
    }

    fn film_a_tick(&mut self, mut filming: Filming) -> Result<Option<Filming>, PlaybackError> {
        if self.reel.advance(1)? != Progress::Arrived {
            return Ok(Some(filming));
        }
        let before = filming.film.last().map(|scene| &**scene);
        filming.film.push(Arc::new(self.reel.scene(before)?));
        filming.ticks.pop();
        if let Some(&next) = filming.ticks.last() {
            self.reel.begin_seek(next)?;
            return Ok(Some(filming));
        }
        // Whoever asked may have gone.
        let _ = filming.reply.send(filming.film);
        self.seek(filming.here);
        Ok(None)
    }

    /// Whoever goes elsewhere meanwhile wants no scenes any more.
    pub(super) fn stop_filming(&mut self) {
        self.filming = None;
    }
}
