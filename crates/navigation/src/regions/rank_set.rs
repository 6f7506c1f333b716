//! A set of small numbers with their order.

/// Numbers below a limit.
#[derive(Debug, Default)]
pub(super) struct RankSet {
    /// One bit per number.
    words: Vec<u64>,
    /// One bit per word: whether it has any.
    summary: Vec<u64>,
}

impl RankSet {
    /// The empty set of numbers below `limit`.
    pub fn new(limit: usize) -> Self {
        let words = limit.div_ceil(64);
        Self { words: vec![0; words], summary: vec![0; words.div_ceil(64)] }
    }

    pub fn contains(&self, number: u32) -> bool {
        self.words[number as usize / 64] & bit(number as usize) != 0
    }

    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        self.words[word] |= bit(number as usize);
        self.summary[word / 64] |= bit(word);
    }

    pub fn remove(&mut self, number: u32) {
        let word = number as usize / 64;
        self.words[word] &= !bit(number as usize);
        if self.words[word] == 0 {
            self.summary[word / 64] &= !bit(word);
        }
    }

    /// The least number that is not less than `from`.
    pub fn next_from(&self, from: u32) -> Option<u32> {
        let from = from as usize;
        let next_in = |words: &[u64], from: usize| {
            let bits = words.get(from / 64)? & (u64::MAX << (from % 64));
            (bits != 0).then(|| from / 64 * 64 + bits.trailing_zeros() as usize)
        };
        let found = next_in(&self.words, from).or_else(|| {
            let after = from / 64 + 1;
            let word = next_in(&self.summary, after).or_else(|| {
                let later = (after / 64 + 1..self.summary.len()).find(|&it| self.summary[it] != 0);
                next_in(&self.summary, later? * 64)
            })?;
            next_in(&self.words, word * 64)
        });
        found.map(|number| number as u32)
    }

    /// The greatest number less than `end`.
    pub fn last_before(&self, end: u32) -> Option<u32> {
        let last_in = |words: &[u64], end: usize| {
            let bits = words.get(end / 64)? & !(u64::MAX << (end % 64));
            (bits != 0).then(|| end / 64 * 64 + 63 - bits.leading_zeros() as usize)
        };
        let end = end as usize;
        let found = last_in(&self.words, end).or_else(|| {
            let before = end / 64;
            let word = last_in(&self.summary, before).or_else(|| {
                let earlier = (0..before / 64).rev().find(|&it| self.summary[it] != 0)?;
                Some(earlier * 64 + 63 - self.summary[earlier].leading_zeros() as usize)
            })?;
            Some(word * 64 + 63 - self.words[word].leading_zeros() as usize)
        });
        found.map(|number| number as u32)
    }

    /// The numbers from `first` up to but not including `end`, in ascending order.
    pub fn within(&self, first: u32, end: u32) -> impl Iterator<Item = u32> {
        let next = move |from: u32| self.next_from(from).filter(|&number| number < end);
        std::iter::successors(next(first), move |&number| next(number + 1))
    }
}

fn bit(number: usize) -> u64 {
    1 << (number % 64)
}
