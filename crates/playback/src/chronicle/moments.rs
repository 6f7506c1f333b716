//! The moments of a run that are worth watching: what tours have shown to the end, and the rarest events.

use super::Chronicle;
use crate::{Moment, Playback, PlaybackError};

/// The least ticks between two moments: what happens at the same time is one of them.
const APART: u64 = 90;

impl Chronicle {
    /// The moments of the run, at most so many, the first one first, apart from each other: those of its album, up to half
    /// of them and the newest, and the rarest events.
    #[must_use]
    pub fn moments(&self, most: usize) -> Vec<Moment> {
        let kept = self.album().moments().iter().rev().take(most / 2).cloned();
        let mut chosen: Vec<Moment> = Vec::new();
        for moment in kept.chain(self.rarest()) {
            if chosen.len() >= most {
                break;
            }
            if chosen.iter().all(|other| other.tick.abs_diff(moment.tick) >= APART) {
                chosen.push(moment);
            }
        }
        chosen.sort_by_key(|moment| moment.tick);
        chosen
    }

    /// The events of the run as moments, the rarest first.
    fn rarest(&self) -> impl Iterator<Item = Moment> {
        let mut rarest: Vec<_> = self.entries().filter(|entry| entry.worth > 0).collect();
        rarest.sort_by_key(|entry| std::cmp::Reverse(entry.worth));
        rarest.into_iter().map(|entry| Moment {
            tick: entry.remark.tick,
            at: entry.remark.at,
            organism: entry.remark.organism,
            caption: self.describe_entry(&entry),
        })
    }

    /// The chronicle of all recorded ticks of a run, by replaying them, with the album of the run. `observe` gets the ticks
    /// that are done, and all.
    ///
    /// # Errors
    /// When a tick cannot be replayed.
    pub fn replayed(
        playback: &mut Playback,
        mut observe: impl FnMut(u64, u64),
    ) -> Result<Self, PlaybackError> {
        let (first, last) = (playback.first_tick(), playback.frontier());
        playback.seek(first)?;
        let mut chronicle = Self::new(playback.simulation().world());
        *chronicle.album_mut() = playback.chronicle().album().clone();
        for tick in first + 1..=last {
            playback.step()?;
            chronicle.record_tick(playback.simulation());
            observe(tick - first, last - first);
        }
        Ok(chronicle)
    }
}
