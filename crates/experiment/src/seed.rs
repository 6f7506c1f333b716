//! The random numbers of an experiment, computed as hashes of names and numbers.
//!
//! There is no generator state, so the numbers of one factor or run never depend on how many others
//! there are.

use super::{Factor, FactorValue};

/// The seed of the run at `point` with the number `replicate`.
///
/// It is a hash of the experiment's seed, the number, and the names and values of the factors that
/// differ from the base scenario, sorted by name. So adding a factor, reordering factors, or adding
/// values does not change the seeds of existing runs.
///
/// It is below 2⁵³: programs that read numbers as floats, such as pandas, R and spreadsheets, would
/// change the last digits of greater ones.
#[must_use]
pub fn case_seed(seed: u64, factors: &[Factor], point: &[FactorValue], replicate: u32) -> u64 {
    let mut changed: Vec<(&str, String)> = Vec::new();
    for (factor, value) in factors.iter().zip(point) {
        let value = value.to_string();
        if factor.base.as_ref().is_none_or(|base| base.to_string() != value) {
            changed.push((&factor.name, value));
        }
    }
    changed.sort();
    let mut hasher = Hasher::new("run", seed);
    for (name, value) in &changed {
        hasher.text(name);
        hasher.text(value);
    }
    hasher.number(u64::from(replicate));
    exact_in_floats(hasher.end())
}

/// A random number of at least 0 and less than 1, for a factor at a point.
pub(super) fn share(purpose: &str, seed: u64, factor: &str, point: u64) -> f64 {
    let mut hasher = Hasher::new(purpose, seed);
    hasher.text(factor);
    hasher.number(point);
    unit(hasher.end())
}

/// The position of `point` in a random permutation of `count` points, which depends on the seed and
/// the factor's name. It is computed without the rest of the permutation: a Feistel network over
/// the next power of four, with cycle walking.
pub(super) fn shuffled(seed: u64, factor: &str, count: u64, point: u64) -> u64 {
    let bits = (u64::BITS - count.saturating_sub(1).leading_zeros()).div_ceil(2).max(1);
    let mask = (1_u64 << bits) - 1;
    let round = |number: u64, half: u64| {
        let mut hasher = Hasher::new("order", seed);
        hasher.text(factor);
        hasher.number(count);
        hasher.number(number);
        hasher.number(half);
        hasher.end() & mask
    };
    let mut position = point;
    loop {
        let (mut left, mut right) = (position >> bits, position & mask);
        for number in 0..4 {
            (left, right) = (right, left ^ round(number, right));
        }
        position = left << bits | right;
        if position < count {
            return position;
        }
    }
}

/// The number's first 53 bits, which are what a float holds.
fn exact_in_floats(number: u64) -> u64 {
    number >> (u64::BITS - f64::MANTISSA_DIGITS)
}

#[expect(clippy::cast_precision_loss, reason = "53 bits are what a float holds")]
fn unit(number: u64) -> f64 {
    exact_in_floats(number) as f64 / (1_u64 << 53) as f64
}

/// Hashes a sequence of texts and numbers unambiguously: texts are prefixed with their length.
struct Hasher(blake3::Hasher);

impl Hasher {
    fn new(purpose: &str, seed: u64) -> Self {
        let mut hasher = Self(blake3::Hasher::new());
        hasher.text(purpose);
        hasher.number(seed);
        hasher
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn end(&self) -> u64 {
        let hash = self.0.finalize();
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        u64::from_le_bytes(*first)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Levels;

    fn factor(name: &str, base: Option<i64>) -> Factor {
        let base = base.map(FactorValue::Integer);
        Factor { name: name.to_owned(), levels: Levels::List(Vec::new()), base }
    }

    fn values(values: &[i64]) -> Vec<FactorValue> {
        values.iter().copied().map(FactorValue::Integer).collect()
    }

    #[test]
    fn adding_a_factor_keeps_the_seeds_at_its_base_value() {
        let (light, hare) = (factor("rules.light", Some(30)), factor("population.hare", Some(400)));
        let before = case_seed(1, std::slice::from_ref(&light), &values(&[20]), 3);
        let both = [hare.clone(), light.clone()];
        assert_eq!(case_seed(1, &both, &values(&[400, 20]), 3), before);
        assert_ne!(case_seed(1, &both, &values(&[401, 20]), 3), before);
        let reordered = [light, hare];
        let seed = case_seed(1, &both, &values(&[401, 20]), 3);
        assert_eq!(case_seed(1, &reordered, &values(&[20, 401]), 3), seed);
    }

    #[test]
    fn seeds_depend_on_every_input() {
        let factors = [factor("a", None), factor("ab", None)];
        let mut seeds = BTreeSet::new();
        for seed in 0..4 {
            for point in [[1, 11], [11, 1], [1, 1], [111, 1]] {
                for replicate in 0..4 {
                    seeds.insert(case_seed(seed, &factors, &values(&point), replicate));
                }
            }
        }
        assert_eq!(seeds.len(), 64);
        // Floats keep them, and all of their 53 bits vary.
        assert!(seeds.iter().all(|&seed| seed < 1 << 53), "{seeds:?}");
        assert_eq!(seeds.iter().fold(0, |bits, seed| bits | seed), (1 << 53) - 1);
        assert_eq!(seeds.iter().fold(u64::MAX, |bits, seed| bits & seed), 0);
    }

    /// Other seeds would change the results of every existing experiment.
    #[test]
    fn seeds_do_not_change() {
        let factors = [factor("rules.light", Some(30))];
        let seeds = [20, 30].map(|light| case_seed(7, &factors, &values(&[light]), 1));
        assert_eq!(seeds, [5_238_516_540_514_797_143 >> 11, 7_928_696_878_755_314_082 >> 11]);
    }

    #[test]
    fn a_permutation_has_every_position_once() {
        for count in [1, 2, 3, 5, 16, 17, 100, 257] {
            let positions: BTreeSet<_> =
                (0..count).map(|point| shuffled(1, "rules.light", count, point)).collect();
            assert!(positions.into_iter().eq(0..count), "{count}");
        }
        let order = |factor| (0..50).map(|p| shuffled(1, factor, 50, p)).collect::<Vec<_>>();
        assert_ne!(order("a"), order("b"));
    }
}
