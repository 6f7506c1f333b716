//! The turns of a species: how many failed, whether it is suspended, and whose turn is next.

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Rules;

/// The number of ticks of a bucket.
const BUCKET_TICKS: u64 = 100;

/// The number of buckets: faults count for 901 to 1000 ticks.
const BUCKETS: usize = 10;

/// The account of the turns of one species.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TurnAccount {
    /// The number of failed turns.
    pub faults: u64,
    /// Whether the species is suspended: its behaviour is no longer called.
    pub is_suspended: bool,
    /// The creature whose turn is first in the next tick: the first one that got no turn in the last;
    /// [`OrganismId::NONE`] if all had their turns.
    pub next: OrganismId,
    /// The turns of the last ticks, by tick.
    recent: [TurnCount; BUCKETS],
}

/// The turns of some ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct TurnCount {
    turns: u64,
    faults: u64,
}

impl TurnAccount {
    /// Counts the turns of a tick, and suspends the species if too many of the recent ones failed.
    pub(crate) fn count(&mut self, tick: u64, turns: u64, faults: u64, rules: &Rules) {
        let bucket = usize::try_from(tick / BUCKET_TICKS % BUCKETS as u64).unwrap_or_default();
        let recent = &mut self.recent[bucket];
        if tick.is_multiple_of(BUCKET_TICKS) {
            *recent = TurnCount::default();
        }
        recent.turns += turns;
        recent.faults += faults;
        self.faults += faults;
        if faults > 0 {
            let failed: u64 = self.recent.iter().map(|count| count.faults).sum();
            let all: u64 = self.recent.iter().map(|count| count.turns).sum();
            self.is_suspended |=
                failed >= u64::from(rules.strikes) && is_share(failed, all, rules.strike_share);
        }
    }

    /// Whether its numbers are those of a simulation.
    pub(super) fn is_possible(&self, most: u64) -> bool {
        let counts =
            self.recent.iter().all(|count| count.faults <= count.turns && count.turns <= most);
        counts && self.faults <= most && self.next.0 <= most
    }
}

/// Whether `part` is at least that share of `whole`.
#[expect(clippy::cast_precision_loss, reason = "counts of turns are far below 2⁵³")]
fn is_share(part: u64, whole: u64, share: f64) -> bool {
    part as f64 >= share * whole as f64
}
