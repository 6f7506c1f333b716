//! How far apart organisms of a species are in what they inherit.

use super::{MATURE_RADIUS, Nature, Species};
use crate::genome::Genome;
use crate::rules::Rules;

/// What an organism has inherited: its traits, and its genome if its species has one.
pub type Heritage<'a> = (&'a Nature, Option<&'a Genome>);

impl Species {
    /// Returns the genetic distance of two of its organisms: the root mean square of the differences of their traits,
    /// heritable parameters and brains, each as a share of its range. Neutral marks do not count.
    ///
    /// Ranges are 12 units for the mature radius and the rule `points` for those of animals; the height, the preferred
    /// light and the seed spread of plants are compared by shares of their mean.
    #[must_use]
    pub fn genetic_distance(&self, one: Heritage<'_>, other: Heritage<'_>, rules: &Rules) -> f64 {
        self.square_distance(one, other, rules).sqrt()
    }

    /// The square of the genetic distance.
    pub fn square_distance(
        &self,
        (one, one_genome): Heritage<'_>,
        (other, other_genome): Heritage<'_>,
        rules: &Rules,
    ) -> f64 {
        let (traits, count) = of_traits(one, other, rules);
        let (genome, more) = match (one_genome, other_genome) {
            (Some(one), Some(other)) => one.square_distance(other, self.parameter_ranges()),
            _ => (0.0, 0),
        };
        mean(traits + genome, count + more)
    }
}

/// The sum of the squares of the differences of traits, and their number.
fn of_traits(one: &Nature, other: &Nature, rules: &Rules) -> (f64, usize) {
    let radius = f64::from(one.mature_radius() - other.mature_radius());
    let radius = radius / f64::from(MATURE_RADIUS.end() - MATURE_RADIUS.start());
    let square = |difference: f64| difference * difference;
    match (one, other) {
        (Nature::Animal(one), Nature::Animal(other)) => {
            let points = one.points.iter().zip(other.points);
            let points = points.map(|(&one, other)| square(f64::from(one - other) / rules.points));
            (square(radius) + points.sum::<f64>(), 1 + one.points.len())
        }
        (Nature::Plant(one), Nature::Plant(other)) => {
            let pairs = [
                (one.height, other.height),
                (one.preferred_light, other.preferred_light),
                (one.seed_spread, other.seed_spread),
            ];
            let sum: f64 = pairs.iter().map(|&(one, other)| square(ratio(one, other))).sum();
            (square(radius) + sum, 1 + pairs.len())
        }
        _ => (0.0, 0),
    }
}

/// The difference of two values that are not negative, as a share of their mean.
fn ratio(one: f32, other: f32) -> f64 {
    let (one, other) = (f64::from(one), f64::from(other));
    if one == other { 0.0 } else { (one - other) / ((one + other) / 2.0) }
}

#[expect(clippy::cast_precision_loss, reason = "values are few")]
fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}
