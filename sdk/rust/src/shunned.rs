//! Organisms to leave alone for a while.

use crate::memory::{Pack, Reader, Writer};
use crate::senses::Id;

/// The maximum number of organisms in the list. The latest ones are kept.
const MAX_COUNT: usize = 6;

/// The organisms that a creature leaves alone for a while, such as those it could not reach. It is
/// meant to be a part of its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shunned {
    list: [(Id, u64); MAX_COUNT],
    length: usize,
}

impl Shunned {
    /// An empty list.
    pub const NONE: Self = Self { list: [(Id(0), 0); MAX_COUNT], length: 0 };

    /// Adds an organism until a tick and removes those whose time is over at the tick `now`. Does
    /// nothing for the id 0.
    pub fn shun(&mut self, whom: Id, now: u64, until: u64) {
        if whom.0 == 0 {
            return;
        }
        let before = self.length;
        self.length = 0;
        for index in 0..before {
            if now < self.list[index].1 {
                self.list[self.length] = self.list[index];
                self.length += 1;
            }
        }
        self.add((whom, until));
    }

    /// Whether an organism is in the list and its time is not over at the tick `now`.
    #[must_use]
    pub fn holds(&self, whom: Id, now: u64) -> bool {
        self.list[..self.length].iter().any(|&(id, until)| id == whom && now < until)
    }

    fn add(&mut self, entry: (Id, u64)) {
        if self.length == MAX_COUNT {
            self.list.rotate_left(1);
            self.length -= 1;
        }
        self.list[self.length] = entry;
        self.length += 1;
    }
}

impl Default for Shunned {
    fn default() -> Self {
        Self::NONE
    }
}

impl Pack for Shunned {
    fn pack<const N: usize>(&self, to: &mut Writer<N>) {
        to.number(self.length as u64);
        for (id, until) in &self.list[..self.length] {
            to.number(id.0);
            to.number(*until);
        }
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let mut shunned = Self::NONE;
        for _ in 0..from.number()? {
            shunned.add((Id(from.number()?), from.number()?));
        }
        Some(shunned)
    }
}
