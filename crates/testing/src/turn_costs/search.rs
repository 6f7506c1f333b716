//! A search for the turn that takes the most time for what it is charged.

#![allow(clippy::disallowed_methods, clippy::cast_precision_loss, reason = "it compares times")]

use std::time::Instant;

use rand::{RngExt, SeedableRng};

/// The random number generator of the search.
pub type Rng = rand_pcg::Pcg64Mcg;

/// What a turn took and what it was charged.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Its time, in nanoseconds.
    pub nanoseconds: f64,
    /// The operations charged.
    pub spent: u64,
}

impl Cost {
    /// Nanoseconds for each operation.
    pub fn rate(self) -> f64 {
        self.nanoseconds / self.spent as f64
    }

    /// The least time of several executions of a turn, which returns the operations charged.
    pub fn new(executions: u32, mut turn: impl FnMut() -> u64) -> Self {
        let mut cost = Self { nanoseconds: f64::INFINITY, spent: 0 };
        for _ in 0..executions {
            let start = Instant::now();
            cost.spent = turn();
            cost.nanoseconds = cost.nanoseconds.min(start.elapsed().as_secs_f64() * 1e9);
        }
        cost
    }
}

/// A program whose turn is measured.
pub trait Candidate: Clone {
    /// Draws one at random.
    fn random(rng: &mut Rng) -> Self;
    /// Draws one like this one.
    fn mutated(&self, rng: &mut Rng) -> Self;
    /// Its text, on one line.
    fn text(&self) -> String;
    /// The cost of its turn by so many executions; `None` if it cannot be loaded.
    fn cost(&self, executions: u32) -> Option<Cost>;
}

/// The size of a search.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// The candidates drawn at random.
    pub random: usize,
    /// The rounds of mutations of the costliest.
    pub rounds: usize,
    /// The candidates kept after each round.
    pub kept: usize,
}

/// The costliest candidates, the costliest first, with their time for each operation.
pub fn costliest<C: Candidate>(seed: u64, extent: Extent) -> Vec<(f64, C)> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut best: Vec<(f64, C)> = Vec::new();
    let drawn = (0..extent.random).map(|_| C::random(&mut rng)).collect::<Vec<_>>();
    consider(&mut best, drawn, extent.kept);
    for _ in 0..extent.rounds {
        let count = best.len();
        let mutated = (0..4 * extent.kept)
            .map(|_| best[rng.random_range(0..count)].1.mutated(&mut rng))
            .collect::<Vec<_>>();
        consider(&mut best, mutated, extent.kept);
    }
    // The rates of the few that are left are taken again, more exactly.
    for (rate, candidate) in &mut best {
        *rate = candidate.cost(15).map_or(0.0, Cost::rate);
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best
}

fn consider<C: Candidate>(best: &mut Vec<(f64, C)>, candidates: Vec<C>, kept: usize) {
    for candidate in candidates {
        // A turn that ends at once says little about its operations.
        let cost = candidate.cost(2).filter(|cost| cost.spent > 40_000);
        let Some(rough) = cost.map(Cost::rate) else { continue };
        let is_known = best.iter().any(|(_, known)| known.text() == candidate.text());
        let least = if best.len() < kept { 0.0 } else { best[best.len() - 1].0 };
        if is_known || rough <= least {
            continue;
        }
        let rate = candidate.cost(6).map_or(0.0, Cost::rate);
        best.push((rate, candidate));
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        best.truncate(kept);
    }
}
