//! The moments of a run that are worth watching: the rarest events, one after the other.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;

use super::Chronicle;
use crate::{Playback, PlaybackError};

/// The least ticks between two moments: what happens at the same time is one of them.
const APART: u64 = 90;

/// A moment that is worth watching.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// The tick of the event.
    pub tick: u64,
    /// Its position, if it has one.
    pub at: Option<DVec2>,
    /// The organism that it is about, if any.
    pub organism: Option<OrganismId>,
    /// What happens, as the list of events says it.
    pub caption: String,
}

impl Chronicle {
    /// The moments of the run, at most so many, the first one first: the rarest events, apart from each
    /// other.
    #[must_use]
    pub fn moments(&self, most: usize) -> Vec<Moment> {
        let mut rarest: Vec<_> = self.entries().filter(|entry| entry.worth > 0).collect();
        rarest.sort_by_key(|entry| std::cmp::Reverse(entry.worth));
        let mut chosen: Vec<Moment> = Vec::new();
        for entry in rarest {
            let tick = entry.remark.tick;
            let is_apart = chosen.iter().all(|other| other.tick.abs_diff(tick) >= APART);
            if chosen.len() < most && is_apart {
                let caption = self.describe_entry(&entry);
                let (at, organism) = (entry.remark.at, entry.remark.organism);
                chosen.push(Moment { tick, at, organism, caption });
            }
        }
        chosen.sort_by_key(|moment| moment.tick);
        chosen
    }

    /// The chronicle of all recorded ticks of a run, by replaying them. `observe` gets the ticks that are done, and all.
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
        for tick in first + 1..=last {
            playback.step()?;
            chronicle.record_tick(playback.simulation());
            observe(tick - first, last - first);
        }
        Ok(chronicle)
    }
}
