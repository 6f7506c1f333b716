//! The ticks that the runs of an experiment can have.

use std::fmt;

/// The ticks of runs that begin with a new world, or continue a stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunTicks {
    /// The first and the last tick from which runs continue; both 0 for new worlds.
    begins: (u64, u64),
    /// The ticks of each run, unless it is stopped.
    pub(super) count: u64,
}

impl RunTicks {
    /// Those of runs that begin with a new world.
    #[must_use]
    pub fn of_new_worlds(count: u64) -> Self {
        Self { begins: (0, 0), count }
    }

    /// Those of runs that continue worlds after these ticks, from the first to the last.
    #[must_use]
    pub fn continuing(begins: (u64, u64), count: u64) -> Self {
        Self { begins, count }
    }

    /// What those who count from the beginning of a run have to know, where that is another number.
    pub(super) fn hint(&self) -> &'static str {
        match self.begins {
            (0, 0) => "",
            _ => {
                "; `tick` is that of the world, and `elapsed` counts from the beginning of the run"
            }
        }
    }

    /// The least and the greatest tick of the world, `elapsed` ticks or more after the beginning of a run.
    pub(super) fn of_world(&self, elapsed: u64) -> (u64, u64) {
        (self.begins.0.saturating_add(elapsed), self.begins.1.saturating_add(self.count))
    }
}

impl fmt::Display for RunTicks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ticks", self.count)?;
        match self.begins {
            (0, 0) => Ok(()),
            (first, last) if first == last => write!(f, " after tick {first}"),
            (first, last) => write!(f, " after tick {first} to {last}"),
        }
    }
}
