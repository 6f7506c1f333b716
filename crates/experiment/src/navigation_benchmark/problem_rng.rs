//! Reproducible random numbers: one stream per problem.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use terrarium_space::geometry::{Aabb, DVec2};
use xxhash_rust::xxh3::xxh3_128;

/// The random numbers that generate one problem.
pub(super) struct ProblemRng(Pcg64Mcg);

impl ProblemRng {
    /// The stream of problem `number` of a set.
    pub fn new(seed: u64, set: &str, number: usize) -> Self {
        let mut bytes = seed.to_le_bytes().to_vec();
        bytes.extend((number as u64).to_le_bytes());
        bytes.extend(set.as_bytes());
        Self(Pcg64Mcg::new(xxh3_128(&bytes)))
    }

    /// An integer in `min..end`.
    pub fn integer(&mut self, min: u32, end: u32) -> u32 {
        self.0.random_range(min..end)
    }

    /// True with a probability of `tenths` / 10.
    pub fn in_ten(&mut self, tenths: u32) -> bool {
        self.integer(0, 10) < tenths
    }

    /// A multiple of 1/16 in `min..=max`, counted from `min`.
    pub fn number(&mut self, min: f64, max: f64) -> f64 {
        let steps = ((max - min) * 16.0).floor().max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let steps = steps as u32;
        min + f64::from(self.integer(0, steps + 1)) / 16.0
    }

    /// A point within an area.
    pub fn point(&mut self, area: &Aabb) -> DVec2 {
        DVec2::new(self.number(area.min.x, area.max.x), self.number(area.min.y, area.max.y))
    }

    /// An element of a slice.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())]
    }
}
