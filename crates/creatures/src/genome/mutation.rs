//! How genomes mutate: the table `[mutation]` of a creature file.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::brain::{MAX_NEURONS, MAX_WEIGHT};
use super::to_f32;

/// The sizes, rates and bounds of the mutations of a species. Sizes are those of the largest change, and all changes
/// up to it have the same probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The change of the points on each characteristic, in points; `None` for the rule `mutation`.
    pub points: Option<f64>,
    /// The change of the mature radius, in percent of its range; `None` for the rule `mutation`.
    pub size: Option<f64>,
    /// The change of each trait of a plant, in percent; `None` for the rule `mutation`.
    pub plant: Option<f64>,
    /// The bounds of the mature radius, in units.
    pub mature_radius: [f32; 2],
    /// The change of the hue, in percent of the colour circle.
    pub colour: f64,
    /// The probability with which each mark of the pattern appears or vanishes.
    pub pattern: f64,
    /// The change of each heritable parameter, in percent of its range.
    pub parameters: f64,
    /// The probability with which each value of a founder's child mutates.
    pub rate: f64,
    /// The change of that rate itself, in percent; 0 if it is the same in all descendants.
    pub rate_change: f64,
    /// The mutations of brains.
    pub brain: BrainMutation,
}

/// The sizes and rates of the mutations of brains. All rates are multiplied by that of the genome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrainMutation {
    /// The change of a weight.
    pub weight: f64,
    /// The probability with which each weight changes.
    pub weights: f64,
    /// The probability of a new connection.
    pub connection: f64,
    /// The probability of a new neuron.
    pub neuron: f64,
    /// The probability that a connection vanishes, and with it neurons that lead nowhere.
    pub removal: f64,
    /// The maximum number of neurons between inputs and outputs.
    pub neurons: u16,
}

impl Mutation {
    /// No mutation of what is in the genome. Traits mutate by the rule `mutation`.
    #[must_use]
    pub fn none(mature_radius: &RangeInclusive<f32>) -> Self {
        Self {
            points: None,
            size: None,
            plant: None,
            mature_radius: [*mature_radius.start(), *mature_radius.end()],
            colour: 0.0,
            pattern: 0.0,
            parameters: 0.0,
            rate: 1.0,
            rate_change: 0.0,
            brain: BrainMutation {
                weight: 0.0,
                weights: 0.0,
                connection: 0.0,
                neuron: 0.0,
                removal: 0.0,
                neurons: 0,
            },
        }
    }

    /// The values that a table `[mutation]` has where it does not set them.
    #[must_use]
    pub fn usual(mature_radius: &RangeInclusive<f32>) -> Self {
        Self {
            colour: 2.0,
            pattern: 0.01,
            parameters: 2.0,
            brain: BrainMutation {
                weight: 0.5,
                weights: 0.3,
                connection: 0.1,
                neuron: 0.03,
                removal: 0.05,
                neurons: 20,
            },
            ..Self::none(mature_radius)
        }
    }
}

impl Mutation {
    /// Whether all its values are in their ranges.
    #[must_use]
    pub(crate) fn is_sound(&self) -> bool {
        let Self { points, size, plant, mature_radius: [least, most], .. } = self;
        let Self { colour, pattern, parameters, rate, rate_change, brain, .. } = self;
        let sizes = [points, size, plant].into_iter().flatten();
        let percent = [colour, parameters, rate_change];
        let shares =
            [pattern, rate, &brain.weights, &brain.connection, &brain.neuron, &brain.removal];
        sizes.into_iter().all(|size| SIZE.contains(size))
            && percent.into_iter().all(|size| SIZE.contains(size))
            && shares.into_iter().all(|share| (0.0..=1.0).contains(share))
            && (0.0..=f64::from(MAX_WEIGHT)).contains(&brain.weight)
            && usize::from(brain.neurons) <= MAX_NEURONS
            && least <= most
    }
}

/// The range of the sizes of mutations, in points or percent.
pub const SIZE: RangeInclusive<f64> = 0.0..=100.0;

/// The range of a heritable parameter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ParameterRange {
    /// The minimum.
    pub min: f64,
    /// The maximum.
    pub max: f64,
}

impl ParameterRange {
    /// Whether a value in single precision is within it, as far as that precision goes.
    #[must_use]
    pub(super) fn contains(&self, value: f32) -> bool {
        (to_f32(self.min)..=to_f32(self.max)).contains(&value)
    }

    /// The nearest value within it.
    pub(super) fn clamp(&self, value: f64) -> f32 {
        to_f32(value.clamp(self.min, self.max))
    }
}
