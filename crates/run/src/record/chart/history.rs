//! Population counts over time, in bounded memory.

/// Population counts over time, sampled: of a long run, every second, fourth, eighth … tick.
#[derive(Debug, Clone)]
pub struct History {
    kept: Vec<(u64, Vec<u64>)>,
    last: Option<(u64, Vec<u64>)>,
    stride: u64,
    added: u64,
}

/// The most points of a curve: more are not visible.
pub const MOST: usize = 2048;

impl Default for History {
    fn default() -> Self {
        Self { kept: Vec::new(), last: None, stride: 1, added: 0 }
    }
}

impl History {
    /// Adds the counts at a tick.
    pub fn add(&mut self, tick: u64, counts: Vec<u64>) {
        if self.added.is_multiple_of(self.stride) {
            self.kept.push((tick, counts.clone()));
        }
        self.last = Some((tick, counts));
        self.added += 1;
        if self.kept.len() > MOST {
            self.stride *= 2;
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    /// The first and the last tick.
    pub fn span(&self) -> (u64, u64) {
        let first = self.kept.first().map_or(0, |(tick, _)| *tick);
        (first, self.last.as_ref().map_or(first, |(tick, _)| *tick))
    }

    /// The sampled ticks and counts of the species with this index, always including the last tick.
    pub fn of(&self, index: usize) -> impl Iterator<Item = (u64, u64)> + '_ {
        let newest = self.kept.last().map(|(tick, _)| *tick);
        let last = self.last.iter().filter(move |(tick, _)| Some(*tick) != newest);
        self.kept.iter().chain(last).map(move |(tick, counts)| (*tick, counts[index]))
    }
}
