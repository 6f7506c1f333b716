//! What organisms of some species inherit beyond their traits: neutral marks, the parameters of their behaviour,
//! a brain, and the rate at which all of it mutates.
//!
//! Only species whose creature file has a table `[mutation]` or `[brain]` have genomes. Others cost nothing.

pub mod brain;
mod marks;
mod mutation;
mod parameters;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

pub use brain::Brain;
pub use marks::{MARKS, Marks};
pub use mutation::{BrainMutation, Mutation, ParameterRange, SIZE};
pub use parameters::HeritableParameters;

/// The genome of an organism.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Genome {
    /// Its neutral marks.
    pub marks: Marks,
    /// The probability, 0 to 1, with which each of its values mutates in a child.
    pub rate: f32,
    /// The heritable parameters of its behaviour, in the order of their names.
    pub parameters: Vec<f32>,
    /// Its brain, if its species has one.
    pub brain: Option<Box<Brain>>,
}

impl Genome {
    /// Returns the genome of a child: each value mutated with the probability [`rate`](Self::rate). `ranges` are
    /// those of the parameters, in the order of their names.
    #[must_use]
    pub fn mutated<'a>(
        &self,
        mutation: &Mutation,
        ranges: impl Iterator<Item = &'a ParameterRange>,
        rng: &mut impl Rng,
    ) -> Self {
        let rate = f64::from(self.rate);
        let marks = self.marks.mutated(mutation, rate, rng);
        let parameters = self.parameters.iter().zip(ranges).map(|(&value, range)| {
            if rng.random::<f64>() >= rate {
                return value;
            }
            let change = mutation.parameters / 100.0 * (range.max - range.min);
            range.clamp(f64::from(value) + change * evenly(rng))
        });
        let parameters = parameters.collect();
        let brain = self.brain.as_ref();
        let brain = brain.map(|brain| Box::new(brain.mutated(&mutation.brain, rate, rng)));
        let rate = match mutation.rate_change {
            0.0 => self.rate,
            percent => to_f32((rate * (1.0 + percent / 100.0 * evenly(rng))).clamp(0.0, 1.0)),
        };
        Self { marks, rate, parameters, brain }
    }

    /// Returns the genome of a child of two parents, before it mutates: each value is that of either parent, with the
    /// same probability.
    #[must_use]
    pub fn crossed(&self, other: &Self, rng: &mut impl Rng) -> Self {
        let mut either = |own: f32, others: f32| if rng.random::<bool>() { own } else { others };
        let rate = either(self.rate, other.rate);
        let parameters = self.parameters.iter().zip(&other.parameters);
        let parameters = parameters.map(|(&own, &others)| either(own, others)).collect();
        let marks = self.marks.crossed(&other.marks, rng);
        let brain = match (&self.brain, &other.brain) {
            (Some(own), Some(others)) => Some(Box::new(own.crossed(others, rng))),
            (own, others) => own.clone().or_else(|| others.clone()),
        };
        Self { marks, rate, parameters, brain }
    }

    /// The mean square of the differences of two genomes, and the number of values that they are of. Parameters are
    /// measured in shares of their `ranges`; the structure of brains counts like as many values as there are connections
    /// ([`Brain::distance`]). Neutral marks and rates do not count.
    pub fn square_distance<'a>(
        &self,
        other: &Self,
        ranges: impl Iterator<Item = &'a ParameterRange>,
    ) -> (f64, usize) {
        let parameters = self.parameters.iter().zip(&other.parameters).zip(ranges);
        let parameters = parameters.map(|((&own, &others), range)| {
            (f64::from(own - others) / (range.max - range.min).max(f64::MIN_POSITIVE)).powi(2)
        });
        let (sum, count) = parameters.fold((0.0, 0), |(sum, count), it| (sum + it, count + 1));
        match (&self.brain, &other.brain) {
            (Some(own), Some(others)) => (sum + own.distance(others).powi(2), count + 1),
            _ => (sum, count),
        }
    }

    /// Whether all its values are in their ranges. `ranges` are those of its parameters.
    #[must_use]
    pub fn is_sound<'a>(&self, ranges: impl ExactSizeIterator<Item = &'a ParameterRange>) -> bool {
        self.marks.is_sound()
            && (0.0..=1.0).contains(&self.rate)
            && self.parameters.len() == ranges.len()
            && self.parameters.iter().zip(ranges).all(|(&value, range)| range.contains(value))
            && self.brain.as_ref().is_none_or(|brain| brain.is_sound())
    }

    /// The memory that it takes, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&self.parameters[..])
            + self.brain.as_ref().map_or(0, |brain| brain.size())
    }
}

/// Draws a number, uniformly from −1 to 1.
fn evenly(rng: &mut impl Rng) -> f64 {
    rng.random::<f64>() * 2.0 - 1.0
}

/// Rounds a value to the precision in which traits and genomes are kept, and brains compute.
#[expect(clippy::cast_possible_truncation, reason = "that is its purpose")]
pub fn to_f32(value: f64) -> f32 {
    value as f32
}
