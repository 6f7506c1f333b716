//! Whom to leave alone for a while, because there was no way there.

use terrarium_creature::{Event, EventKind, Id, Reader, Refusal, Senses, Writer};

/// For how many ticks somebody is left alone.
const TICKS: u64 = 40;

/// How many are remembered at once: the latest.
const MOST: usize = 6;

/// A short list of those that could not be reached, and until when each is left alone.
pub struct Shunned {
    list: [(Id, u64); MOST],
    length: usize,
}

impl Shunned {
    /// The list out of a memory; empty when there is none in it.
    pub fn recall(memory: &[u8]) -> Self {
        Self::read(&mut Reader::new(memory)).unwrap_or_else(Self::empty)
    }

    fn empty() -> Self {
        Self { list: [(Id(0), 0); MOST], length: 0 }
    }

    fn read(memory: &mut Reader<'_>) -> Option<Self> {
        let mut shunned = Self::empty();
        for _ in 0..memory.number()? {
            shunned.add((Id(memory.number()?), memory.number()?));
        }
        Some(shunned)
    }

    /// The list as it is remembered.
    pub fn written(&self) -> Writer<128> {
        let mut writer = Writer::new();
        writer.number(self.length as u64);
        for (id, until) in &self.list[..self.length] {
            writer.number(id.0);
            writer.number(*until);
        }
        writer
    }

    /// Adds to the end; the oldest make room.
    fn add(&mut self, entry: (Id, u64)) {
        if self.length == MOST {
            self.list.rotate_left(1);
            self.length -= 1;
        }
        self.list[self.length] = entry;
        self.length += 1;
    }

    /// Takes note of whom there was no way to in the last tick, and forgets those of long ago. True
    /// when that changes anything.
    pub fn update(&mut self, senses: &'static Senses) -> bool {
        let before = self.length;
        self.length = 0;
        for index in 0..before {
            if senses.tick < self.list[index].1 {
                self.list[self.length] = self.list[index];
                self.length += 1;
            }
        }
        let mut has_changed = self.length < before;
        for whom in senses.events().iter().filter_map(lacked_a_way).flatten() {
            self.add((whom, senses.tick + TICKS));
            has_changed = true;
        }
        has_changed
    }

    /// Whether somebody is to be left alone.
    pub fn holds(&self, whom: Id) -> bool {
        self.list[..self.length].iter().any(|&(other, _)| other == whom)
    }
}

/// To whom there was no way in the last tick, if that was it; nobody where it was a way to a place.
pub fn lacked_a_way(event: &Event) -> Option<Option<Id>> {
    match event.what() {
        EventKind::Refused {
            why: Refusal::NO_WAY | Refusal::NO_WAY_FOUND | Refusal::CLOSED_IN,
            whom,
            ..
        } => Some(whom),
        _ => None,
    }
}
