//! The moments of a run that are worth watching: what tours have shown to the end, and the rarest events.

use super::{Chronicle, Entry, Remark};
use crate::{Moment, Playback, PlaybackError};

/// The least ticks between two moments: what happens at the same time is one of them.
const APART: u64 = 90;

impl Chronicle {
    /// The moments of the run, at most so many, the first one first, apart from each other: those of its album, up to half
    /// of them and the newest, and the rarest of the events that are listed.
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

    /// The moments after one tick and up to another that may be among [those of the run](Self::moments): what was kept, and
    /// the events that are listed.
    #[must_use]
    pub fn moments_between(&self, after: u64, until: u64) -> Vec<Moment> {
        let is_meant = |tick: u64| after < tick && tick <= until;
        let kept = self.album().moments().iter().filter(|it| is_meant(it.tick)).cloned();
        let past = self.entries().rev().skip_while(|it| it.remark.tick > until);
        let new = past.take_while(|it| it.remark.tick > after);
        kept.chain(new.filter(is_moment).map(|it| self.moment(&it))).collect()
    }

    /// The events of the run as moments, the rarest first.
    fn rarest(&self) -> impl Iterator<Item = Moment> {
        let mut rarest: Vec<_> = self.entries().filter(is_moment).collect();
        rarest.sort_by_key(|entry| std::cmp::Reverse(entry.worth));
        rarest.into_iter().map(|entry| self.moment(&entry))
    }

    fn moment(&self, entry: &Entry<'_>) -> Moment {
        let Remark { tick, at, organism, .. } = *entry.remark;
        Moment { tick, at, organism, caption: self.describe_entry(entry) }
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

/// Whether a line of the list of events can be a moment.
fn is_moment(entry: &Entry<'_>) -> bool {
    entry.is_listed && entry.worth > 0
}
