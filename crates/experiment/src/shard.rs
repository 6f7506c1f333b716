//! Shards of an experiment.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A shard: every n-th run of an experiment, so that all shards take about the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl Shard {
    /// The shard with this number, from 1, of `of` shards; `None` when there is no such shard.
    #[must_use]
    pub fn new(number: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Whether this is the only shard.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The number of its runs, of `runs` in total.
    #[must_use]
    pub fn runs(self, runs: u64) -> u64 {
        (runs + self.of - self.number) / self.of
    }

    /// The number of its run with this index, from 0.
    #[must_use]
    pub fn case(self, index: u64) -> u64 {
        index * self.of + self.number - 1
    }

    /// The index of a run in this shard; `None` when the run belongs to another shard.
    #[must_use]
    pub fn index_of(self, case: u64) -> Option<u64> {
        (case % self.of == self.number - 1).then_some(case / self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        parts.and_then(|(number, of)| Self::new(number, of)).ok_or_else(|| {
            "give the number of the shard and the number of shards, from 1/4 to 4/4".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_belongs_to_one_shard() {
        for (runs, of) in [(10, 3), (2, 5), (1, 1), (7, 7)] {
            let shards: Vec<_> = (1..=of).map(|number| Shard::new(number, of).unwrap()).collect();
            assert_eq!(shards.iter().map(|shard| shard.runs(runs)).sum::<u64>(), runs);
            for case in 0..runs {
                let own: Vec<_> =
                    shards.iter().filter_map(|s| Some((s, s.index_of(case)?))).collect();
                let [(shard, index)] = own[..] else { panic!("{case} of {runs} in {own:?}") };
                assert!(index < shard.runs(runs) && shard.case(index) == case);
            }
        }
    }

    #[test]
    fn a_shard_reads_back_from_its_text() {
        assert_eq!("2/4".parse::<Shard>().unwrap().to_string(), "2/4");
        for wrong in ["0/4", "5/4", "2", "a/b", "", "-1/2"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("1/4"), "{wrong}");
        }
    }
}
