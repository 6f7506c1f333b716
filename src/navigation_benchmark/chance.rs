//! Chance that repeats: a stream for every problem.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use xxhash_rust::xxh3::xxh3_128;

use crate::geometry::{Aabb, DVec2};

/// What the making of one problem draws from.
pub(super) struct ProblemRng(Pcg64Mcg);

impl ProblemRng {
    /// The stream of problem `number` of a set.
    pub fn new(seed: u64, set: &str, number: usize) -> Self {
        let mut bytes = seed.to_le_bytes().to_vec();
        bytes.extend((number as u64).to_le_bytes());
        bytes.extend(set.as_bytes());
        Self(Pcg64Mcg::new(xxh3_128(&bytes)))
    }

    /// A whole number from `least` to before `past`.
    pub fn below(&mut self, least: u32, past: u32) -> u32 {
        self.0.random_range(least..past)
    }

    /// Whether something happens that does so in `times` of ten.
    pub fn in_ten(&mut self, times: u32) -> bool {
        self.below(0, 10) < times
    }

    /// A number from `least` to `most`, a multiple of a sixteenth.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        let steps = ((most - least) * 16.0).floor().max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let steps = steps as u32;
        least + f64::from(self.below(0, steps + 1)) / 16.0
    }

    /// A place within an area.
    pub fn place(&mut self, area: &Aabb) -> DVec2 {
        DVec2::new(self.between(area.min.x, area.max.x), self.between(area.min.y, area.max.y))
    }

    /// One of these.
    ///
    /// # Panics
    /// When there are none.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())]
    }
}
